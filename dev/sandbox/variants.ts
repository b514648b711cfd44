/** The variants: other ways to answer where the API's description is silent. */
const variants = {
  default: 'the answers in dev/sandbox/README.md',
  bare: 'event names without a version: contacts.address_update',
  short: 'event names without a group and a version: address_update',
  nested: 'errors as {error: {code, message}}',
  list: 'errors as {errors: [{code, message}]}',
  code: 'errors as {code, message}',
  text: 'errors as plain text',
  'strict-files': 'files require the scopes files.read and files.write; pls.files.* do not exist',
  'strict-lists': 'temporary lists require the scopes lists.read and lists.write; pls.lists.* do not exist',
  'no-lists': 'no temporary lists; their endpoints return 404',
  'name-required': 'a contact requires a name; a company alone is not enough',
  'replace-address': 'an address in an update replaces the whole address',
  empty: 'a ping has no body',
  envelope: 'a ping has the body {event, created}',
  throttled: 'more than 50 requests a minute return 429 with Retry-After',
  'strict-addresses':
    'an address requires a city or a postal code, and a valid ZIP code in the United States; others return 400',
  'order-without-list': 'GET /v1/orders/{id} returns no list',
  'lagging-list': 'GET /v1/contacts returns a new or changed contact two seconds later',
  'sorted-list': 'GET /v1/contacts is sorted by file_as instead of by age',
  'length-required': 'an upload without Content-Length returns 411',
} as const;

export type Variant = keyof typeof variants;

/** Reads `NAME[,NAME…]`. @throws when a name is unknown */
export function parseVariants(text = ''): ReadonlySet<Variant> {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const chosen = new Set<Variant>();
  for (const name of names) {
    if (!isVariant(name)) {
      throw new Error(`Unknown variant "${name}". Choose from: ${Object.keys(variants).join(', ')}.`);
    }
    chosen.add(name);
  }
  for (const rivals of exclusiveVariants) {
    const both = rivals.filter((name) => chosen.has(name));
    if (both.length > 1) {
      throw new Error(`The variants ${both.join(' and ')} cannot be combined. Choose one.`);
    }
  }
  return chosen;
}

/** Variants that answer the same question, so that only one of them can be chosen. */
const exclusiveVariants: readonly (readonly Variant[])[] = [
  ['bare', 'short'],
  ['nested', 'list', 'code', 'text'],
  ['empty', 'envelope'],
  ['no-lists', 'strict-lists'],
];

const isVariant = (name: string): name is Variant => Object.hasOwn(variants, name);

/** Each variant with its description. */
export const variantDescriptions = Object.entries(variants).flatMap(([name, meaning]): [Variant, string][] =>
  isVariant(name) ? [[name, meaning]] : [],
);
