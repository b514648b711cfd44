/** Names schemas for the OpenAPI document. */
import * as zod from 'zod';

/** Text of any field. A street or a merge text is far shorter. */
export const text = zod.string().max(20_000);

/** The schemas in the OpenAPI document, with the names that they have there. */
export const namedSchemas = zod.registry<{ id: string }>();

export const named = <S extends zod.ZodType>(id: string, schema: S): S => {
  namedSchemas.add(schema, { id });
  return schema;
};
