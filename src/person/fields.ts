/**
 * The fields of a contact, each declared once. Input fields, line items, reading, comparing, clearing, searching, samples and
 * output fields derive from this list. `list_columns/table.ts` has the headings for each field in a file.
 *
 * docs/api.md#contacts, docs/api.md#address
 */
import type { ContactTextKey } from '../api/contacts.ts';
import type { TextUse } from './printed_text.ts';

interface ContactField {
  /** The key in `contactSchema` of `src/api/contacts.ts`. */
  key: ContactTextKey;
  label: string;
  /** Default: `string`. */
  type?: 'string' | 'text';
  group: 'person' | 'address' | 'more';
  /** Where its values are used, which decides how they are read. */
  use: TextUse;
  /** Omitted if the label and the example are enough. In some steps, a blank field stays unchanged. */
  helpText?: string;
  /** The value that Clear Fields sends, and its label there. If omitted, the field cannot be cleared. */
  clear?: { value: '' | null; label: string };
  /** True if the service generates the value from the name when the field is blank. */
  isGenerated?: true;
  /** How searches compare the field. If omitted, searches do not have the field. */
  match?: 'exactly' | 'as a whole' | 'as a postal code';
  matchHelpText?: string;
  /** True if Search Everywhere searches the field. */
  isSearched?: true;
  /** True if neither the letter nor its envelope prints it. Letters that differ only in such fields count as the same. */
  isOnlyStored?: true;
  /** The value in samples, and the example in the field's placeholder unless there is an `example`. */
  sample: string;
  example?: string;
}

export const contactFields = [
  {
    key: 'name',
    label: 'Name',
    group: 'person',
    use: 'name',
    helpText: 'Enter a name, a company or both.',
    match: 'as a whole',
    matchHelpText:
      'The full name. Capital letters, accents and punctuation are ignored. To find part of a name, use Search Everywhere.',
    isSearched: true,
    sample: 'Maria Miller',
  },
  {
    key: 'company',
    label: 'Company or Organization',
    group: 'person',
    use: 'line',
    helpText: 'Printed below the name.',
    clear: { value: '', label: 'Company or Organization' },
    match: 'as a whole',
    matchHelpText:
      'The full name of the company or organization. Capital letters, accents and punctuation are ignored.',
    isSearched: true,
    sample: 'Grace Community Church',
  },
  {
    key: 'street',
    label: 'Street',
    type: 'text',
    group: 'address',
    use: 'street',
    example: '12 Market Street',
    helpText: 'With the house number. It may have several lines.',
    isSearched: true,
    sample: '12 Market Street\nApartment 4',
  },
  {
    key: 'city',
    label: 'City',
    group: 'address',
    use: 'place',
    isSearched: true,
    sample: 'Columbus',
  },
  {
    key: 'state',
    label: 'State or Region',
    group: 'address',
    use: 'place',
    isSearched: true,
    sample: 'OH',
  },
  {
    key: 'postal_code',
    label: 'Postal Code',
    group: 'address',
    use: 'place',
    match: 'as a postal code',
    matchHelpText: 'The full ZIP or postal code. A five-digit ZIP code also finds its ZIP+4 codes.',
    isSearched: true,
    sample: '43215',
  },
  {
    key: 'country',
    label: 'Country',
    group: 'address',
    use: 'place',
    example: 'Germany',
    helpText: 'The name or the two-letter code. A contact without a country is in the United States.',
    clear: { value: '', label: 'Country (reset to United States)' },
    sample: '',
  },
  {
    key: 'external_id',
    label: 'Your Reference',
    group: 'more',
    use: 'reference',
    helpText: 'Such as a donor number in your own system.',
    clear: { value: null, label: 'Your Reference' },
    match: 'exactly',
    matchHelpText: "The contact's ID in your own system, exactly as you saved it.",
    isOnlyStored: true,
    sample: 'donor-1042',
  },
  {
    key: 'greeting',
    label: 'Greeting',
    group: 'more',
    use: 'greeting',
    example: 'Maria and Tom',
    helpText: 'The name after "Dear". For a contact without one, it is generated from the name.',
    clear: { value: '', label: 'Greeting (regenerate from the name)' },
    isGenerated: true,
    sample: 'Maria',
  },
  {
    key: 'file_as',
    label: 'Sort Name',
    group: 'more',
    use: 'line',
    helpText: 'For sorting lists. For a contact without one, it is generated from the name.',
    clear: { value: '', label: 'Sort Name (regenerate from the name)' },
    isGenerated: true,
    isOnlyStored: true,
    sample: 'Miller, Maria',
  },
] as const satisfies readonly ContactField[];

type Declared = (typeof contactFields)[number];

/** The keys of a contact that a user can fill in. */
export type ContactKey = Declared['key'];
export type AddressKey = Extract<Declared, { group: 'address' }>['key'];
export type Address = { [Key in AddressKey]?: string };
export type PersonKey = Exclude<ContactKey, AddressKey>;
/** The keys that a letter or its envelope prints. */
export type PrintedKey = Exclude<Declared, { isOnlyStored: true }>['key'];
export type CriterionKey = Extract<Declared, { match: string }>['key'];

export const labelOf = (key: ContactKey): string =>
  contactFields.find((field) => field.key === key)?.label ?? key;
export const addressFields = contactFields.filter((field) => field.group === 'address');
export const addressKeys = addressFields.map(({ key }) => key);
export const personFields = contactFields.filter((field) => field.group !== 'address');
export const personKeys = personFields.map(({ key }) => key);
export const printedFields = contactFields.flatMap((field) => ('isOnlyStored' in field ? [] : [field]));
export const printedKeys = printedFields.map(({ key }) => key);
export const clearableFields = contactFields.filter((field) => 'clear' in field);
export const criterionFields = contactFields.filter((field) => 'match' in field);

export const contactFieldGroups = [
  { key: 'person', label: 'Person' },
  { key: 'address', label: 'Address' },
  { key: 'more', label: 'More' },
];

export const contactInputFields = contactFields.map(
  ({ key, label, type = 'string', group, helpText, sample, example = sample }: ContactField) => ({
    key,
    label,
    type,
    group,
    placeholder: `For example ${example}`,
    ...(helpText === undefined ? {} : { helpText }),
  }),
);

/** The field by which Create or Update Contact finds the contact. */
export const referenceField = {
  key: 'external_id',
  label: 'Your Reference',
  type: 'string',
  required: true,
  group: 'person',
  placeholder: 'For example donor-1042',
  helpText:
    'The ID in your own system, such as a donor number. The contact with this reference is updated. If none has it, one is added.',
} as const;

/** The input fields as line items, which have no groups. */
export const contactLineItemFields = contactInputFields.map(({ group, ...field }) => field);

/** The country of a contact of the letter service whose country is blank. */
export const homeCountry = 'US';

/** The country of people on a list whose country is blank. */
export const defaultCountryField = {
  key: 'default_country',
  label: 'Default Country',
  type: 'string',
  placeholder: 'For example Sweden',
  helpText:
    'The country of everyone in the list whose country is blank. Leave this blank for the United States.',
} as const;
