/** Reads the requests of the control API. */
import type * as zod from 'zod';
import type { SandboxContext } from '../http/context.ts';
import { type JsonCodes, readOptionalJson } from '../http/request_body.ts';
import { ServiceError, shorten } from '../http/service_error.ts';
import { type ValueCodes, validate } from '../http/validation.ts';

const codes: JsonCodes & ValueCodes = {
  missing: 'missing_attribute',
  format: 'invalid_format',
  invalid: 'invalid_data',
};

/** Validates the JSON body with a schema. An empty body counts as an empty object. */
export const readBodyAs = async <S extends zod.ZodType>(
  schema: S,
  c: SandboxContext,
): Promise<zod.output<S>> => validate(schema, (await readOptionalJson(c, codes)) ?? {}, codes);

/** @throws 404 if the record does not exist */
export function requireRecord<T>(record: T | undefined, what: string, id: string): T {
  if (record !== undefined) return record;
  throw new ServiceError(404, 'not_found', `The ${what} ${shorten(id)} does not exist.`);
}

/** Returns the error for a value of the wrong form. */
export const invalidValue = (what: string, given: string, attribute: string): ServiceError =>
  new ServiceError(400, 'invalid_data', `"${shorten(given)}" is not ${what}.`, { attribute });
