/**
 * Downloads files from the URLs that users enter. These requests never carry the access token, wherever the URL leads.
 * Messages show the URL without its query, which may contain another service's secret.
 */
import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import contentDisposition from 'content-disposition';
import type { RawHttpResponse, ZObject } from 'zapier-platform-core';
import { Failure, type FailureDetails, getFailure, type Words } from '../failure.ts';
import { baseUrl, isLoopback } from '../settings.ts';
import { addDetails, errorCode } from './errors.ts';
import { staysCompressed } from './node_fetch.ts';
import { isPrivateAddress, lookupPublic, privateAddressCode } from './public_network.ts';
import { forEachChunk } from './read_stream.ts';
import { sendForStream } from './send.ts';
import { isDiskFull, withTemporaryFile } from './temporary_file.ts';

/** A file that is being downloaded: its length is known, its bytes are not in memory. */
export interface RemoteFile {
  stream: NodeJS.ReadableStream;
  /** Bytes. */
  length: number;
  /** Aborted when the download fails, so that an upload that consumes the stream can stop too. */
  signal: AbortSignal;
}

/** What the file's server says about the file. */
export interface FileHints {
  /** From Content-Disposition. */
  headerFileName: string | undefined;
  /** The last segment of the URL's path. */
  urlFileName: string | undefined;
  /** Media type without parameters, lower case. */
  mediaType: string | undefined;
}

/**
 * Downloads a file and passes it to `use`. If the server does not state the length, the file is first written to the
 * temporary folder, and removed afterwards.
 * @throws a user-facing error if the URL is invalid, unreachable, returns an error, an empty file or more than `limit` bytes
 */
export async function withRemoteFile<Result>(
  z: ZObject,
  fileUrl: string,
  use: (file: RemoteFile, hints: FileHints) => Promise<Result>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Result> {
  const url = parseUrl(fileUrl);
  const download = new AbortController();
  try {
    const response = await openRemoteFile(z, url, download.signal);
    const hints = readHints(response, url);
    const length = statedLength(response);
    if (length === 0) throw fileError(url, empty);
    if (length !== undefined) {
      if (length > limit) throw tooLargeError(url, limit);
      return await use(withFailureSignal(response.body, length, url), hints);
    }
    return await withTemporaryFile(async (path) => {
      const size = await saveFile(response.body, path, url, Math.min(limit, spoolLimit));
      if (size === 0) throw fileError(url, empty);
      return use(withFailureSignal(createReadStream(path), size, url), hints);
    });
  } finally {
    // Closes the connection if the file was not read to its end.
    download.abort();
  }
}

/** Maximum bytes of a file without a stated length. AWS Lambda has 512 MB of disk. */
const spoolLimit = 250_000_000;

/** Writes a download to a path. Returns its bytes. */
async function saveFile(body: NodeJS.ReadableStream, path: string, url: URL, limit: number): Promise<number> {
  let size = 0;
  const measure = new Transform({
    transform(chunk, _encoding, done) {
      size += chunk.length;
      done(size > limit ? tooLargeError(url, limit) : null, chunk);
    },
  });
  await pipeline(body, measure, createWriteStream(path)).catch((error: unknown) => {
    throw isDiskFull(error) ? error : (getFailure(error) ?? downloadError(url, error));
  });
  return size;
}

/** Downloads a small file into memory. @throws as {@link withRemoteFile} */
export const downloadToMemory = (z: ZObject, fileUrl: string, limit: number): Promise<Buffer> =>
  withRemoteFile(
    z,
    fileUrl,
    async ({ stream, length, signal }) => {
      const bytes = Buffer.alloc(length);
      let read = 0;
      await forEachChunk(stream, (chunk) => {
        bytes.set(chunk, read);
        read += chunk.byteLength;
        return undefined;
      }).catch((error: unknown) => {
        throw signal.reason ?? error;
      });
      return bytes.subarray(0, read);
    },
    limit,
  );

function parseUrl(fileUrl: string): URL {
  if (URL.canParse(fileUrl)) {
    const url = new URL(fileUrl);
    if (url.protocol === 'https:' || url.protocol === 'http:') return url;
  }
  throw new Failure(`The file is set to "${fileUrl.slice(0, 80)}", which is not a URL.`, {
    kind: 'not_done',
    advice: 'Map the file itself from an earlier step, or enter a link that starts with https://.',
  });
}

async function openRemoteFile(z: ZObject, url: URL, signal: AbortSignal): Promise<RawHttpResponse> {
  // During development, the service and the files are on the same machine.
  const isDevelopment = isLoopback(url.hostname) && isLoopback(new URL(baseUrl()).hostname);
  const rejectPrivate = (next: URL): void => {
    if (!isDevelopment && isPrivateAddress(next)) throw fileError(url, isPrivate);
  };
  rejectPrivate(url);
  const response = await sendForStream(z, {
    url: url.href,
    signal,
    connection: isDevelopment ? {} : { lookup: lookupPublic },
    mayRedirectTo: (next) => {
      rejectPrivate(new URL(next));
      return /^https?:/.test(next);
    },
    middlewareData: { tokenless: true },
    toResponseError: ({ status }) => statusError(url, status),
    toTransportError: (cause) => downloadError(url, cause),
  });
  if (response.status !== 200) throw statusError(url, response.status);
  const encoding = response.getHeader('content-encoding');
  if (staysCompressed(encoding)) {
    throw fileError(url, [
      `could not be downloaded: its server compressed it in a way that we can't read (${encoding}).`,
      'Use another link, or map the file itself from an earlier step.',
    ]);
  }
  return response;
}

function statusError(url: URL, status: number): Failure {
  const [reason, advice] =
    status === 404 || status === 410
      ? [' It may have been deleted, or the link may have expired.', 'Use another link.']
      : status === 401 || status === 403
        ? [' It is not public.', 'Use a link that works without logging in.']
        : ['', 'Open the link in a browser to check it.'];
  return fileError(url, [`could not be downloaded: its server returned status ${status}.${reason}`, advice], {
    status,
  });
}

function readHints(response: RawHttpResponse, url: URL): FileHints {
  return {
    headerFileName: fileNameFromHeader(response.getHeader('content-disposition')),
    urlFileName: lastSegment(url),
    mediaType: response.getHeader('content-type')?.split(';')[0]?.trim().toLowerCase() || undefined,
  };
}

/** Returns the stated length, or undefined if it is not stated or the body is compressed. */
function statedLength(response: RawHttpResponse): number | undefined {
  const header = response.getHeader('content-length');
  if (!header || response.getHeader('content-encoding') || !/^\d+$/.test(header)) return undefined;
  return Number(header);
}

/** Returns the file name in a Content-Disposition header, including common forms that break the standard. */
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

/** Node decodes headers as Latin-1, but servers also send UTF-8. */
function decodeUtf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : header;
}

