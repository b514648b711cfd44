/**
 * The other door: to the address of a file that a user named. It never carries the token, wherever the address leads,
 * and the address is shown without its query, which often holds somebody else's secret.
 */
import { finished } from 'node:stream';
import contentDisposition from 'content-disposition';
import type { RawHttpResponse, ZObject } from 'zapier-platform-core';
import { getFailure, requestError } from './failure.ts';
import { forEachChunk } from './read_stream.ts';
import { send } from './send.ts';

/** A file on its way: its length is known, its bytes are not held. */
export interface RemoteFile {
  stream: NodeJS.ReadableStream;
  /** Bytes. */
  length: number;
  /** Fires when the source breaks off, so that whoever passes the bytes on can stop too. */
  signal: AbortSignal;
}

/** What the source says about the file. */
export interface FileHints {
  /** From Content-Disposition. */
  headerFileName: string | undefined;
  /** The last part of the address. */
  urlFileName: string | undefined;
  /** Media type without parameters, lower case. */
  mediaType: string | undefined;
}

/**
 * GET of the file's address, without the token. Gives the file to `use`; spools it to the temporary folder first when
 * the source does not tell its length, and removes it afterwards.
 * @throws a sentence when the address is none, does not answer, answers an error or with nothing
 */
export async function withRemoteFile<Result>(
  z: ZObject,
  address: string,
  use: (file: RemoteFile, facts: FileHints) => Promise<Result>,
  limit = spoolLimit,
): Promise<Result> {
  const url = readAddress(address);
  const response = await openRemoteFile(z, url);
  const facts = readHints(response, url);
  const announced = announcedLength(response);
  if (announced === 0) throw emptyFile(url);
  if (announced !== undefined) return use(watched(response.body, announced, url), facts);
  const { withTemporaryFile } = await import('./temporary_file.ts');
  return withTemporaryFile(async (file) => {
    const take = (bytes: Uint8Array) => {
      if (file.size + bytes.byteLength > limit) throw tooLarge(limit, url);
      return file.append(bytes);
    };
    await forEachChunk(response.body, take).catch((error: unknown) => {
      // What is still to come is not fetched for nothing.
      if ('destroy' in response.body && typeof response.body.destroy === 'function') response.body.destroy();
      throw getFailure(error) ? error : brokenOff(url, error);
    });
    if (file.size === 0) throw emptyFile(url);
    return use(watched(await file.read(), file.size, url), facts);
  });
}

/** The platform's machines have 512 MB of disk; a file without a stated length may go on without end (bytes). */
const spoolLimit = 250_000_000;

/** The whole of a small file as bytes. @throws as {@link withRemoteFile}, and when it is larger than `limit` bytes */
export const downloadToMemory = (z: ZObject, address: string, limit: number): Promise<Buffer> =>
  withRemoteFile(
    z,
    address,
    async ({ stream, length }) => {
      const url = readAddress(address);
      if (length > limit) throw tooLarge(limit, url);
      const pieces: Buffer[] = [];
      let read = 0;
      try {
        for await (const piece of stream) {
          const bytes = Buffer.from(piece);
          read += bytes.length;
          if (read > limit) throw tooLarge(limit, url);
          pieces.push(bytes);
        }
      } catch (error) {
        throw getFailure(error) ? error : brokenOff(url, error);
      }
      return Buffer.concat(pieces);
    },
    limit,
  );

function readAddress(address: string): URL {
  if (URL.canParse(address)) {
    const url = new URL(address);
    if (url.protocol === 'https:' || url.protocol === 'http:') return url;
  }
  throw sourceError(
    `The file is given as "${address.slice(0, 80)}", which is not a web address. Map the file itself from an earlier step, or give a link that begins with https://.`,
  );
}

async function openRemoteFile(z: ZObject, url: URL): Promise<RawHttpResponse> {
  const response = await send(
    z,
    {
      url: url.href,
      mayRedirectTo: (next) => /^https?:/.test(next),
      skipThrowForStatus: true,
      middlewareData: { tokenless: true },
      toError: (cause) => brokenOff(url, cause),
    },
    true,
  );
  if (response.status === 200) return response;
  const advice =
    response.status === 404 || response.status === 410
      ? 'It is not there any more; many links work only for some minutes or hours.'
      : response.status === 401 || response.status === 403
        ? 'It is not public: give a link that works without logging in.'
        : 'Open the link in a browser to see what is wrong with it.';
  throw sourceError(
    `The file at ${shown(url)} could not be fetched: its server answered ${response.status}. ${advice}`,
  );
}

function readHints(response: RawHttpResponse, url: URL): FileHints {
  return {
    headerFileName: fileNameFromHeader(response.getHeader('content-disposition')),
    urlFileName: lastSegment(url),
    mediaType: response.getHeader('content-type')?.split(';')[0]?.trim().toLowerCase() || undefined,
  };
}

/** Returns the file name in a Content-Disposition header, also in the forms that only break the rules a little. */
export function fileNameFromHeader(header: string | undefined): string | undefined {
  if (!header) return undefined;
  const text = decodeUtf8(header);
  try {
    return contentDisposition.parse(text).parameters.filename;
  } catch {
    // Unquoted with spaces, or with a semicolon at the end.
    const [, quoted, plain] = /;\s*filename\s*=\s*(?:"([^"]*)"|([^;"]*))/i.exec(text) ?? [];
    return (quoted ?? plain)?.trim() || undefined;
  }
}

/** Node reads each byte of a header as a letter of Latin-1, but servers also send UTF-8. */
function decodeUtf8(header: string): string {
  if (!/[\x80-\xff]/.test(header)) return header;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

function lastSegment({ pathname }: URL): string | undefined {
  const segment = pathname.split('/').pop() ?? '';
  try {
    return decodeURIComponent(segment) || undefined;
  } catch {
    return segment || undefined;
  }
}

/** The announced length, which is that of the body only when it is not compressed on the way. */
function announcedLength(response: RawHttpResponse): number | undefined {
  const header = response.getHeader('content-length');
  if (!header || response.getHeader('content-encoding') || !/^\d+$/.test(header)) return undefined;
  return Number(header);
}

function watched(stream: NodeJS.ReadableStream, length: number, url: URL): RemoteFile {
  const broken = new AbortController();
  finished(stream, (error) => {
    if (error) broken.abort(brokenOff(url, error));
  });
  return { stream, length, signal: broken.signal };
}

const shown = ({ origin, pathname }: URL): string => origin + pathname;

const emptyFile = (url: URL): Error =>
  sourceError(`The file at ${shown(url)} is empty. Choose another file.`);

const tooLarge = (limit: number, url: URL): Error =>
  sourceError(
    `The file at ${shown(url)} is larger than ${Math.floor(limit / 1_000_000)} MB, which is too large for this step.`,
  );

const brokenOff = (url: URL, cause: unknown): Error => {
  const isLate = cause instanceof Error && /^(?:Abort|Timeout)Error$/.test(cause.name);
  const code = typeof cause === 'object' && cause !== null && 'code' in cause && cause.code;
  return sourceError(
    `The file at ${shown(url)} could not be fetched: its server ${isLate ? 'did not answer in time' : `could not be reached or broke off${code ? ` (${code})` : ''}`}. Check the link, then run the step again.`,
  );
};

const sourceError = (sentence: string): Error =>
  requestError(sentence, { outcome: 'refused', code: 'file_not_available' });
