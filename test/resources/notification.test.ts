import { describe, expect, it } from '@jest/globals';
import { readNotification, subjectOf, withoutLoopMarks } from '../../src/resources/notification.ts';

/** A delivery as the platform hands it over. */
const read = (querystring?: unknown, content?: unknown, cleanedRequest?: unknown) =>
  readNotification(JSON.parse(JSON.stringify({ rawRequest: { querystring, content }, cleanedRequest })));
const delivered = (query: string, body: unknown = {}) => read(query, JSON.stringify(body));

describe('the body of a delivery', () => {
  it('is read from the text of the request before what the platform made of it', () => {
    expect(read('', '{"a":1}', { b: 2 }).body).toEqual({ a: 1 });
  });

  it.each([
    ['is missing', undefined],
    ['is blank', ' \n'],
    ['is no JSON', 'a=1'],
    ['is a list', '[{"a":1}]'],
    ['is a word', '"a"'],
    ['is null', 'null'],
    ['is of another type', 7],
  ])('is what the platform made of it where the text %s', (_what, content) => {
    expect(read('event=x', content, { b: 2 }).body).toEqual({ b: 2 });
  });

  it.each([undefined, null, [], 'words', 7])('is empty where the platform made %j of it', (cleaned) => {
    expect(read('event=x', '', cleaned).body).toEqual({});
  });

  it('is read without a query that is no text', () => {
    const { query, body } = read(7, '{"a":1}');
    expect({ query, body }).toEqual({ query: {}, body: { a: 1 } });
  });

  it('is empty where the platform gives no request at all', () => {
    expect(readNotification({ cleanedRequest: undefined })).toMatchObject({ query: {}, body: {} });
  });

  it('is not the query, which the platform may hand over in its place', () => {
    expect(read('event=x&contact_id=c-1', '', { event: 'x', contact_id: 'c-1' }).body).toEqual({});
  });

  it.each([
    ['says something else', { event: 'x', contact_id: 'c-2' }],
    ['says more', { event: 'x', name: 'M' }],
  ])('is the query’s when it %s', (_what, cleaned) => {
    expect(read('event=x&contact_id=c-1', '', cleaned).body).toEqual(cleaned);
  });

  it('loses what would change the object that it is copied into, at any depth', () => {
    const { body, query } = read(
      '__proto__=p&a=b',
      '{"__proto__":{"a":1},"b":[{"__proto__":{"c":2},"d":3}]}',
    );
    expect(Object.keys(body)).toEqual(['b']);
    expect(body).toEqual({ b: [{ d: 3 }] });
    expect(Object.entries(query)).toEqual([['a', 'b']]);
  });

  /** How many objects or lists still stand inside each other. */
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + depthOf(Object.values(value)[0]) : 0;
  it.each([
    ['objects', (inner: unknown) => ({ inner })],
    ['lists', (inner: unknown) => [inner]],
  ])('keeps as many %s inside each other as a Zap can map, and no more', (_what, around) => {
    const nested = (times: number): unknown => (times === 0 ? 'end' : around(nested(times - 1)));
    expect(depthOf(delivered('', { nested: nested(23) }).body)).toBe(24);
    expect(JSON.stringify(delivered('', { nested: nested(23) }).body)).toContain('"end"');
    const cut = delivered('', { nested: nested(60) }).body;
    expect(depthOf(cut)).toBe(24);
    expect(JSON.stringify(cut)).toContain('null');
  });
});

describe('the event of a delivery', () => {
  it.each([
    ['stands in the query', 'event=a', {}, 'a'],
    ['stands in the body', 'x=1', { event: 'b' }, 'b'],
    ['stands in the query before the body', 'event=a', { event: 'b' }, 'a'],
    ['is the last of several in the query, which is the service’s own', 'event=a&event=b', {}, 'b'],
    ['is none where the body has no word for it', '', { event: 7 }, undefined],
  ])('%s', (_where, query, body, event) => {
    expect(delivered(query, body).event).toBe(event);
  });
});

describe('what this connection caused', () => {
  it.each([
    ['loopback_token=true', {}],
    ['loopback_client', {}],
    ['loopback_client=false', {}],
    ['', { loopback_token: true }],
    ['', { loopback_client: 'true' }],
    ['', { loopback_client: 0 }],
  ])('is marked in %j or %j', (query, body) => {
    expect(delivered(query, body).ownChange).toBe(true);
  });

  it.each([
    ['', {}],
    ['loopback=true', { loopback: true }],
    ['', { loopback_token: false, loopback_client: 'false' }],
    ['', { loopback_token: null }],
  ])('is not marked in %j and %j', (query, body) => {
    expect(delivered(query, body).ownChange).toBe(false);
  });

  it('is told once, and not by its marks too', () => {
    expect(withoutLoopMarks({ loopback_token: true, loopback_client: 1, loopback: 2, a: 3 })).toEqual({
      loopback: 2,
      a: 3,
    });
  });
});

describe('what a delivery is about', () => {
  const longest = 'x'.repeat(200);
  it.each([
    [['c-1', 'c-2'], 'c-1'],
    [[null, undefined, 'c-2'], 'c-2'],
    [['', 'c-2'], 'c-2'],
    [['.', '..', ' ', ' \n', 'c-2'], 'c-2'],
    [['...'], '...'],
    [['.x', 'c-2'], '.x'],
    [['x.', 'c-2'], 'x.'],
    [['x ', 'c-2'], 'x '],
    [[' x', 'c-2'], ' x'],
    [[longest, 'c-2'], longest],
    [[`${longest}x`, 'c-2'], 'c-2'],
    [['.', null], undefined],
    [[], undefined],
  ])('is of %j the first that can be its number: %j', (given, number) => {
    expect(subjectOf(...given)).toBe(number);
  });
});

describe('the number of a notice', () => {
  const query = 'event=e&contact_id=c&external_id=x&order_id=o';
  const body = { b: { d: [1, { z: 1, y: 2 }], c: 2 }, a: 1 };
  const numberOf = (...parts: Parameters<typeof delivered>) => delivered(...parts).id;

  it('is 32 hexadecimal digits', () => {
    expect(numberOf(query, body)).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    ['its keys come in another order', query, { a: 1, b: { c: 2, d: [1, { y: 2, z: 1 }] } }],
    ['its query says more', `${query}&attempt=2`, body],
    ['its query comes in another order', 'order_id=o&external_id=x&contact_id=c&event=e', body],
  ])('is the same when %s', (_what, again, same) => {
    expect(numberOf(again, same)).toBe(numberOf(query, body));
  });

  it.each([
    ['event', query.replace('event=e', 'event=f'), body],
    ['contact', query.replace('contact_id=c', 'contact_id=d'), body],
    ['reference', query.replace('external_id=x', 'external_id=y'), body],
    ['order', query.replace('order_id=o', 'order_id=p'), body],
    ['body', query, { ...body, a: 2 }],
    ['body, deep inside,', query, { ...body, b: { ...body.b, d: [1, { z: 1, y: 3 }] } }],
    ['order of a list', query, { ...body, b: { ...body.b, d: [{ z: 1, y: 2 }, 1] } }],
  ])('is another when its %s is another', (_what, other, different) => {
    expect(numberOf(other, different)).not.toBe(numberOf(query, body));
  });

  it('is made of the whole query where there is no body', () => {
    const made = ['event=e&a=1', 'event=e&a=2', 'event=f&a=1'].map((one) => numberOf(one));
    expect(new Set(made).size).toBe(3);
    expect(numberOf('a=1&event=e')).toBe(made[0]);
  });
});
