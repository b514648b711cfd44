/** Random mailing lists as `GET /v1/contacts` could return them. */
import fc from 'fast-check';
import { anyText } from './any_text.ts';

/** Splits the body into chunks at these positions. */
export function inChunks(body: Buffer, places: readonly number[]): Buffer[] {
  const cuts = [0, ...places.map((place) => place % (body.length + 1)).sort((a, b) => a - b), body.length];
  return cuts.slice(1).map((end, index) => body.subarray(cuts[index], end));
}

export const byteByByte = (body: Buffer): Buffer[] => [...body].map((byte) => Buffer.from([byte]));

/** Text that is hard to parse in JSON: quotes, backslashes, braces, other alphabets. */
const text = fc.oneof(
  anyText({ maxLength: 24 }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', 'a', 'é', '\n', '/'),
    maxLength: 40,
  }),
  fc.constantFrom('contacts', '"},{"', '\\', '\\\\', '"', ']}', 'donor-1', 'donor-12', '😀', '\u2028'),
);

const nested = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.integer(),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
})).value;

const contact = fc.record(
  { external_id: fc.option(text), name: text, more: nested },
  { requiredKeys: ['external_id', 'name'] },
);

/** Encodes as JSON, with escapes as encoders in other languages write them. */
export const encode = (
  value: unknown,
  style: { indent: number; ascii: boolean; slashes: boolean },
): string => {
  let json = JSON.stringify(value, null, style.indent);
  if (style.slashes) json = json.replaceAll('/', '\\/');
  if (!style.ascii) return json;
  return json.replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
};

export const list = fc.record({
  contacts: fc.array(contact, { maxLength: 12 }),
  before: fc.dictionary(
    text.filter((key) => key !== 'contacts'),
    nested,
    { maxKeys: 2 },
  ),
  after: fc.dictionary(
    text.filter((key) => key !== 'contacts'),
    nested,
    { maxKeys: 2 },
  ),
  style: fc.record({ indent: fc.constantFrom(0, 0, 1, 2), ascii: fc.boolean(), slashes: fc.boolean() }),
  places: fc.array(fc.nat(), { maxLength: 12 }),
});

export const bodyOf = ({ contacts, before, after, style }: TypeOf<typeof list>): Buffer =>
  Buffer.from(encode({ ...before, contacts, ...after }, style));

type TypeOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
