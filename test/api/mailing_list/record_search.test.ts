import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RecordSearch } from '../../../src/api/mailing_list/record_search.ts';
import { bodyOf, byteByByte, inChunks, list } from './random_lists.ts';

function search(chunks: readonly Uint8Array[], text: string): { records: unknown[]; ended: boolean } {
  const records: unknown[] = [];
  const reader = new RecordSearch(text, (record) => {
    records.push(JSON.parse(record.toString('utf8')));
    return true;
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return { records, ended: reader.ended };
}

/** Cuts the body into chunks of equal size. */
const ofSize = (body: Buffer, size: number): Buffer[] =>
  inChunks(
    body,
    Array.from({ length: Math.floor(body.length / size) }, (_, index) => index * size),
  );

const bodyWith = (contacts: readonly unknown[], indent?: number): Buffer =>
  Buffer.from(JSON.stringify({ contacts }, null, indent));

const manyContacts = (length: number): Record<string, unknown>[] =>
  Array.from({ length }, (_, index) => ({ contact_id: `c-${index}`, external_id: `donor-${index}` }));

describe('RecordSearch', () => {
  it('finds every contact with the text, however it is encoded and wherever chunks end', () => {
    fc.assert(
      fc.property(list, fc.nat(), (sample, pick) => {
        const body = bodyOf(sample);
        const { contacts } = JSON.parse(body.toString());
        const target = contacts[pick % Math.max(1, contacts.length)]?.external_id || 'donor-1';
        const isMatch = (record: unknown) =>
          typeof record === 'object' &&
          record !== null &&
          'external_id' in record &&
          record.external_id === target;
        const found = search(inChunks(body, sample.places), target);
        expect(found.records.filter(isMatch)).toEqual(contacts.filter(isMatch));
        expect(contacts).toEqual(expect.arrayContaining(found.records));
        expect(found.ended).toBe(true);
      }),
      { numRuns: 600 },
    );
  });

  it.each([undefined, 2])(
    'visits only the contact with the text in a long list, indented by %s',
    (indent) => {
      const body = bodyWith(manyContacts(1_000), indent);
      for (const size of [97, 256, 1_021, 4_096, 64_000]) {
        for (const index of [0, 1, 500, 777, 998, 999]) {
          const { records, ended } = search(ofSize(body, size), `donor-${index}`);
          expect(records).toContainEqual({ contact_id: `c-${index}`, external_id: `donor-${index}` });
          expect(ended).toBe(true);
        }
      }
    },
  );

  it('finds the text wherever a chunk ends', () => {
    const contacts = manyContacts(40);
    const body = bodyWith(contacts);
    for (let place = 1; place < body.length; place += 1)
      expect(search(inChunks(body, [place]), 'donor-25').records).toEqual([contacts[25]]);
  });

  it('finds every contact if several have the text', () => {
    const contacts = manyContacts(500).map((contact, index) => ({
      ...contact,
      external_id: `${index % 100}`,
    }));
    const { records } = search(ofSize(bodyWith(contacts), 512), '42');
    expect(records.filter((record) => JSON.stringify(record).includes('"external_id":"42"'))).toHaveLength(5);
  });

  it.each([
    ['in an array', { household: manyContacts(30) }],
    ['in an object', { parent: { contact_id: 'c-1', external_id: 'donor-3' } }],
    ['in text', { note: 'x},{' + '"contact_id":"c-1","external_id":"donor-3"},{' }],
    ['in text that ends like the beginning of a contact', { note: ',{', more: ',{' }],
  ])('ignores what looks like a contact %s', (_, fields) => {
    const contacts = manyContacts(20).map((contact) => ({ ...contact, ...fields }));
    const body = bodyWith(contacts);
    for (const size of [50, 128, 700, 5_000]) {
      const { records, ended } = search(ofSize(body, size), 'donor-3');
      expect(contacts).toEqual(expect.arrayContaining(records));
      expect(records).toContainEqual(contacts[3]);
      expect(ended).toBe(true);
    }
  });

  it('does not search after the list', () => {
    const body = Buffer.from(JSON.stringify({ contacts: manyContacts(50), deleted: manyContacts(50) }));
    for (const size of [50, 333, 1_500, 9_000])
      expect(search(ofSize(body, size), 'donor-7')).toEqual({
        records: [{ contact_id: 'c-7', external_id: 'donor-7' }],
        ended: true,
      });
  });

  it('detects an incomplete list', () => {
    const body = bodyWith(manyContacts(200));
    for (const size of [200, 1_000])
      expect(search(ofSize(body.subarray(0, -30), size), 'donor-7').ended).toBe(false);
  });

  it('stops when the visitor returns false, even in buffered contacts', () => {
    const body = bodyWith(manyContacts(100));
    const visited: string[] = [];
    const visit = (record: Buffer) => visited.push(record.toString()) < 1;
    const reader = new RecordSearch('donor-99', visit);
    const all = ofSize(body, 300).every((chunk) => reader.push(chunk)) && reader.end();
    expect([all, visited]).toEqual([false, ['{"contact_id":"c-99","external_id":"donor-99"}']]);
  });

  it.each([
    ['a/1', String.raw`{"external_id":"a\/1"}`],
    ['a/1', String.raw`{"external_id":"\u0061/1"}`],
    ['a"1', String.raw`{"external_id":"a\"1"}`],
    ['é', String.raw`{"external_id":"\u00e9"}`],
    ['é', '{"external_id":"é"}'],
  ])('finds %s in %s, in one chunk and in many', (text, record) => {
    const others = Array.from({ length: 20 }, () => '{"external_id":"b"}').join(',');
    const body = Buffer.from(`{"contacts":[${others},${record},${others}]}`);
    const expected = { records: [{ external_id: text }], ended: true };
    expect(search([body], text)).toEqual(expected);
    expect(search(byteByByte(body), text)).toEqual(expected);
    for (const size of [7, 23, 100]) expect(search(ofSize(body, size), text)).toEqual(expected);
  });
});
