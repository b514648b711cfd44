/** Upload File: source → POST /v1/files (§4.2), streamed. The file name's extension decides the type. */
import mime from 'mime-types';
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import { type FileHints, withRemoteFile } from '../api/file_download.ts';
import * as files from '../api/files.ts';
import { inputError, requiredTrimmedString, trimmedString } from '../inputs.ts';

const inputFields = defineInputFields([
  {
    key: 'file',
    label: 'File',
    type: 'file',
    required: true,
    helpText:
      'The document to print, for example a PDF from an earlier step. A link works too when it opens without logging in.',
  },
  {
    key: 'filename',
    label: 'File Name',
    type: 'string',
    placeholder: 'newsletter.pdf',
    helpText:
      'Taken from the file when left blank. Its ending, such as .pdf, tells the letter service what kind of file it is.',
  },
]);

const perform = (async (z, { inputData }) => {
  const address = requiredTrimmedString(inputData, inputFields[0]);
  const given = trimmedString(inputData, 'filename');
  return withRemoteFile(z, address, async (file, facts) => {
    const name = nameFor(given, facts);
    const uploaded = await files.upload(z, name, file);
    return { ...uploaded, file_id: uploaded.id, filename: uploaded.filename ?? name };
  });
}) satisfies CreatePerform;

/** The name from the field, else as the source states it, else from the address; with an extension in any case. */
function nameFor(given: string | undefined, { headerFileName, urlFileName, mediaType }: FileHints): string {
  const candidates = [given, headerFileName, urlFileName].map(plainName).filter((name) => name !== undefined);
  const name = candidates[0] ?? 'file';
  const chosen = extensionOf(name)
    ? name
    : name + (extensionFor(mediaType) ?? extensionOf(candidates.find(extensionOf) ?? ''));
  const extension = extensionOf(chosen);
  if (!extension) {
    throw inputError(
      `${inputFields[1].label} is "${name}", which does not end in the kind of file, and the file's source does not tell it. Fill in ${inputFields[1].label} with an ending, such as "${name}.pdf".`,
    );
  }
  if (mediaType === 'text/html' && !/^\.html?$/i.test(extension)) {
    throw inputError(
      `The link given for ${inputFields[0].label} leads to a web page, not to "${chosen}". Use a link that downloads the file itself, or map the file from an earlier step.`,
    );
  }
  return given === undefined ? shortened(chosen, extension) : chosen;
}

/** A name and nothing else: no folder, no control character, no quote. */
function plainName(name: string | undefined): string | undefined {
  const last = name?.split(/[/\\]/).pop() ?? '';
  return (
    last
      .replace(/[\p{Cc}\p{Cf}"]+/gu, '')
      .trim()
      .replace(/^\.+/, '') || undefined
  );
}

const extensionOf = (name: string): string => /[^.]\.[a-z0-9]{1,10}$/i.exec(name)?.[0].slice(1) ?? '';

function extensionFor(mediaType: string | undefined): string | undefined {
  if (!mediaType || mediaType === 'application/octet-stream') return undefined;
  const extension = mime.extension(mediaType);
  return extension && extension !== 'bin' ? `.${extension}` : undefined;
}

/** A name that nobody chose may be long; services take about a hundred characters. */
const shortened = (name: string, extension: string): string =>
  name.length <= 100
    ? name
    : name
        .slice(0, 100 - extension.length)
        // Not half of an emoji.
        .replace(/[\uD800-\uDBFF]$/, '')
        .trim() + extension;

export const uploadFile = defineCreate({
  key: 'upload_file',
  noun: 'File',
  display: {
    label: 'Upload File',
    description: 'Uploads a document, such as a PDF, so that it can be printed in an order.',
  },
  operation: {
    inputFields,
    cleanInputData: false,
    perform,
    sample: { id: 'f-120-8841', file_id: 'f-120-8841', filename: 'newsletter.pdf' },
    outputFields: [
      { key: 'id', label: 'File', primary: true },
      { key: 'file_id', label: 'File Number' },
      { key: 'filename', label: 'File Name' },
    ],
  },
});
