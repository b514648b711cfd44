import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonArraySplitter, MalformedListError } from '../../src/api/json_array_splitter.ts';
import { bodyOf, byteByByte, encode, inChunks, list } from '../support/random_lists.ts';

function split(chunks: readonly Uint8Array[]): { records: unknown[]; count: number; ended: boolean } {
  const records: unknown[] = [];
  const splitter = new JsonArraySplitter({
    keys: ['contacts'],
    visit(item) {
      records.push(JSON.parse(item.toString()));
      return true;
    },
  });
  for (const chunk of chunks) splitter.push(chunk);
  return { records, count: splitter.count, ended: splitter.ended };
}

describe('JsonArraySplitter', () => {
  it('returns exactly the contacts that JSON.parse finds, wherever chunks end', () => {
    fc.assert(
      fc.property(list, (sample) => {
        const body = bodyOf(sample);
        const { contacts } = JSON.parse(body.toString());
        const expected = { records: contacts, count: contacts.length, ended: true };
        expect(split(inChunks(body, sample.places))).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });

  it('reads a body that arrives byte by byte', () => {
    const contacts = [
      { name: 'a "quoted\\" {name}' },
      { name: '😀', nested: [{ contacts: ['}', ']'] }] },
      {},
    ];
    const body = Buffer.from(encode({ contacts }, { indent: 2, ascii: false, slashes: true }));
    expect(split(byteByByte(body))).toEqual({ records: contacts, count: 3, ended: true });
  });

  it('reads contacts that are larger than a chunk', () => {
    const contacts = [{ name: '\\"{['.repeat(50_000) }, { name: 'donor-7' }, { name: 'x'.repeat(200_000) }];
    const body = Buffer.from(JSON.stringify({ contacts }));
    expect(split([body]).records).toEqual(contacts);
  });

  it('stops when the visitor returns false', () => {
    const body = Buffer.from('{"contacts":[{"a":1},{"a":2},{"a":3}]}');
    const visited: string[] = [];
    const splitter = new JsonArraySplitter({
      keys: ['contacts'],
      visit: (item) => visited.push(item.toString()) < 2,
    });
    const hasMore = splitter.push(body);
    expect([hasMore, visited]).toEqual([false, ['{"a":1}', '{"a":2}']]);
  });

  it.each([
    '{"contacts":[{"name":"a"}',
    '{"contacts":[{"name":"a"},',
    '{"contacts":[{"na',
    '{"contacts":[]',
    '',
  ])('does not accept %s as a complete list', (body) => {
    expect(split([Buffer.from(body)]).ended).toBe(false);
  });

  it.each([
    ['<!doctype html>', 'a web page instead of data'],
    ['  \r\n\t<html>', 'a web page instead of data'],
    ['Service unavailable', 'data without a list named "contacts"'],
    ['[{"contact_id":"c-1"}]', 'data without a list named "contacts"'],
    ['"contacts"', 'data without a list named "contacts"'],
    ['{}', 'data without a list named "contacts"'],
    ['{"people":[{}]}', 'data without a list named "contacts"'],
    ['{"more":{"contacts":[{}]}}', 'data without a list named "contacts"'],
    ['{"more":"contacts"}', 'data without a list named "contacts"'],
    ['{"contacts":nul}', 'data without a list named "contacts"'],
    ['{"contacts":nullx}', 'data without a list named "contacts"'],
    ['{"contacts" null}', 'data without a list named "contacts"'],
    ['{"more":null}', 'data without a list named "contacts"'],
    ['{"contacts":null,"contacts":[{}]}', 'two lists'],
    ['{"contacts":7}', 'data without a list named "contacts"'],
    ['{"contacts":{}}', 'data without a list named "contacts"'],
    ['{"contacts":{},"more":[{}]}', 'data without a list named "contacts"'],
    ['{"contacts":"none","more":[{}]}', 'data without a list named "contacts"'],
    ['{"contacts":[1]}', 'a list that contains something other than objects'],
    ['{"contacts":[{},"a"]}', 'a list that contains something other than objects'],
    ['{"contacts":[[]]}', 'a list that contains something other than objects'],
    ['{"contacts":[null]}', 'a list that contains something other than objects'],
    ['{"contacts":[{}}', 'a list that contains something other than objects'],
    ['{"contacts":[{}],"contacts":[{}]}', 'two lists'],
    ['{"contacts":[]}{"contacts":[]}', 'unexpected data after the list'],
    ['{"contacts":[]}\n ,', 'unexpected data after the list'],
  ])('rejects %j as %s', (body, problem) => {
    const error = new MalformedListError(problem);
    expect(() => split([Buffer.from(body)])).toThrow(error);
    expect(() => split(byteByByte(Buffer.from(body)))).toThrow(error);
  });

  it.each([
    [' \t\r\n{ "contacts" : [ {} ] } \r\n\t '],
    ['{"more":"contacts","other":["a","contacts",[1]],"contacts":[{}]}'],
    ['{"more":{"contacts":[1,2]},"contacts":[{}]}'],
    ['{"contacts":[{}],"more":{"contacts":[1,2]},"other":["contacts"],"last":"contacts"}'],
    ['{"a \\"quote\\" \\\\":"\\\\\\"}","contacts":[{}],"b \\"]}":"\\"}]\\\\"}'],
    [`{"${'k'.repeat(70)}":[],"contacts":[{}],"${'k'.repeat(70)}":1}`],
    ['{"contacts":[\n\t{}\r\n]}'],
  ])('accepts %j as a list of one contact', (body) => {
    const expected = { records: [{}], count: 1, ended: true };
    expect(split([Buffer.from(body)])).toEqual(expected);
    expect(split(byteByByte(Buffer.from(body)))).toEqual(expected);
  });

  it.each([
    ['{"contacts":[]}'],
    ['{"contacts":null}'],
    [' { "more" : null , "contacts" : null } '],
    ['{"contacts":null,"more":[{}],"other":null}'],
  ])('accepts %j as an empty list', (body) => {
    const expected = { records: [], count: 0, ended: true };
    expect(split([Buffer.from(body)])).toEqual(expected);
    expect(split(byteByByte(Buffer.from(body)))).toEqual(expected);
  });
});

it('JsonArraySplitter refuses an item that goes on and on, while it arrives', () => {
  const chunk = Buffer.alloc(1_000_000, 'x');
  const splitter = new JsonArraySplitter({ keys: ['contacts'], visit: () => true });
  splitter.push(Buffer.from('{"contacts":[{"name":"'));
  let pushed = 0;
  const push = () => {
    for (; pushed < 100; pushed += 1) splitter.push(chunk);
  };
  expect(push).toThrow(new MalformedListError('an item with more than 10 MB'));
  expect(pushed).toBe(9);
});
