/** Chooses the name of an uploaded file. Its extension decides how the letter service reads the file. docs/api.md#files */
import mime from 'mime-types';
import type { RemoteFile } from '../api/file_download.ts';
import { type FileKind, pdf, plainText, webPage, wrongLinkAdvice } from '../api/file_kind.ts';
import { inputError } from '../steps/inputs.ts';

export const sourceField = {
  key: 'file',
  label: 'File',
  type: 'file',
  required: true,
  helpText:
    'The document to print, ideally a PDF. Map it from an earlier step, or enter a link that opens without logging in.',
} as const;

export const fileNameField = {
  key: 'filename',
  label: 'File Name',
  type: 'string',
  placeholder: 'For example newsletter.pdf',
  helpText: 'If left blank, the original name is used. The extension, such as .pdf, determines the type.',
} as const;

/**
 * Returns the name from the field, the response header or the URL, in this order of preference, always with an extension
 * that fits the first bytes of the file.
 * @throws a user-facing error if the file is not a document, or has another type than its name says
 */
export function chooseName(given: string | undefined, file: RemoteFile): string {
  const { kind, mediaType } = file;
  const typed = cleanName(given);
  const inHeader = cleanName(withoutFolders(file.headerFileName));
  const inUrl = cleanName(withoutFolders(file.urlFileName));
  if (kind && !kind.isDocument) rejectNonDocument(kind, typed, inHeader);
  const candidates = [typed, inHeader, inUrl].filter((name) => name !== '');
  const [first = 'file'] = candidates;
  const extensions = kind?.extensions ?? [];
  const isComplete = (name: string): boolean =>
    extensions.length === 0 ? extensionOf(name) !== '' : ['.pdf', ...extensions].includes(extensionOf(name));
  // The extension in a URL, such as .php, may be that of a program. In other names it may be a word, as in "Letter to Mr.Smith".
  const stem = typed || inHeader ? first : withoutExtension(first);
  const usual = extensions[0] ?? (extensionFor(mediaType) || extensionOf(candidates.find(extensionOf) ?? ''));
  const chosen = [first, stem].find(isComplete) ?? stem + usual;
  const extension = extensionOf(chosen);
  if (!extension) {
    throw inputError(
      `${fileNameField.label} "${first}" has no extension, and the file's type could not be detected.`,
      `Add an extension, such as "${first}.pdf".`,
    );
  }
  if (kind !== pdf && extension === '.pdf') {
    throw inputError(
      `${sourceField.label} is ${kind?.noun ?? 'not a PDF'}, but its name "${chosen}" ends in .pdf.`,
      kind
        ? `Map the PDF instead, or enter a ${fileNameField.label} with the file's own extension, such as ${extensions[0] ?? '.docx'}.`
        : 'Check that the link opens the PDF itself; it may have expired.',
    );
  }
  // Shortens the name without cutting a surrogate pair in half. A service may know `.pdf` but not `.PDF`.
  const kept = withoutExtension(chosen).slice(0, maxNameLength - extension.length);
  return kept.replace(/[\uD800-\uDBFF]$/, '') + extension;
}

/**
 * Checks by its name that a file can be printed as a letter.
 * @returns a warning, or null for a PDF, PNG or JPEG
 * @throws a user-facing error for a spreadsheet
 */
export function checkPrintable(name: string, what: string = sourceField.label): string | null {
  const extension = extensionOf(name);
  if (spreadsheets.includes(extension)) {
    throw inputError(
      `${what} is a spreadsheet ("${name}"), not a letter.`,
      'Map the letter, ideally a PDF. For a list of people, use Create Temporary List or Send Letters to Several People.',
    );
  }
  if (extension === '' || ['.pdf', '.png', '.jpg', '.jpeg'].includes(extension)) return null;
  return `${what} ("${name}") is not a PDF, PNG or JPEG, so the letter service may print it differently or not at all. Look at the proof before you mail many letters.`;
}

const spreadsheets = ['.xlsx', '.xlsm', '.xlsb', '.xltx', '.xls', '.ods', '.numbers', '.csv', '.tsv'];

/**
 * Throws if a server returned something other than a document, unless File Name has its extension. For a web page, the name in the
 * response header also counts. The URL does not: a page that shows a document may end in .html.
 */
function rejectNonDocument(kind: FileKind, typed: string, inHeader: string): void {
  const named = extensionOf(typed) || (kind === webPage ? extensionOf(inHeader) : '');
  if (kind.extensions.includes(named)) return;
  if (kind === plainText) {
    throw inputError(
      `${sourceField.label} is plain text. Perhaps the name of a file is mapped instead of the file itself, or a link lacks https://.`,
      `Map the file itself, or add https:// before the link. To upload the text, enter a ${fileNameField.label} that ends in .txt.`,
    );
  }
  throw inputError(
    `The link in ${sourceField.label} leads to ${kind.noun}, not to a document.`,
    `${wrongLinkAdvice} To upload ${kind.noun}, enter a ${fileNameField.label} that ends in ${kind.extensions[0]}.`,
  );
}

/** Maximum characters of a file name. The service may reject longer ones. */
const maxNameLength = 100;

/** Returns a file name without slashes, control characters, halves of surrogate pairs and quotes. */
const cleanName = (name = ''): string =>
  name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}"]+/gu, '')
    // The folders of a path or a URL. Another slash may belong to a date.
    .replace(/^\s*(?:[a-z]+:|\.*)[/\\](?:.*[/\\])?/is, '')
    .trim()
    .replace(/^[\s.]+/, '')
    .replace(/[/\\]+/g, '-')
    .replace(/(?<![.])[.]+$/, '');

const withoutFolders = (path = ''): string => path.replace(/^.*[/\\]/s, '');

/** Returns the extension in lower case, with its dot. */
const extensionOf = (name: string): string => /[^.](\.[a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

const withoutExtension = (name: string): string => name.slice(0, name.length - extensionOf(name).length);

/** Returns an empty string for a type that says only that the file is binary. */
function extensionFor(mediaType = ''): string {
  const extension = mime.extension(mediaType);
  return extension && extension !== 'bin' ? `.${extension}` : '';
}
