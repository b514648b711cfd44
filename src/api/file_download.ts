/**
 * Downloads files from the URLs that users enter. These requests never carry the access token, wherever the URL leads.
 * Messages show the URL without its query, which may contain a secret of another service.
 */
import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import contentDisposition from 'content-disposition';
import type { RawHttpResponse, ZObject } from 'zapier-platform-core';
import { Failure, getFailure } from '../failure.ts';
import { baseUrl, isLoopback } from '../settings.ts';
import { errorCode, timeoutCode } from './errors.ts';
import { headBytes, recognizeFile } from './file_kind.ts';
import { isPrivateAddress, lookupPublic, privateAddressCode } from './public_network.ts';
import { forEachChunk } from './read_stream.ts';
import { fetchStream, send } from './send.ts';
import { withTemporaryFile } from './temporary_file.ts';

/** A file that is being downloaded. Its length is known; its bytes are not in memory. */
export interface RemoteFile {
  stream: NodeJS.ReadableStream;
  /** The length in bytes. */
  length: number;
  /** Aborted when the download fails, so that an upload of the stream can stop too. */
  signal: AbortSignal;
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
    const pass = async (stream: NodeJS.ReadableStream, length: number): Promise<Result> => {
      if (length === 0) throw fileError(url, 'is empty.', 'Choose another file.');
      if (length > limit) throw tooLargeError(url, limit);
      const failed = new AbortController();
      finished(stream, (error) => {
        if (error) failed.abort(downloadError(url, error));
      });
      const head = await peek(stream).catch((error: unknown) => {
        throw downloadError(url, error);
      });
      const hints = readHints(response, url, head, head.length === length);
      return use({ stream, length, signal: failed.signal }, hints);
    };
    const length = statedLength(response);
    if (length !== undefined) return await pass(response.body, length);
    return await withTemporaryFile(async (path) => {
      const size = await saveFile(response.body, path, url, Math.min(limit, spoolLimit));
      return pass(createReadStream(path), size);
    });
  } finally {
    // Closes the connection if the file was not read to its end.
    download.abort();
  }
}

/** Maximum bytes of a file without a stated length, which is saved to disk. AWS Lambda has 512 MB of disk. */
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
    throw getFailure(error) ?? downloadError(url, error);
  });
  return size;
}

/** Returns the first bytes of a stream, and puts them back. */
const peek = (stream: NodeJS.ReadableStream): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const stopWaiting = finished(stream, (error) => (error ? reject(error) : resolve(Buffer.alloc(0))));
    stream.on('readable', function read() {
      // Returns null until there are as many bytes, or the stream has ended.
      const head: string | Buffer | null = stream.read(headBytes);
      if (head === null) return;
      stopWaiting();
      stream.off('readable', read);
      stream.unshift(head);
      resolve(Buffer.from(head));
    });
  });

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
  if (/^\s*https?:/i.test(fileUrl) && URL.canParse(fileUrl)) return new URL(fileUrl);
  throw new Failure({
    kind: 'not_done',
    what: `The file is set to "${fileUrl.slice(0, 80)}", which is not a URL.`,
    advice: 'Map the file itself from an earlier step, or enter a link that starts with https://.',
  });
}

async function openRemoteFile(z: ZObject, url: URL, signal: AbortSignal): Promise<RawHttpResponse> {
  // During development, the service and the files are on the same machine.
  const isDevelopment = isLoopback(url.hostname) && isLoopback(new URL(baseUrl()).hostname);
  const mayVisit = (next: string): boolean => {
    if (!isDevelopment && isPrivateAddress(new URL(next))) throw privateError(url);
    return /^https?:/.test(next);
  };
  mayVisit(url.href);
  const request = {
    url: url.href,
    signal,
    connectionTo: () => (isDevelopment ? {} : { lookup: lookupPublic }),
    mayRedirectTo: mayVisit,
    middlewareData: { tokenless: true },
  };
  const response = await send(z, request, fetchStream).catch((cause: unknown) => {
    throw getFailure(cause) ?? downloadError(url, cause);
  });
  const { status } = response;
  if (status !== 200) throw notDownloaded(url, `its server returned status ${status}`);
  return response;
}

/** What the response shows of the file. */
export type FileHints = ReturnType<typeof readHints>;

function readHints({ getHeader }: RawHttpResponse, url: URL, head: Buffer, isWhole: boolean) {
  const mediaType = getHeader('content-type')?.split(';')[0]?.trim().toLowerCase() || undefined;
  return {
    headerFileName: fileNameFromHeader(getHeader('content-disposition')),
    urlFileName: lastSegment(url),
    /** In lower case and without parameters. */
    mediaType,
    kind: recognizeFile(head, isWhole, mediaType),
  };
}

/** Returns the stated length, or undefined if there is none or the body is compressed. */
function statedLength({ getHeader }: RawHttpResponse): number | undefined {
  const header = getHeader('content-length') ?? '';
  return /^\d+$/.test(header) && !getHeader('content-encoding') ? Number(header) : undefined;
}

/** Returns the file name in a Content-Disposition header. */
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

function lastSegment({ pathname }: URL): string | undefined {
  const segment = pathname.split('/').pop() ?? '';
  try {
    return decodeURIComponent(segment) || undefined;
  } catch {
    return segment || undefined;
  }
}

function downloadError(url: URL, cause: unknown): Failure {
  const code = errorCode(cause);
  if (code === privateAddressCode) return privateError(url);
  if (code === timeoutCode) return notDownloaded(url, 'its server did not respond in time');
  return notDownloaded(url, `the connection to its server failed${code ? ` (${code})` : ''}`);
}

const notDownloaded = (url: URL, reason: string): Failure =>
  fileError(
    url,
    `could not be downloaded: ${reason}.`,
    'Check that the link opens without logging in, then run the step again.',
  );

const privateError = (url: URL): Failure =>
  fileError(
    url,
    'was not downloaded, because the link leads to a private network.',
    'Use a link that opens from any computer.',
  );

const tooLargeError = (url: URL, limit: number): Failure =>
  fileError(
    url,
    `is larger than ${Math.floor(limit / 1_000_000)} MB, the limit for this step.`,
    'Choose a smaller file.',
  );

/** @param problem follows the URL in the message */
const fileError = ({ origin, pathname }: URL, problem: string, advice: string): Failure =>
  new Failure({ kind: 'not_done', what: `The file at ${origin}${pathname} ${problem}`, advice });
