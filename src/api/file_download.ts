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
import { Failure, type FailureDetails, getFailure } from '../failure.ts';
import { baseUrl, isLoopback } from '../settings.ts';
import { addDetails, errorCode, timeoutCode } from './errors.ts';
import { staysCompressed } from './node_fetch.ts';
import { isPrivateAddress, lookupPublic, privateAddressCode } from './public_network.ts';
import { forEachChunk } from './read_stream.ts';
import { fetchStream, send } from './send.ts';
import { isDiskFull, withTemporaryFile } from './temporary_file.ts';

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
    const pass = (stream: NodeJS.ReadableStream, length: number): Promise<Result> => {
      if (length === 0) throw fileError(url, 'is empty.', 'Choose another file.');
      if (length > limit) throw tooLargeError(url, limit);
      const failed = new AbortController();
      finished(stream, (error) => {
        if (error) failed.abort(downloadError(url, error));
      });
      return use({ stream, length, signal: failed.signal }, readHints(response, url));
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
  if (/^\s*https?:/i.test(fileUrl) && URL.canParse(fileUrl)) return new URL(fileUrl);
  throw new Failure(`The file is set to "${fileUrl.slice(0, 80)}", which is not a URL.`, {
    kind: 'not_done',
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
    connection: isDevelopment ? {} : { lookup: lookupPublic },
    mayRedirectTo: mayVisit,
    middlewareData: { tokenless: true },
  };
  const response = await send(z, request, fetchStream).catch((cause: unknown) => {
    throw getFailure(cause) ?? downloadError(url, cause);
  });
  if (response.status !== 200) throw statusError(url, response.status);
  const encoding = response.getHeader('content-encoding');
  if (staysCompressed(encoding)) {
    const problem = `could not be downloaded: its server compressed it in a way that we can't read (${encoding}).`;
    throw fileError(url, problem, 'Use another link, or map the file itself from an earlier step.');
  }
  return response;
}

/** The file names and the media type in the response. The media type is in lower case and has no parameters. */
export type FileHints = ReturnType<typeof readHints>;

const readHints = (response: RawHttpResponse, url: URL) => ({
  headerFileName: fileNameFromHeader(response.getHeader('content-disposition')),
  urlFileName: lastSegment(url),
  mediaType: response.getHeader('content-type')?.split(';')[0]?.trim().toLowerCase() || undefined,
});

/** Returns the stated length, or undefined if there is none or the body is compressed. */
function statedLength({ getHeader }: RawHttpResponse): number | undefined {
  const header = getHeader('content-length') ?? '';
  return /^\d+$/.test(header) && !getHeader('content-encoding') ? Number(header) : undefined;
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

const tooLargeError = (url: URL, limit: number): Failure =>
  fileError(
    url,
    `is larger than ${Math.floor(limit / 1_000_000)} MB, the limit for this step.`,
    'Choose a smaller file.',
  );

function statusError(url: URL, status: number): Failure {
  const [reason, advice] =
    status === 404 || status === 410
      ? [' It may have been deleted, or the link may have expired.', 'Use another link.']
      : status === 401 || status === 403
        ? [' It is not public.', 'Use a link that works without logging in.']
        : ['', 'Open the link in a browser to check it.'];
  const problem = `could not be downloaded: its server returned status ${status}.${reason}`;
  return fileError(url, problem, advice, { status });
}

function downloadError(url: URL, cause: unknown): Failure {
  const code = errorCode(cause);
  if (code === privateAddressCode) return privateError(url);
  const advice = 'Check the link, then run the step again.';
  return code === timeoutCode
    ? fileError(url, 'could not be downloaded: its server did not respond in time.', advice, { cause })
    : fileError(
        url,
        'could not be downloaded: the connection to its server failed.',
        addDetails(advice, [code]),
        { cause },
      );
}

const privateError = (url: URL): Failure =>
  fileError(
    url,
    'was not downloaded, because the link leads to a private network.',
    'Use a link that opens from any computer.',
  );

/** @param problem follows the URL in the message */
const fileError = (
  { origin, pathname }: URL,
  problem: string,
  advice: string,
  details: Partial<FailureDetails> = {},
): Failure =>
  new Failure(`The file at ${origin}${pathname} ${problem}`, { ...details, kind: 'not_done', advice });
