/** The request and response bodies of temporary lists, and the error code of each mistake in them. */
import * as zod from 'zod';
import { addressFields, mapFields, personFields } from '../contacts/contact_fields.ts';
import { named } from '../http/named_schemas.ts';

/** Maximum bytes of a request body. */
export const bodyLimit = 1_000_000;
export const maxMetadataFields = 100;
/** Maximum characters of a value. */
const maxCharacters = 1000;

const value = zod.string().max(maxCharacters);
const fieldName = zod
  .string()
  .regex(/^[\p{L}\p{N}_-]{1,100}$/u, 'must have a name of up to 100 letters, digits, _ and -');

export const metadataSchema = zod
  .record(fieldName, value)
  .describe('Custom merge fields: {amount} prints the value of amount.');
const metadataChanges = zod.record(fieldName, value.nullable()).describe('Null removes a field.');

const recipientAddress = named(
  'lists.address',
  zod.strictObject({
    ...mapFields(addressFields, (_, description) => value.optional().describe(description)),
    country: value.nullish().describe(addressFields.country),
  }),
);

const recipientFields = mapFields(personFields, (_, description) => value.nullish().describe(description));

export const newRecipientSchema = named(
  'lists.contact.new',
  zod.strictObject({
    type: zod.literal('contact'),
    ...recipientFields,
    address: recipientAddress,
    metadata: metadataSchema.optional(),
  }),
);
export type NewRecipient = zod.output<typeof newRecipientSchema>;

export const newRecipientsSchema = named(
  'lists.contacts.new',
  zod.strictObject({ type: zod.literal('contacts'), data: zod.array(newRecipientSchema) }),
);

export const recipientChangesSchema = named(
  'lists.contact.update',
  zod.strictObject({
    type: zod.literal('contact'),
    id: zod.string(),
    ...recipientFields,
    address: recipientAddress.optional(),
    metadata: metadataChanges.optional(),
  }),
);
export type RecipientChanges = zod.output<typeof recipientChangesSchema>;

export const newListSchema = named(
  'lists.list.new',
  zod.strictObject({ name: value.trim().min(1), metadata: metadataSchema.optional() }),
);
export const listChangesSchema = named(
  'lists.list.update',
  zod.strictObject({ name: value.trim().min(1).optional(), metadata: metadataChanges.optional() }),
);

const noZone = 'Without a time zone.';

export const listCreatedSchema = named(
  'lists.list_created',
  zod.object({ list_id: zod.string(), expires: zod.string().describe(noZone) }),
);
export const listSchema = named(
  'lists.list',
  zod.object({
    list_id: zod.string(),
    name: zod.string(),
    created: zod.string().describe(noZone),
    expires: zod.string().describe(noZone),
    metadata: metadataSchema,
  }),
);
export const recipientsAddedSchema = named(
  'lists.contacts_added',
  zod.object({ contacts: zod.array(zod.object({ id: zod.string(), external_id: zod.string().nullable() })) }),
);
export const recipientSchema = named(
  'lists.contact',
  zod.object({
    type: zod.literal('contact'),
    id: zod.string(),
    ...mapFields(personFields, () => zod.string().nullable()),
    greeting: zod.string(),
    file_as: zod.string(),
    address: zod.object(mapFields(addressFields, () => zod.string())),
    metadata: metadataSchema,
  }),
);

/** The error codes for `validate`. `codeOf` chooses one by the invalid part of the body. */
export const listCodes = {
  missing: 'lists.invalid_data',
  format: 'lists.invalid_data',
  invalid: 'lists.invalid_data',
  tooLarge: { limit: bodyLimit, code: 'lists.too_much_data', status: 400 as const },
  codeOf,
};

function codeOf(issue: zod.core.$ZodIssue, part: unknown): string {
  const names = issue.path.filter((name) => typeof name === 'string');
  const last = issue.path.at(-1);
  if (names.includes('metadata')) return metadataCode(issue, part, last === 'metadata');
  if (issue.code === 'unrecognized_keys') return 'lists.invalid_field';
  if (last === 'type') return 'lists.invalid_type';
  if (last === 'data') return 'lists.invalid_data_array';
  if (last === 'address') return part === undefined ? 'lists.missing_address' : 'lists.invalid_address';
  if (names.length === 1 && last === 'id') return 'lists.id_mismatch';
  if (names.length === 1 && last === 'name' && (part === undefined || issue.code === 'too_small'))
    return 'lists.missing_name';
  if (issue.code === 'too_big') return 'lists.invalid_field_length';
  if (last === undefined || typeof last === 'number') return 'lists.invalid_type';
  return 'lists.invalid_field_value';
}

function metadataCode(issue: zod.core.$ZodIssue, part: unknown, isWhole: boolean): string {
  if (issue.code === 'invalid_key') return 'lists.invalid_metadata_field';
  if (issue.code === 'too_big') return 'lists.invalid_metadata_length';
  if (!isWhole && part === null) return 'lists.undefined_metadata_value';
  return 'lists.invalid_metadata';
}
