/** An uploaded file: its ID, and the upload from the URL of a `file` field, streamed from its source. docs/api.md#files */
import { createHash } from 'node:crypto';
import type { ZObject } from 'zapier-platform-core';
import { withRemoteFile } from '../api/file_download.ts';
import * as files from '../api/files.ts';
import { Cache } from '../cache.ts';
import { explain, tryOrLog } from '../failure.ts';
import { type InputData, readRequired, readTrimmed } from '../steps/inputs.ts';
import { toText } from '../text/values.ts';
import { checkPrintable, chooseName, fileNameField, sourceField } from './file_name.ts';

export const fileField = {
  key: 'file_id',
  label: 'File ID',
  type: 'string',
  required: true,
  placeholder: 'For example f-120-8841',
  helpText: 'The ID of the uploaded file. Map it from an Upload File step.',
} as const;

export const fileSample = { id: 'f-120-8841', file_id: 'f-120-8841', filename: 'newsletter.pdf' };

/** Seconds to remember the hash of a file. A Zap usually uploads a file and orders it in the same run. */
const fileLifetime = 14 * 86_400;

const fileKey = (fileId: string): string => `file:${fileId}`;

/** Returns the hash of an uploaded file's content and its name, or its ID and no name if no step uploaded it. */
export async function recallUpload(cache: Cache, fileId: string): Promise<{ content: string; name: string }> {
  const [hash = '', name = ''] = toText(await cache.read(fileKey(fileId))).split(/ (.*)/s);
  return { content: hash || fileId, name };
}

/**
 * Uploads the file of {@link sourceField} under the name of {@link fileNameField}.
 * @param isOrdered true if the step then orders the file. It may run again without harm even if the file may already have arrived.
 * @returns the stored file, the SHA-256 hash of its content, and what {@link checkPrintable} says of a file that is ordered
 */
export function uploadFromSource(z: ZObject, inputData: InputData, isOrdered = false) {
  const url = readRequired(inputData, sourceField);
  const filledInName = readTrimmed(inputData, fileNameField);
  return withRemoteFile(z, url, async (file) => {
    const name = chooseName(filledInName, file);
    const warning = isOrdered ? checkPrintable(name) : null;
    const hash = createHash('sha256');
    // Paused, so that the first chunk waits for the upload. A Transform would be slower.
    file.stream.pause().on('data', (chunk) => hash.update(chunk));
    const uploaded = await files.upload(z, name, file, isOrdered).catch((error: unknown) => {
      throw explain(error, rejections);
    });
    const contentHash = hash.digest('hex');
    // Lets Create Order recognize the same file when it is uploaded again.
    await tryOrLog(z, 'The duplicate check could not save the hash of the file.', () =>
      new Cache(z).write(fileKey(uploaded.id), `${contentHash} ${name}`, fileLifetime),
    );
    return { file: { ...uploaded, filename: uploaded.filename ?? name }, contentHash, warning };
  });
}

const rejections = {
  invalid_filename: {
    advice: `In ${fileNameField.label}, enter a short name with an extension, such as letter.pdf.`,
  },
  'too-large': { advice: 'Make the file smaller, for example by compressing its images.' },
};

/** Checks that the file can be downloaded and ordered, without uploading it. @returns the name under which it would be uploaded */
export const checkSource = (z: ZObject, inputData: InputData) =>
  withRemoteFile(z, readRequired(inputData, sourceField), async (file) => {
    const name = chooseName(readTrimmed(inputData, fileNameField), file);
    return { name, warning: checkPrintable(name) };
  });
