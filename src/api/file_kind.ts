/** Recognizes a file by its first bytes, because the Content-Type and the names that servers state are often wrong. */
import { parseJson } from './values.ts';

export interface FileKind {
  /** Such as "a PDF", for messages. */
  noun: string;
  /** The extensions of its names, the usual one first. Empty if the bytes don't show which one is right. */
  extensions: readonly string[];
  /** False for what a server returns instead of a document. */
  isDocument: boolean;
}

const document = (noun: string, ...extensions: string[]): FileKind => ({
  noun,
  extensions,
  isDocument: true,
});
const other = (noun: string, ...extensions: string[]): FileKind => ({ noun, extensions, isDocument: false });
const picture = (extension: string): FileKind =>
  document(
    'a picture',
    extension,
    '.png',
    '.jpg',
    '.jpeg',
    '.gif',
    '.tif',
    '.tiff',
    '.heic',
    '.webp',
    '.avif',
  );

export const pdf = document('a PDF', '.pdf');
export const webPage = other('a web page', '.html', '.htm');
export const plainText = other('plain text', '.txt');
export const json = other('data in JSON', '.json', '.txt');

const zipHeader = 'PK\x03\x04';

/** File kinds by how a file begins, decoded as Latin-1 without zero bytes (of UTF-16), byte order marks, XML headers and comments. */
const beginnings: readonly [string | RegExp, FileKind][] = [
  [/^PK[^\s!-~]{2}.*xl\/work/s, document('an Excel file', '.xlsx', '.xlsm', '.xltx')],
  [/^PK[^\s!-~]{2}.*word\/document/s, document('a Word file', '.docx', '.docm', '.dotx')],
  [zipHeader, document('a ZIP or Office file')],
  ['\xd0\xcf\x11\xe0', document('an old Excel or Word file')],
  ['\x1f\x8b', document('a compressed file (gzip)', '.gz')],
  ['\x89PNG', picture('.png')],
  ['\xff\xd8\xff', picture('.jpg')],
  ['GIF8', picture('.gif')],
  ['II*', picture('.tif')],
  ['MM*', picture('.tif')],
  [/^RIFF.{1,4}WEBP/s, picture('.webp')],
  [/^.{1,4}ftyp(?:hei|hev|mif1|msf1|avi)/s, picture('.heic')],
  [/^\{\\rtf/, document('an RTF file', '.rtf', '.doc')],
  [/^<(?:!doctype\s+)?(?:svg:)?svg\b/i, document('an SVG picture', '.svg')],
  [/^<(?:!--|!doctype\s+html)/i, webPage],
  [
    /^<(?:html|head|body|title|meta|link|base|script|style|noscript|iframe|h1|div|p|span|a|b|br|font|table|form|center)[\s/>]/i,
    webPage,
  ],
  [/^<[\w:]*(?:error|fault|exception|envelope)/i, other('an error in XML', '.xml', '.txt')],
  [/^<[a-z]/i, document('XML')],
  [/^"?(?:data:[^,]{1,80},)?(?:JVBERi0|UEsDB|iVBORw0KG)/, other('text that encodes a file (base64)', '.txt')],
];

export const wrongLinkAdvice =
  'A share link, such as those of Google Drive and OneDrive, opens a page, not the file. Map the file from an earlier step, or use a link that downloads it.';

/** The bytes that {@link recognizeFile} needs. */
export const headBytes = 65_536;

/**
 * Returns the kind of a file, or undefined if it is unknown.
 * @param head the first bytes of the file
 * @param isWhole true if these are all its bytes
 * @param mediaType decides if the bytes don't
 */
export function recognizeFile(head: Buffer, isWhole: boolean, mediaType?: string): FileKind | undefined {
  const text = head
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replace(/^(?:\s|<\?.*?>|<!--.*?-->)+/s, '');
  // PDF readers accept anything before the header. A ZIP file may contain a PDF.
  if (head.subarray(0, 1_027).includes('%PDF') && !text.startsWith(zipHeader)) return pdf;
  const begins = (start: string | RegExp) =>
    typeof start === 'string' ? text.startsWith(start) : start.test(text);
  const [, kind] = beginnings.find(([beginning]) => begins(beginning)) ?? [];
  if (kind) return kind;
  if (isWhole ? isJson(text) : /^\[?\s*\{\s*"/.test(text)) return json;
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return webPage;
  return mediaType === 'text/plain' ? plainText : undefined;
}

/** Returns true for JSON that is more than a number. */
function isJson(text: string): boolean {
  const value = parseJson(text);
  return value !== undefined && !Number.isFinite(value);
}
