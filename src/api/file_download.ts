/**
 * Downloads files from the URLs that users enter. These requests never carry the access token, wherever the URL leads.
 * Messages show the URL without its query, which may contain a secret of another service.
 */
import { isUtf8 } from 'node:buffer';
import { finished, Readable } from 'node:stream';
import contentDisposition from 'content-disposition';
import type { ZObject } from 'zapier-platform-core';
import { Failure, getFailure } from '../failure.ts';
import { isLoopback, isServiceLocal } from '../settings.ts';
import { errorCode, timeoutCode } from './errors.ts';
import { headBytes, recognizeFile } from './file_kind.ts';
import { peek } from './node_fetch.ts';
import { privateAddressCode, publicConnection } from './public_network.ts';
import { forEachChunk } from './read_stream.ts';
import { type IncomingResponse, send } from './send.ts';

/** Maximum bytes of a file without a stated length, which is read into memory before it is passed on. */
const maxBuffered = 100_000_000;

/**
 * Downloads a file and passes it to `use`.
 * @throws a user-facing error if the URL is invalid or unreachable, or returns an error or an empty file
 */
export const withRemoteFile = <Result>(
  z: ZObject,
  fileUrl: string,
  use: (file: RemoteFile) => Promise<Result>,
): Promise<Result> => withResponse(z, fileUrl, async (response, url) => use(await openFile(response, url)));

/** Downloads a file into memory. @throws as {@link withRemoteFile}, and if the file has more than `limit` bytes */
export const downloadToMemory = (z: ZObject, fileUrl: string, limit: number): Promise<Buffer> =>
  withResponse(z, fileUrl, async (response, url) =>
    Buffer.concat(await readIntoMemory(response, url, limit)),
  );

async function withResponse<Result>(
  z: ZObject,
  fileUrl: string,
  use: (response: IncomingResponse, url: URL) => Promise<Result>,
): Promise<Result> {
  const url = parseUrl(fileUrl);
  const isDevelopment = isLoopback(url.hostname) && isServiceLocal();
  const download = new AbortController();
  const request = {
    url: url.href,
    signal: download.signal,
    connectionTo: isDevelopment ? () => ({}) : publicConnection,
    mayRedirectTo: (next: string) => /^https?:/.test(next),
    middlewareData: { tokenless: true },
    isStream: true,
  };
  try {
    const response = await send(z, request).catch((error: unknown) => {
      throw downloadError(url, error);
    });
    const { status } = response;
    if (status !== 200) throw notDownloaded(url, `its server returned status ${status}`);
    return await use(response, url);
  } finally {
    // Closes the connection if the file was not read to its end.
    download.abort();
  }
}

function parseUrl(fileUrl: string): URL {
  if (/^\s*https?:/i.test(fileUrl) && URL.canParse(fileUrl)) return new URL(fileUrl);
  throw new Failure({
    kind: 'not_done',
    what: `The file is set to "${fileUrl.slice(0, 80)}", which is not a URL.`,
    advice: /^[\w-]+(?:\.[\w-]+)+\//.test(fileUrl)
      ? 'Add https:// before it.'
      : 'Map the file itself from an earlier step, or enter a link that starts with https://.',
  });
}

/** A file that is being downloaded, and what the response shows of it. */
export type RemoteFile = Awaited<ReturnType<typeof openFile>>;

async function openFile(response: IncomingResponse, url: URL) {
  let stream = response.body;
  let length = readStatedLength(response);
  if (length === undefined) {
    const chunks = await readIntoMemory(response, url, maxBuffered);
    stream = Readable.from(chunks, { objectMode: false });
    length = sum(chunks);
  }
  if (length === 0) throw emptyError(url);
  const failed = new AbortController();
  finished(stream, (error) => {
    if (error) failed.abort(downloadError(url, error));
  });
  const head = await peek(stream, headBytes).catch((error: unknown) => {
    throw downloadError(url, error);
  });
  const { getHeader } = response;
  const mediaType = getHeader('content-type')?.split(';')[0]?.trim().toLowerCase() || undefined;
  return {
    stream,
    /** The length in bytes. */
    length,
    /** Aborted when the download fails, so that an upload of the stream can stop too. */
    signal: failed.signal,
    headerFileName: fileNameFromHeader(getHeader('content-disposition')),
    urlFileName: readLastSegment(url),
    /** In lower case and without parameters. */
    mediaType,
    kind: recognizeFile(head, head.length === length, mediaType),
  };
}

/** Returns chunks, because joining them would hold a large file twice. */
async function readIntoMemory(response: IncomingResponse, url: URL, limit: number): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  let length = 0;
  const tooLargeError = () =>
    fileError(
      url,
      `is larger than ${Math.floor(limit / 1_000_000)} MB, the limit for this step.`,
      'Choose a smaller file.',
    );
  if ((readStatedLength(response) ?? 0) > limit) throw tooLargeError();
  await forEachChunk(response.body, (chunk) => {
    length += chunk.byteLength;
    if (length > limit) throw tooLargeError();
    chunks.push(Buffer.from(chunk));
    return undefined;
  }).catch((error: unknown) => {
    throw getFailure(error) ?? downloadError(url, error);
  });
  if (length === 0) throw emptyError(url);
  return chunks;
}

const sum = (chunks: readonly Buffer[]): number => chunks.reduce((total, { length }) => total + length, 0);

/** Returns the stated length, or undefined if it is missing or the body is compressed. */
function readStatedLength({ getHeader }: IncomingResponse): number | undefined {
  const header = getHeader('content-length') ?? '';
  return /^\d+$/.test(header) && !getHeader('content-encoding') ? Number(header) : undefined;
}

export function fileNameFromHeader(header = ''): string | undefined {
  try {
    const { filename } = contentDisposition.parse(header).parameters;
    return filename && decodeUtf8(filename);
  } catch {
    return undefined;
  }
}

/** Node decodes headers as Latin-1, but servers also send UTF-8. */
function decodeUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) && bytes.toString('latin1') === text ? bytes.toString() : text;
}

function readLastSegment({ pathname }: URL): string | undefined {
  const segment = pathname.split('/').pop() ?? '';
  try {
    return decodeURIComponent(segment) || undefined;
  } catch {
    return segment || undefined;
  }
}

function downloadError(url: URL, cause: unknown): Failure {
  const code = errorCode(cause);
  if (code === privateAddressCode) {
    return fileError(
      url,
      'was not downloaded, because the link leads to a private network.',
      'Use a link that opens from any computer.',
    );
  }
  if (code === timeoutCode) return notDownloaded(url, 'its server did not respond in time');
  if (code?.startsWith('Z_'))
    return fileError(
      url,
      `could not be downloaded: it breaks off or is damaged (${code}).`,
      'Run the step again. If that does not help, check the step or the program that makes the file.',
    );
  return notDownloaded(url, `the connection to its server failed${code ? ` (${code})` : ''}`);
}

const notDownloaded = (url: URL, reason: string): Failure =>
  fileError(
    url,
    `could not be downloaded: ${reason}.`,
    'Check that the link opens without logging in, then run the step again.',
  );

const emptyError = (url: URL): Failure => fileError(url, 'is empty.', 'Choose another file.');

/** @param problem follows the URL in the message */
const fileError = ({ origin, pathname }: URL, problem: string, advice: string): Failure =>
  new Failure({ kind: 'not_done', what: `The file at ${origin}${pathname} ${problem}`, advice });
