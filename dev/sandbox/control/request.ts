/** Reading the requests of the control API. */
import type * as zod from 'zod';
import type { SandboxContext } from '../http/context.ts';
import { checked, type JsonCodes, readOptionalJson, shorten, type ValueCodes } from '../http/request_body.ts';
import { ServiceError } from '../http/service_error.ts';

const codes: JsonCodes & ValueCodes = {
  missing: 'missing_attribute',
  format: 'invalid_format',
  invalid: 'invalid_data',
};

/** A body by a schema; none is an empty object, so that calls whose fields are all optional need none. */
export const readBodyAs = async <S extends zod.ZodType>(
  c: SandboxContext,
  schema: S,
): Promise<zod.output<S>> => checked(schema, (await readOptionalJson(c, codes)) ?? {}, codes);

/** @throws 404 that names what is not there */
export function existing<T>(record: T | undefined, what: string, id: string): T {
  if (record !== undefined) return record;
  throw new ServiceError(404, 'not_found', `There is no ${what} ${shorten(id)}.`);
}
