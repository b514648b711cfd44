/**
 * Uploads a file from the URL of a `file` field, streamed from its source: `POST /v1/files`. The file name's extension
 * decides the type. docs/api.md#files
 */
import { createHash } from 'node:crypto';
import mime from 'mime-types';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { type FileHints, withRemoteFile } from '../api/file_download.ts';
import { type FileKind, pdf, plainText, webPage, wrongLinkAdvice } from '../api/file_kind.ts';
import * as files from '../api/files.ts';
import { Cache } from '../cache.ts';
import { explain, tryOrLog } from '../failure.ts';
import { type InputData, inputError, readRequired, readTrimmed } from '../inputs.ts';
import { toText } from '../values.ts';

export const sourceField = {
  key: 'file',
  label: 'File',
  type: 'file',
  required: true,
  helpText:
    'The document to print, best as a PDF. Map it from an earlier step, or enter a link that opens without logging in.',
} as const;

export const fileNameField = {
  key: 'filename',
  label: 'File Name',
  type: 'string',
  placeholder: 'For example newsletter.pdf',
  helpText: 'If left blank, the original name. The extension, such as .pdf, determines the type.',
} as const;

/** Seconds to remember the hash of a file. A Zap usually uploads a file and orders it in the same run. */
const fileLifetime = 14 * 86_400;

const fileKey = (fileId: string): string => `file:${fileId}`;

/** Returns the hash of an uploaded file's content, or its ID if no step uploaded it. */
export const readContentHash = async (cache: Cache, fileId: string): Promise<string> =>
  toText(await cache.read(fileKey(fileId))) || fileId;

/**
 * Uploads the file of {@link sourceField} under the name of {@link fileNameField}.
 * @param isRepeatable true if the step may run again without harm even if the file may already have arrived
 * @returns the stored file, and the SHA-256 hash of its content
 */
export function uploadFromSource(
  z: ZObject,
  bundle: Pick<Bundle, 'inputData'>,
  isRepeatable = false,
): Promise<{ file: files.StoredFile & { filename: string }; contentHash: string }> {
  const url = readRequired(bundle.inputData, sourceField);
  const filledInName = readTrimmed(bundle.inputData, fileNameField);
  return withRemoteFile(z, url, async (file, hints) => {
    const name = chooseName(filledInName, hints);
    const hash = createHash('sha256');
    // Paused, so that the first chunk waits for the upload. A Transform would be slower.
    file.stream.pause().on('data', (chunk) => hash.update(chunk));
    const uploaded = await files.upload(z, name, file, isRepeatable).catch((error: unknown) => {
      throw explain(error, {
        invalid_filename: { advice: fileNameAdvice },
        'too-large': { advice: sizeAdvice },
      });
    });
    const contentHash = hash.digest('hex');
    // Lets Create Order recognize the same file when it is uploaded again.
    await tryOrLog(z, 'The duplicate check could not save the hash of the file.', () =>
      new Cache(z).write(fileKey(uploaded.id), contentHash, fileLifetime),
    );
    return { file: { ...uploaded, filename: uploaded.filename ?? name }, contentHash };
  });
}

const sizeAdvice = 'Make the file smaller, for example by compressing its images.';
const fileNameAdvice = `In ${fileNameField.label}, enter a short name with an extension, such as letter.pdf.`;

/** Checks that the file can be downloaded, without uploading it. @returns the name under which it would be uploaded */
export const checkSource = (z: ZObject, inputData: InputData): Promise<string> =>
  withRemoteFile(z, readRequired(inputData, sourceField), async (_file, hints) =>
    chooseName(readTrimmed(inputData, fileNameField), hints),
  );

/**
 * Returns the name from the field, the response header or the URL, in this order of preference, always with an extension.
 * The extension fits the first bytes of the file, because it decides the type.
 * @throws a user-facing error if the file is not a document, or has another type than its name says
 */
function chooseName(given: string | undefined, hints: FileHints): string {
  const { kind, mediaType } = hints;
  const extensions = kind?.extensions ?? [];
  const typed = cleanName(given);
  const inHeader = cleanName(withoutFolders(hints.headerFileName));
  const inUrl = cleanName(withoutFolders(hints.urlFileName));
  const candidates = [typed, inHeader, inUrl].filter((name) => name !== '');
  const [first = 'file'] = candidates;
  if (kind && !kind.isDocument) {
    // A page is also meant if its server names it so. The address of a page that shows a file may end in .html, too.
    const meant = extensionOf(typed) || (kind === webPage ? extensionOf(inHeader) : '');
    if (!extensions.includes(meant)) throw notADocumentError(kind);
  }
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
  if (kind && kind !== pdf && extension === '.pdf') {
    throw inputError(
      `${sourceField.label} is ${kind.noun}, but its name "${chosen}" ends in .pdf.`,
      `Map the PDF instead, or enter a ${fileNameField.label} with the file's own extension, such as ${extensions[0] ?? '.docx'}.`,
    );
  }
  // Shortens the name without cutting a surrogate pair in half. A service may know `.pdf` but not `.PDF`.
  const kept = withoutExtension(chosen).slice(0, maxNameLength - extension.length);
  return kept.replace(/[\uD800-\uDBFF]$/, '') + extension;
}

const notADocumentError = (kind: FileKind): Error =>
  kind === plainText
    ? inputError(
        `${sourceField.label} is plain text. Perhaps the name of a file is mapped instead of the file itself.`,
        `Map the file itself, or, to upload the text, enter a ${fileNameField.label} that ends in .txt.`,
      )
    : inputError(
        `The link in ${sourceField.label} leads to ${kind.noun}, not to a document.`,
        `${wrongLinkAdvice} To upload ${kind.noun}, enter a ${fileNameField.label} that ends in ${kind.extensions[0]}.`,
      );

/** Maximum characters of a file name. The service may reject longer ones. */
const maxNameLength = 100;

/** Returns a file name without slashes, control characters and quotes. */
const cleanName = (name = ''): string =>
  name
    .replace(/[\p{Cc}\p{Cf}"]+/gu, '')
    .trim()
    .replace(/^[\s./\\]+/, '')
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
