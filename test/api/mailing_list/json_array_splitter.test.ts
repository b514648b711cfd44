import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { generate } from '../../../dev/scripts/scanner.ts';
import { JsonArraySplitter, MalformedListError } from '../../../src/api/mailing_list/json_array_splitter.ts';
import { scannerCode } from '../../../src/api/mailing_list/json_scanner.generated.ts';

interface Cut {
  records: unknown[];
  count: number;
  ended: boolean;
}

/** What the cutter makes of a body that arrives in the given pieces. */
function cut(pieces: readonly Uint8Array[], containing?: string): Cut {
  const cutter = new JsonArraySplitter(containing);
  const records: unknown[] = [];
  for (const piece of pieces) {
    cutter.push(piece, (record) => {
      records.push(JSON.parse(record.toString('utf8')));
      return true;
    });
  }
  return { records, count: cutter.count, ended: cutter.ended };
}

/** The body, cut at the given places. */
function inPieces(body: Buffer, places: readonly number[]): Buffer[] {
  const cuts = [0, ...places.map((place) => place % (body.length + 1)).sort((a, b) => a - b), body.length];
  return cuts.slice(1).map((end, index) => body.subarray(cuts[index], end));
}

const oneByOne = (body: Buffer): Buffer[] => [...body].map((byte) => Buffer.from([byte]));

/** Text full of what confuses a reader of JSON: quotes, backslashes, braces, other alphabets. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 24 }),
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

/** JSON in which some characters are written as escapes, as encoders in other languages do. */
const written = (value: unknown, style: { indent: number; ascii: boolean; slashes: boolean }): string => {
  let json = JSON.stringify(value, null, style.indent);
  if (style.slashes) json = json.replaceAll('/', '\\/');
  if (!style.ascii) return json;
  return json.replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
};

