/** Downloads files when a later step uses them. Zapier calls these functions with the IDs in the record. */
import type { Bundle, ZObject } from 'zapier-platform-core';
import { fileNameFromHeader } from './api/file_download.ts';
import * as files from './api/files.ts';
import * as orders from './api/orders.ts';
import { withTimeout } from './api/run_time.ts';
import type { IncomingResponse } from './api/send.ts';
import { withPlatformErrors } from './edge.ts';
import { Failure, getFailure } from './failure.ts';
import { readRequired, readTrimmed } from './steps/inputs.ts';

/** `GET /v1/orders/{order_id}.pdf`: copies an order's proof to Zapier. @returns the copy's URL */
const orderPreview = async (z: ZObject, { inputData }: Bundle): Promise<string> => {
  const id = readRequired(inputData, { key: 'id' });
  const response = await orders.downloadPreview(z, id);
  return copyToZapier(z, response, `order-${id.replace(/[^\w.-]+/g, '_')}.pdf`, 'application/pdf');
};

/** `GET /v1/files/{file_id}/download`: copies a file to Zapier. @returns the copy's URL */
const fileContent = async (z: ZObject, { inputData }: Bundle): Promise<string> => {
  const response = await files.download(z, readRequired(inputData, { key: 'id' }));
  const name =
    readTrimmed(inputData, { key: 'name' }) ?? fileNameFromHeader(response.getHeader('content-disposition'));
  return copyToZapier(z, response, name);
};

async function copyToZapier(
  z: ZObject,
  response: IncomingResponse,
  name?: string,
  type = response.getHeader('content-type'),
): Promise<string> {
  try {
    const stored = z.stashFile(
      response.body,
      // No length: zapier-platform-core stores the body in a file first and reads its length.
      undefined,
      // zapier-platform-core cannot put half a surrogate pair into a URL.
      name?.toWellFormed(),
      type,
    );
    return await withTimeout(z, stored);
  } catch (error) {
    if (getFailure(error)) throw error;
    throw new Failure({
      kind: 'unknown',
      what: `The file${name ? ` "${name}"` : ''} could not be copied to Zapier.`,
      advice: 'Run the step again in a few minutes.',
    });
  }
}

/** Wrapped here, not in index.ts, because `z.dehydrateFile` finds a function in the definition by its identity. */
export const hydrators = withPlatformErrors({ orderPreview, fileContent });
