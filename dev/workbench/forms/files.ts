/** Files through the workbench's own address: those of the connector to look at, and those that the user chooses. */
import { Readable } from 'node:stream';
import type { LocalZapier } from '@print-and-mail/zapier';
import contentDisposition from 'content-disposition';
import mime from 'mime-types';
import { HttpError } from '../http/http_error.ts';

/** What Zapier takes, roughly. */
const uploadLimit = 120_000_000;

/** What a browser shows without running anything that is in it. */
const shownInPlace = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'text/plain',
]);

/** A stored or dehydrated file of the platform (`files/ID`, `hydrate/ID`). @throws HttpError with what the platform said */
export async function fileFrom(platform: LocalZapier, room: string, id: string): Promise<Response> {
  const source = await fetch(`${platform.origin}/${room}/${id}`);
  if (!source.ok || !source.body) throw new HttpError(404, `The file cannot be read: ${await source.text()}`);
  const type = (source.headers.get('Content-Type') ?? 'application/octet-stream').split(';')[0]?.trim() ?? '';
  const name = nameIn(source.headers.get('Content-Disposition'));
  const inPlace = shownInPlace.has(type);
  return new Response(source.body, {
    headers: {
      'Content-Type': inPlace ? type : 'application/octet-stream',
      'Content-Disposition': contentDisposition(name, { type: inPlace ? 'inline' : 'attachment' }),
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
  });
}

function nameIn(header: string | null): string | undefined {
  if (!header) return undefined;
  const name = contentDisposition.parse(header).parameters.filename;
  return typeof name === 'string' ? name : undefined;
}

/** Keeps a file that the user chose. @returns the address under which a step can read it */
export async function keepUpload(
  platform: LocalZapier,
  filename: string,
  body: ReadableStream<Uint8Array> | null,
): Promise<string> {
  const name = filename.split(/[\\/]/).at(-1)?.trim();
  if (!name) throw new HttpError(400, 'The upload has no name; give it as ?filename=…');
  let size = 0;
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > uploadLimit)
        throw new HttpError(
          413,
          `“${name}” is larger than ${uploadLimit / 1_000_000} MB, which is about what Zapier takes.`,
        );
      yield chunk;
    }
  };
  const content = body ? Readable.from(counted(Readable.fromWeb(body))) : Readable.from([]);
  const { key } = await platform.stash.store(name, mime.lookup(name) || 'application/octet-stream', content);
  return `${platform.origin}/${key}`;
}
