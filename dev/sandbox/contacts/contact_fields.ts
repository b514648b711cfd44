/** The fields of a contact, each declared once with its description. Schemas, types and merge fields derive from these lists. */

/** The fields outside the address. */
export const personFields = {
  external_id: "The integration's own identifier.",
  name: 'First line on the envelope; a company can take its place.',
  file_as: 'Generated from the name if omitted.',
  greeting: 'The name after "Dear"; generated from the name if omitted.',
  company: 'Printed below the name.',
} as const;

/** The fields of the address. */
export const addressFields = {
  street: 'Can have several lines.',
  city: 'Without the state or the postal code.',
  state: 'The state, province or region.',
  postal_code: 'The ZIP or postal code.',
  country: 'Blank for the United States, else the English name of the country.',
} as const;

export type PersonField = keyof typeof personFields;
export type AddressField = keyof typeof addressFields;

/** Returns an object with a value for each of the fields. */
export function mapFields<Field extends string, Value>(
  fields: Readonly<Record<Field, string>>,
  createValue: (field: Field, description: string) => Value,
): Record<Field, Value>;
export function mapFields(
  fields: Readonly<Record<string, string>>,
  createValue: (field: string, description: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, description]) => [field, createValue(field, description)]),
  );
}
