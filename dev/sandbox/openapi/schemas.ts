/** The named schemas as JSON Schema. */
import * as zod from 'zod';
import { namedSchemas } from '../http/named_schemas.ts';

const refOf = (id: string): string => `#/components/schemas/${id}`;

export function schemaComponents() {
  const { schemas } = zod.toJSONSchema(namedSchemas, { uri: refOf, io: 'input' });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutSchemaId(schema)]));
}

/** Returns a reference to the schema of a body, which must have a name. */
export function schemaReference(schema: zod.ZodType): { $ref: string } {
  const id = namedSchemas.get(schema)?.id;
  if (id === undefined) throw new Error('The schema of a body has no name. Register it with named().');
  return { $ref: refOf(id) };
}

/** Returns the JSON Schema of a schema that has no name. */
export const toJsonSchema = (schema: zod.ZodType): object =>
  withoutSchemaId(zod.toJSONSchema(schema, { io: 'input', metadata: zod.registry() }));

const withoutSchemaId = ({ $schema, $id, ...schema }: { $schema?: unknown; $id?: unknown }): object => schema;
