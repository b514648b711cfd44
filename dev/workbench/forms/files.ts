/** Files served from the workbench's own origin: the connector's files and the user's uploads. */
import { Readable } from 'node:stream';
import type { LocalZapier } from '@print-and-mail/zapier';
import contentDisposition from 'content-disposition';
import mime from 'mime-types';
import { HttpError } from '../http/http_error.ts';

/** About Zapier's limit. */
const maxUploadBytes = 120_000_000;

/** Types that a browser displays without running code from the file. */
const inlineTypes = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'text/plain',
]);

/** Serves a stored or dehydrated file (`files/ID`, `hydrate/ID`). @throws HttpError if it cannot be read */
export async function serveFile(platform: LocalZapier, folder: string, id: string): Promise<Response> {
  const source = await fetch(`${platform.origin}/${folder}/${id}`);
  if (!source.ok || !source.body) throw new HttpError(404, `The file can’t be read: ${await source.text()}`);
  const type = (source.headers.get('Content-Type') ?? 'application/octet-stream').split(';')[0]?.trim() ?? '';
  const name = fileNameIn(source.headers.get('Content-Disposition'));
  const isInline = inlineTypes.has(type);
  return new Response(source.body, {
    headers: {
      'Content-Type': isInline ? type : 'application/octet-stream',
      'Content-Disposition': contentDisposition(name, { type: isInline ? 'inline' : 'attachment' }),
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
  });
}

function fileNameIn(header: string | null): string | undefined {
  if (!header) return undefined;
  const name = contentDisposition.parse(header).parameters.filename;
  return typeof name === 'string' ? name : undefined;
}

/** Stores a file that the user chose. @returns the URL from which a step can read it; it ends with the file's name */
export async function storeUpload(
  platform: LocalZapier,
  filename: string,
  body: ReadableStream<Uint8Array> | null,
): Promise<string> {
  const name = filename.split(/[\\/]/).at(-1)?.trim();
  if (!name) throw new HttpError(400, 'The upload has no file name. Add ?filename=… to the URL.');
  let size = 0;
  const limited = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxUploadBytes)
        throw new HttpError(
          413,
          `“${name}” is larger than ${maxUploadBytes / 1_000_000} MB, about the most that Zapier accepts.`,
        );
      yield chunk;
    }
  };
  const content = body ? Readable.from(limited(Readable.fromWeb(body))) : Readable.from([]);
  const { key } = await platform.stash.store(name, mime.lookup(name) || 'application/octet-stream', content);
  return `${platform.origin}/${key}/${encodeURIComponent(name)}`;
}
