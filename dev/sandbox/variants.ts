/** The ways in which the sandbox can differ where the service's description leaves something open. */
const variants = {
  default: 'the sandbox’s own choices',
  bare: 'event names without a version: contacts.address_update',
  short: 'event names without group and version: address_update',
  nested: 'errors as {error: {code, message}}',
  list: 'errors as {errors: [{code, message}]}',
  code: 'errors as {code, message}',
  text: 'errors as plain text',
  'strict-files': 'only the scopes files.read and files.write open the files',
  'strict-lists': 'only the scopes lists.read and lists.write open temporary lists',
  'no-lists': 'the service has no temporary lists: 404',
  'name-required': 'a contact needs a name; a company alone is not enough',
  'replace-address': 'an address in an update replaces the whole address',
  empty: 'a ping has no body',
  envelope: 'a ping has the body {event, created}',
  throttled: 'more than 50 API requests in a minute are answered 429 with Retry-After',
  'length-required': 'an upload without Content-Length is answered 411',
} as const;

export type Variant = keyof typeof variants;

/** Reads `NAME[,NAME…]`. @throws when a name is unknown */
export function parseVariants(text = 'default'): ReadonlySet<Variant> {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const chosen = new Set<Variant>();
  for (const name of names) {
    if (!isVariant(name)) {
      throw new Error(`There is no variant "${name}". Choose from: ${Object.keys(variants).join(', ')}.`);
    }
    chosen.add(name);
  }
  for (const rivals of alternatives) {
    const both = rivals.filter((name) => chosen.has(name));
    if (both.length > 1) {
      throw new Error(`The variants ${both.join(' and ')} cannot be combined. Choose one.`);
    }
  }
  return chosen;
}

/** Worlds that say different things about the same. */
const alternatives: readonly (readonly Variant[])[] = [
  ['bare', 'short'],
  ['nested', 'list', 'code', 'text'],
  ['empty', 'envelope'],
  ['no-lists', 'strict-lists'],
];

const isVariant = (name: string): name is Variant => Object.hasOwn(variants, name);

/** Each world with what it changes, for the command line's help. */
export const variantDescriptions = Object.entries(variants);
