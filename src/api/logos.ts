/** Envelope logos. docs/api.md#logos */
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { path, requestJson } from './send.ts';
import { identifier, listOf, looseText } from './values.ts';

const logoSchema = zod.looseObject({ id: identifier, name: looseText });

/** `GET /v1/logos`: returns all envelope logos of the account. */
export const list = async (z: ZObject, timeout?: number): Promise<zod.output<typeof logoSchema>[]> => {
  const { data } = await requestJson(z, zod.looseObject({ data: listOf(logoSchema) }), {
    path: path`/v1/logos`,
    timeout,
    purpose: { object: 'your envelope logos', verb: 'read', scopes: [] },
  });
  return data;
};