const list = fc.record({
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

const bodyOf = ({ contacts, before, after, style }: TypeOf<typeof list>): Buffer =>
  Buffer.from(written({ ...before, contacts, ...after }, style));

type TypeOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

describe('the cutter of the mailing list', () => {
  it('cuts out exactly the contacts that JSON.parse finds, wherever the body is broken', () => {
    fc.assert(
      fc.property(list, (given) => {
        const body = bodyOf(given);
        const { contacts } = JSON.parse(body.toString());
        const expected = { records: contacts, count: contacts.length, ended: true };
        expect(cut(inPieces(body, given.places))).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });

  it('passes over no contact that has the text it looks for, however the text is written', () => {
    fc.assert(
      fc.property(list, fc.nat(), (given, pick) => {
        const body = bodyOf(given);
        const { contacts } = JSON.parse(body.toString());
        const wanted = contacts[pick % Math.max(1, contacts.length)]?.external_id || 'donor-1';
        const isWanted = (one: unknown) =>
          typeof one === 'object' && one !== null && 'external_id' in one && one.external_id === wanted;
        const found = cut(inPieces(body, given.places), wanted);
        expect(found.records.filter(isWanted)).toEqual(contacts.filter(isWanted));
        expect(found).toMatchObject({ count: contacts.length, ended: true });
      }),
      { numRuns: 400 },
    );
  });

  it('reads a body that comes byte by byte', () => {
    const contacts = [
      { name: 'a "quoted\\" {name}' },
      { name: '😀', nested: [{ contacts: ['}', ']'] }] },
      {},
    ];
    const body = Buffer.from(written({ contacts }, { indent: 2, ascii: false, slashes: true }));
    expect(cut(oneByOne(body))).toEqual({ records: contacts, count: 3, ended: true });
  });

  it('reads contacts that are larger than the pieces it works in', () => {
    const contacts = [{ name: '\\"{['.repeat(50_000) }, { name: 'donor-7' }, { name: 'x'.repeat(200_000) }];
    const body = Buffer.from(JSON.stringify({ contacts }));
    expect(cut([body]).records).toEqual(contacts);
    expect(cut([body], 'donor-7').records).toContainEqual({ name: 'donor-7' });
    expect(cut([body], 'x'.repeat(150_000)).records).toContainEqual(contacts[2]);
  });

  it('decodes nothing of a contact that cannot be the one', () => {
    const contacts = Array.from({ length: 1_000 }, (_, index) => ({ external_id: `donor-${index}` }));
    const { records, count } = cut([Buffer.from(JSON.stringify({ contacts }))], 'donor-777');
    expect({ records, count }).toEqual({ records: [{ external_id: 'donor-777' }], count: 1_000 });
  });

  it('counts without handing anything over', () => {
    const cutter = new JsonArraySplitter();
    for (const byte of oneByOne(Buffer.from('{"contacts":[{"a":"}"},{"b":[{}]} , {}]}'))) cutter.push(byte);
    expect([cutter.count, cutter.ended]).toEqual([3, true]);
  });

  it('stops at once when the visitor has seen enough', () => {
    const cutter = new JsonArraySplitter();
    const body = Buffer.from('{"contacts":[{"a":1},{"a":2},{"a":3}]}');
    const seen: string[] = [];
    const goesOn = cutter.push(body, (record) => seen.push(record.toString()) < 2);
    expect([goesOn, seen]).toEqual([false, ['{"a":1}', '{"a":2}']]);
  });

  it.each([
    '{"contacts":[{"name":"a"}',
    '{"contacts":[{"name":"a"},',
    '{"contacts":[{"na',
    '{"contacts":[]',
    '',
  ])('does not take %s for a whole list', (body) => {
    expect(cut([Buffer.from(body)]).ended).toBe(false);
  });

  it.each([
    ['<!doctype html>', 'a web page in place of data'],
    ['  \r\n\t<html>', 'a web page in place of data'],
    ['Service unavailable', 'something other than a list'],
    ['[{"contact_id":"c-1"}]', 'something other than a list'],
    ['"contacts"', 'something other than a list'],
    ['{}', 'data without a list of contacts'],
    ['{"people":[{}]}', 'data without a list of contacts'],
    ['{"more":{"contacts":[{}]}}', 'data without a list of contacts'],
    ['{"more":"contacts"}', 'data without a list of contacts'],
    ['{"contacts":null,"more":[]}', 'data without a list of contacts'],
    ['{"contacts":7}', 'data without a list of contacts'],
    ['{"contacts":{}}', 'data without a list of contacts'],
    ['{"contacts":{},"more":[{}]}', 'data without a list of contacts'],
    ['{"contacts":"none","more":[{}]}', 'data without a list of contacts'],
    ['{"contacts":[1]}', 'a list with something other than contacts in it'],
    ['{"contacts":[{},"a"]}', 'a list with something other than contacts in it'],
    ['{"contacts":[[]]}', 'a list with something other than contacts in it'],
    ['{"contacts":[null]}', 'a list with something other than contacts in it'],
    ['{"contacts":[{}}', 'a list that is not valid JSON'],
    ['{"contacts":[{}],"contacts":[{}]}', 'a list that is there twice'],
    ['{"contacts":[],"more":{"a":"b"},"contacts":7}', 'a list that is there twice'],
    ['{"contacts":[]}{"contacts":[]}', 'a list and something after the list'],
    ['{"contacts":[]}\n ,', 'a list and something after the list'],
  ])('says that %j is %s', (body, what) => {
    const refused = new MalformedListError(what);
    expect(() => cut([Buffer.from(body)])).toThrow(refused);
    expect(() => cut(oneByOne(Buffer.from(body)))).toThrow(refused);
  });

  it.each([
    ['\ufeff \t\r\n{ "contacts" : [ {} ] } \r\n\t '],
    ['{"more":"contacts","other":["a","contacts",[1]],"contacts":[{}]}'],
    ['{"more":{"contacts":[1,2]},"contacts":[{}]}'],
    ['{"contacts":[{}],"more":{"contacts":[1,2]},"other":["contacts"],"last":"contacts"}'],
    ['{"a \\"quote\\" \\\\":"\\\\\\"}","contacts":[{}],"b \\"]}":"\\"}]\\\\"}'],
    [`{"${'k'.repeat(70)}":[],"contacts":[{}],"${'k'.repeat(70)}":1}`],
    ['{"contacts":[\n\t{}\r\n]}'],
  ])('takes %j for a list of one', (body) => {
    const expected = { records: [{}], count: 1, ended: true };
    expect(cut([Buffer.from(body)])).toEqual(expected);
    expect(cut(oneByOne(Buffer.from(body)))).toEqual(expected);
  });

  it('refuses a contact of more than 4 MB, and takes one that is hardly smaller', () => {
    const body = (size: number) => [Buffer.from(`{"contacts":[{"name":"${'x'.repeat(size)}"}]}`)];
    expect(cut(body(4 * 1024 * 1024 - 100)).count).toBe(1);
    expect(() => cut(body(4 * 1024 * 1024 + 64 * 1024))).toThrow(
      new MalformedListError('a contact of more than 4 MB'),
    );
  });

  it.each([
    ['a/1', String.raw`{"external_id":"a\/1"}`],
    ['a/1', String.raw`{"external_id":"\u0061/1"}`],
    ['a"1', String.raw`{"external_id":"a\"1"}`],
    ['é', String.raw`{"external_id":"\u00e9"}`],
    ['é', '{"external_id":"é"}'],
  ])('finds %s in %s, in one piece and in many', (wanted, record) => {
    const body = Buffer.from(`{"contacts":[{"external_id":"b"},${record},{"external_id":"b"}]}`);
    const expected = { records: [{ external_id: wanted }], count: 3, ended: true };
    expect(cut([body], wanted)).toEqual(expected);
    expect(cut(oneByOne(body), wanted)).toEqual(expected);
  });

  it('carries the code that its text says', async () => {
    expect(await generate()).toContain(scannerCode);
  });
});
