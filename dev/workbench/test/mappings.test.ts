import { describe, expect, it } from '@jest/globals';
import { isExampleFile, localFileName } from '../page/shared/file_name.ts';
import { itemsOf } from '../zaps/items.ts';
import { findMappings, hasPath, resolveMappings, type Source } from '../zaps/mappings.ts';

const order = {
  order_id: 'm-1',
  amount: 12.5,
  rush: false,
  list: null,
  tags: ['a', 'b'],
  contents: [
    { type: 'sheet', file: 'f-1', merge: [{ text: 'Dear' }, { text: 'Yours' }] },
    { type: 'envelope', logo: 'l-1' },
  ],
  timeline: { created: '2026-11-21' },
  'odd.key': 'odd',
};

const source: Source = { record: order, optionalPaths: ['timeline__mailed', 'contents[]paper_type'] };

const mapped = (value: unknown): unknown => resolveMappings({ value }, new Map([['1', source]])).value;

describe('a mapping', () => {
  it.each([
    ['a number alone', '{{1.amount}}', 12.5],
    ['a boolean alone', ' {{ 1.rush }} ', false],
    ['nothing alone', '{{1.list}}', null],
    ['a list alone', '{{1.tags}}', ['a', 'b']],
    ['a column of line items alone', '{{1.contents[].type}}', ['sheet', 'envelope']],
    ['line items alone', '{{1.contents}}', order.contents],
    ['lists in lists', '{{1.contents[].merge[].text}}', ['Dear', 'Yours']],
    ['a place inside', '{{1.timeline.created}}', '2026-11-21'],
    ['the same as Zapier writes it', '{{1.timeline__created}}', '2026-11-21'],
    ['a column as Zapier writes it', '{{1.contents[]type}}', ['sheet', 'envelope']],
    ['a name with a dot in it', '{{1.odd.key}}', 'odd'],
    ['mappings in a text', '{{1.order_id}}: {{1.tags}}, {{1.list}}{{1.amount}}', 'm-1: a, b, 12.5'],
    ['no mapping', 'Dear {greeting},', 'Dear {greeting},'],
    ['what only other records have', '{{1.timeline.mailed}}', undefined],
    ['what only other line items have', '{{1.contents[].paper_type}}', undefined],
  ])('gives %s', (_what, text, value) => {
    expect(mapped(text)).toStrictEqual(value);
  });

  it('leaves other values unchanged', () => {
    expect(mapped(8.5)).toBe(8.5);
    expect(mapped(true)).toBe(true);
    expect(mapped({ note: '{{1.order_id}}', deep: { no: 1 } })).toEqual({ note: 'm-1', deep: { no: 1 } });
  });

  it('of a list is spread into a list field', () => {
    expect(mapped(['first', '{{1.tags}}', 'last {{1.amount}}'])).toEqual(['first', 'a', 'b', 'last 12.5']);
  });

  it('in line items makes one for each entry of the longest list', () => {
    expect(
      mapped([
        { file: '{{1.contents[].type}} {{1.order_id}}', width: 8.5, merge: '{{1.contents[].merge[].text}}' },
        { file: 'one more' },
      ]),
    ).toEqual([
      { file: 'sheet m-1', width: 8.5, merge: 'Dear' },
      { file: 'envelope m-1', width: 8.5, merge: 'Yours' },
      { file: 'one more' },
    ]);
    const empty = new Map([['1', { record: { contents: [] }, optionalPaths: [] }]]);
    expect(resolveMappings({ rows: [{ file: '{{1.contents[].file}}' }] }, empty)).toEqual({ rows: [] });
  });

  it('without a value is blank', () => {
    expect(mapped('{{1.nmae}}')).toBeUndefined();
    expect(mapped('{{2.name}}')).toBeUndefined();
    expect(mapped('Dear {{1.nmae}}!')).toBe('Dear !');
  });

  it('is rejected if its braces name no step', () => {
    expect(() => mapped('Dear {{name}}')).toThrow(/^\{\{name\}\} is not data from an earlier step\. Remove/);
  });

  it('has a path if this record or another one of the same step can have it', () => {
    expect(hasPath(source, 'contents[].file')).toBe(true);
    expect(hasPath(source, 'timeline.mailed')).toBe(true);
    expect(hasPath(source, 'nmae')).toBe(false);
    expect(hasPath(source, 'contents[].nmae')).toBe(false);
  });

  it('is found anywhere in a value', () => {
    expect(findMappings({ rows: [{ text: 'a {{1.b}} {{2.c}}' }], list: ['{{3.d}}'] })).toEqual([
      { text: '{{1.b}}', step: '1', path: 'b' },
      { text: '{{2.c}}', step: '2', path: 'c' },
      { text: '{{3.d}}', step: '3', path: 'd' },
    ]);
  });
});

describe('a record’s items', () => {
  it('are in the order of the output fields with their labels, then the others', () => {
    const fields = [
      { key: 'timeline__created', label: 'Created' },
      { key: 'contents[]type', label: 'Content Type' },
      { key: 'missing', label: 'Missing' },
      { key: 'order_id' },
    ];
    expect(itemsOf(order, fields).map(({ path, label, value }) => [path, label, value])).toEqual([
      ['timeline.created', 'Created', '2026-11-21'],
      ['contents[].type', 'Content Type', 'sheet, envelope'],
      ['order_id', 'Order Id', 'm-1'],
      ['amount', 'Amount', '12.5'],
      ['rush', 'Rush', 'false'],
      ['list', 'List', ''],
      ['tags', 'Tags', 'a, b'],
      ['contents[].file', 'Contents File', 'f-1'],
      ['contents[].merge[].text', 'Contents Merge Text', 'Dear, Yours'],
      ['contents[].logo', 'Contents Logo', 'l-1'],
      ['odd.key', 'Odd Key', 'odd'],
    ]);
  });

  it.each([
    [['a', null, 'b'], 'a, b'],
    [[null, null], ''],
    [['One sentence.', 'Another, longer.'], 'One sentence.\nAnother, longer.'],
    [['Ann\nAkron', 'Bob\nDayton'], 'Ann\nAkron\n\nBob\nDayton'],
  ])('show the list %j as %j', (list, value) => {
    expect(itemsOf({ list }, [])).toEqual([{ path: 'list', label: 'List', value }]);
  });

  it('can be mapped by their paths', () => {
    for (const { path } of itemsOf(order, [])) expect([path, hasPath(source, path)]).toEqual([path, true]);
  });
});

describe('The URL of a file', () => {
  const origin = 'http://127.0.0.1:4020';

  it.each([
    ['/examples/donors.csv', true],
    [`${origin}/examples/donors.csv`, true],
    ['http://127.0.0.1:4021/examples/donors.csv', false],
    ['http://127.0.0.1:40201/examples/donors.csv', false],
    [`${origin}/files/0-1/letter.pdf`, false],
    ['/examples/%', false],
  ])('%s is the one of an example on the page’s own origin: %s', (url, isOwn) => {
    expect(isExampleFile(url, origin)).toBe(isOwn);
  });

  it('that is malformed has no name', () => {
    expect(localFileName('/examples/%')).toBeUndefined();
    expect(localFileName('/examples/a%20b.csv')).toBe('a b.csv');
  });
});
