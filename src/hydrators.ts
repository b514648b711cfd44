/** Files that are fetched only when a later step uses them: the platform calls these with the ids kept in the record. */
import { type Bundle, errors, type RawHttpResponse, type ZObject } from 'zapier-platform-core';
import { transportError } from './api/errors.ts';
import { fileNameFromHeader } from './api/file_download.ts';
import * as files from './api/files.ts';
import * as orders from './api/orders.ts';
import { withTimeout } from './api/with_timeout.ts';
import { requiredTrimmedString, trimmedString } from './inputs.ts';

/** GET /v1/orders/{id}.pdf, stored where later steps can reach it. @returns the stored file's address */
const orderPreview = async (z: ZObject, { inputData }: Bundle): Promise<string> => {
  const id = requiredTrimmedString(inputData, { key: 'id' });
  const response = await orders.downloadPreview(z, id);
  return store(z, response, `order-${id.replace(/[^\w.-]+/g, '_')}.pdf`, 'application/pdf');
};

/** GET /v1/files/{id}/download, stored where later steps can reach it. @returns the stored file's address */
const fileContent = async (z: ZObject, { inputData }: Bundle): Promise<string> => {
  const response = await files.download(z, requiredTrimmedString(inputData, { key: 'id' }));
  const name =
    trimmedString(inputData, 'name') ?? fileNameFromHeader(response?.getHeader('content-disposition'));
  return store(z, response, name);
};

async function store(
  z: ZObject,
  response: RawHttpResponse | undefined,
  name?: string,
  type?: string,
): Promise<string> {
  if (!response) throw new errors.Error('The letter service no longer has this file.', 'file_gone', 404);
  try {
    const stored = z.stashFile(
      response.body,
      lengthOf(response),
      // Half a character in a name cannot be written into an address, and the platform would give up on the file.
      name?.toWellFormed(),
      type ?? response.getHeader('content-type'),
    );
    return await withTimeout(z, Promise.resolve(stored));
  } catch (error) {
    throw transportError(error, { object: `the file "${name ?? 'asked for'}"`, verb: 'read', scopes: [] });
  }
}

/** The length as announced, which is that of the body only when it came uncompressed. */
function lengthOf(response: RawHttpResponse): number | undefined {
  const length = Number(response.getHeader('content-length'));
  return response.getHeader('content-encoding') || !Number.isSafeInteger(length) || length <= 0
    ? undefined
    : length;
}

export const hydrators = { orderPreview, fileContent };