function lastSegment({ pathname }: URL): string | undefined {
  const segment = pathname.split('/').pop() ?? '';
  try {
    return decodeURIComponent(segment) || undefined;
  } catch {
    return segment || undefined;
  }
}

function withFailureSignal(stream: NodeJS.ReadableStream, length: number, url: URL): RemoteFile {
  const failed = new AbortController();
  finished(stream, (error) => {
    if (error) failed.abort(downloadError(url, error));
  });
  return { stream, length, signal: failed.signal };
}

const empty: Words = ['is empty.', 'Choose another file.'];

const isPrivate: Words = [
  'was not downloaded, because the link leads to a private network.',
  'Use a link that opens from any computer.',
];

const tooLargeError = (url: URL, limit: number): Failure =>
  fileError(url, [
    `is larger than ${Math.floor(limit / 1_000_000)} MB, the limit for this step.`,
    'Choose a smaller file.',
  ]);

function downloadError(url: URL, cause: unknown): Failure {
  const code = errorCode(cause);
  if (code === privateAddressCode) return fileError(url, isPrivate);
  const [problem, details] =
    code === 'ABORT_ERR'
      ? ['its server did not respond in time', []]
      : ['the connection to its server failed', [code]];
  const advice = addDetails('Check the link, then run the step again.', details);
  return fileError(url, [`could not be downloaded: ${problem}.`, advice], { cause });
}

/** @param words begin after the URL in the message */
const fileError = (
  { origin, pathname }: URL,
  [problem, advice]: Words,
  details: Omit<FailureDetails, 'kind'> = {},
): Failure =>
  new Failure(`The file at ${origin}${pathname} ${problem}`, { ...details, kind: 'not_done', advice });
