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
  'short-list-names': 'the name of a temporary list can have up to 50 characters',
  'name-required': 'a contact requires a name; a company alone is not enough',
  'replace-address': 'an address in an update replaces the whole address',
  'blank-greeting': 'a blank greeting or file_as in an update is stored as blank instead of generated',
  'kept-blanks': 'a blank value in an update is ignored, so nothing can be cleared',
  empty: 'a ping has no body',
  envelope: 'a ping has the body {event, created}',
  'odd-types': 'fields in responses whose type is not documented have objects and arrays as values',
  throttled: 'more than 50 requests a minute return 429 with Retry-After',
  'strict-addresses':
    'an address requires a city or a postal code, and a valid ZIP code in the United States; others return 400',
  'order-without-list': 'GET /v1/orders/{id} returns no list',
  'form-b-first':
    'GET /v1/orders/{id} returns saved_order_id, and POST /v1/orders with it orders the saved order, whatever else it has',
  'soft-deletes': 'GET /v1/contacts/{id} returns a deleted contact with deleted: true',
  'dropped-contacts': 'PUT /v1/contacts leaves out the last contact without an error',
  'lagging-list': 'GET /v1/contacts returns a new or changed contact two seconds later',
  'file-in-use-403': 'the deletion of a file that an order uses returns 403 instead of 409',
  'canceled-marked': 'GET /v1/orders/{id} returns a canceled order with canceled: true instead of 404',
  'pdf-accept': 'previews and downloads return 406 unless the Accept header allows their type',
  'slow-previews': 'the preview of a new order returns 202 for ten seconds',
  'corrected-addresses':
    'a new or changed address in the United States gets ZIP+4 two seconds later, and an address update is published',
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
  ['blank-greeting', 'kept-blanks'],
  ['replace-address', 'kept-blanks'],
];

const isVariant = (name: string): name is Variant => Object.hasOwn(variants, name);

/** Each variant with its description. */
export const variantDescriptions = Object.entries(variants).flatMap(([name, meaning]): [Variant, string][] =>
  isVariant(name) ? [[name, meaning]] : [],
);
