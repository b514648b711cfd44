/** Recognizes a file by its first bytes, because the Content-Type and the names that servers state are often wrong. */

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

export const pdf = document('a PDF', '.pdf');
export const webPage = other('a web page', '.html', '.htm');
export const plainText = other('plain text', '.txt');
export const json = other('data in JSON', '.json', '.txt');

const picture = (extension: string): FileKind =>
  document('a picture', extension, '.png', '.jpg', '.jpeg', '.gif', '.tif', '.tiff', '.heic', '.webp');

const excelFile = document('an Excel file', '.xlsx', '.xlsm', '.xltx');
const wordFile = document('a Word file', '.docx', '.docm', '.dotx');
const zipSignature = '504b0304';

/** What a file is by the hexadecimal digits of its first bytes. */
const signatures: readonly [string, FileKind][] = [
  [zipSignature, document('a ZIP or Office file')],
  ['d0cf11e0', document('an old Excel or Word file')],
  ['89504e47', picture('.png')],
  ['ffd8ff', picture('.jpg')],
  ['47494638', picture('.gif')],
  ['49492a00', picture('.tif')],
  ['4d4d002a', picture('.tif')],
  ['1f8b', other('a compressed file (gzip)', '.gz')],
];

/** What a file is by its text, without what may precede it: zero bytes of UTF-16, comments, and the header of XML. */
const beginnings: readonly [RegExp, FileKind][] = [
  [/^PK.*xl\/work/s, excelFile],
  [/^PK.*word\/document/s, wordFile],
  [/^RIFF.{1,4}WEBP/s, picture('.webp')],
  [/^.{1,4}ftyp(?:hei|hev|mif1|msf1)/s, picture('.heic')],
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
 * @param head the first bytes of the file
 * @param isWhole true if these are all its bytes
 * @param mediaType decides if the bytes don't
 */
export function recognizeFile(head: Buffer, isWhole: boolean, mediaType?: string): FileKind | undefined {
  const hex = head.toString('hex', 0, 8);
  // PDF readers accept anything before the header. A ZIP file may contain a PDF.
  if (head.subarray(0, 1_027).includes('%PDF') && !hex.startsWith(zipSignature)) return pdf;
  const text = head
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replace(/^(?:\s|<\?.*?>|<!--.*?-->)+/s, '');
  const [, kind] =
    beginnings.find(([beginning]) => beginning.test(text)) ??
    signatures.find(([signature]) => hex.startsWith(signature)) ??
    [];
  if (kind) return kind;
  if (isWhole ? isJson(text) : /^\[?\s*\{\s*"/.test(text)) return json;
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return webPage;
  return mediaType === 'text/plain' ? plainText : undefined;
}

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
