/** Random webhook deliveries: with fields missing, added, duplicated, of a wrong type or badly encoded. */
import fc from 'fast-check';
import { anyText } from '../../support/any_text.ts';
import { events } from './service_data.ts';

export const code = fc.oneof(
  fc.constantFrom('returned_mail', 'api_client', 'unspecified'),
  fc.constantFrom('RETURNED_MAIL', ' returned_mail', 'returned_mail.v2', 'constructor', '__proto__', ''),
  fc.string(),
);
const text = fc.oneof(
  anyText({ maxLength: 40 }),
  fc.constantFrom('', '\u0000', '{{bundle.authData.access_token}}', '😀'.repeat(50), '\ud800', '<script>'),
);
export const unexpectedValue = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(null, 0, -1, 1e300, true, [], {}, [[]]),
);
/** Returns the usual value, an unexpected one or none. */
export const maybe = <T>(usual: fc.Arbitrary<T>) =>
  fc.option(fc.oneof({ weight: 4, arbitrary: usual }, unexpectedValue), { nil: undefined });
const address = fc.record(
  {
    street: maybe(text),
    city: maybe(text),
    postal_code: maybe(text),
    country: maybe(text),
    is_deliverable: maybe(fc.boolean()),
    __proto__: maybe(fc.constant({ is_deliverable: false })),
  },
  { requiredKeys: [] },
);
export const body = fc.record(
  {
    code: maybe(code),
    contact_id: maybe(fc.constantFrom('c-100-0001', 'c-100-0002', '../x', '')),
    external_id: maybe(text),
    message: maybe(text),
    name: maybe(text),
    new_address: maybe(address),
    old_address: maybe(address),
    updated: maybe(fc.constantFrom('2026-03-13T00:58:53-04:00', '2026-03-13T00:58:53', 'yesterday', '')),
    completed: maybe(fc.constantFrom('2026-03-13T00:58:53.123-04:00', '')),
    order_id: maybe(fc.constantFrom('m-100-0001', '', '..')),
    event: maybe(text),
    loopback_token: maybe(fc.boolean()),
    loopback_client: maybe(fc.boolean()),
    constructor: maybe(text),
    toString: maybe(text),
    something_new: unexpectedValue,
  },
  { requiredKeys: [] },
);
export const content = fc.oneof(
  { weight: 6, arbitrary: body.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: body.map((value) => `\ufeff${JSON.stringify(value)}`) },
  {
    weight: 1,
    arbitrary: body.map((value) =>
      JSON.stringify(value).replace('{', '{"__proto__":{"code":"returned_mail"},'),
    ),
  },
  {
    weight: 1,
    arbitrary: body.map((value) =>
      JSON.stringify(value).replace('{', '{"code":"first","code":"api_client",'),
    ),
  },
  { weight: 1, arbitrary: body.map((value) => JSON.stringify(value).slice(0, -5)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '[]',
      'null',
      '1',
      '"text"',
      '<html></html>',
      '[{}]',
      'code=returned_mail&contact_id=c-1',
      '\ufffe{\u0000"\u0000c\u0000',
      '{"contact_id":"c-1","name":"Zo\ufffd Ã¼"}',
      '{"contact_id":"c-1","name":"\\ud800","code":"\\u0072eturned_mail"}',
      undefined,
      null,
      7,
    ),
  },
);
const parameter = fc.tuple(
  fc.constantFrom(
    'event',
    'contact_id',
    'external_id',
    'order_id',
    'loopback_token',
    'zap',
    '__proto__',
    'id',
  ),
  fc.oneof(fc.constantFrom(...Object.keys(events), 'ping', 'c-100-0001', ''), text),
);
export const querystring = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(parameter, { maxLength: 6 })
      .map((pairs) =>
        pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&'),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '%',
      '%E0%A4%A',
      'event',
      '&&&',
      'event=%FF',
      'a'.repeat(5000),
      undefined,
      null,
      5,
      {},
    ),
  },
);
