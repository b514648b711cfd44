/** Reads what a response says about the file in it: its name and its type. */
import contentDisposition from 'content-disposition';
import type { RawHttpResponse } from 'zapier-platform-core';

/** What the file's server says about the file. */
export interface FileHints {
  /** From Content-Disposition. */
  headerFileName: string | undefined;
  /** The last segment of the URL's path. */
  urlFileName: string | undefined;
  /** Media type without parameters, lower case. */
  mediaType: string | undefined;
}

export function readHints(response: RawHttpResponse, url: URL): FileHints {
  return {
    headerFileName: fileNameFromHeader(response.getHeader('content-disposition')),
    urlFileName: lastSegment(url),
    mediaType: response.getHeader('content-type')?.split(';')[0]?.trim().toLowerCase() || undefined,
  };
}

/** Returns the stated length, or undefined if it is not stated or the body is compressed. */
export function statedLength(response: RawHttpResponse): number | undefined {
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
