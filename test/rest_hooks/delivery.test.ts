import { describe, expect, it } from '@jest/globals';
import { readDelivery, removeLoopbackMarks, subjectOf } from '../../src/rest_hooks/delivery.ts';

/** Reads a delivery with this query string, request body and `cleanedRequest`. */
const read = (querystring?: unknown, content?: unknown, cleanedRequest?: unknown) =>
  readDelivery(JSON.parse(JSON.stringify({ rawRequest: { querystring, content }, cleanedRequest })));
const delivered = (query: string, body: unknown = {}) => read(query, JSON.stringify(body));

describe('The body of a delivery', () => {
  it('is read from the request body, not from cleanedRequest', () => {
    expect(read('', '{"a":1}', { b: 2 }).body).toEqual({ a: 1 });
  });

  it.each([
    ['is missing', undefined],
    ['is blank', ' \n'],
    ['is not JSON', 'a=1'],
    ['is a list', '[{"a":1}]'],
    ['is a JSON text', '"a"'],
    ['is null', 'null'],
    ['is a number', 7],
  ])('is read from cleanedRequest if the request body %s', (_content, content) => {
    expect(read('event=x', content, { b: 2 }).body).toEqual({ b: 2 });
  });

  it.each([undefined, null, [], 'words', 7])('is empty if cleanedRequest is %j', (cleaned) => {
    expect(read('event=x', '', cleaned).body).toEqual({});
  });

  it('is read even if the query string is not text', () => {
    const { query, body } = read(7, '{"a":1}');
    expect({ query, body }).toEqual({ query: {}, body: { a: 1 } });
  });

  it('is empty if the bundle has no request', () => {
    expect(readDelivery({ cleanedRequest: undefined })).toMatchObject({ query: {}, body: {} });
  });

  it('is empty if cleanedRequest is only the query', () => {
    expect(read('event=x&contact_id=c-1', '', { event: 'x', contact_id: 'c-1' }).body).toEqual({});
  });

  it.each([
    ['differs from the query', { event: 'x', contact_id: 'c-2' }],
    ['has more values than the query', { event: 'x', name: 'M' }],
  ])('is cleanedRequest if it %s', (_difference, cleaned) => {
    expect(read('event=x&contact_id=c-1', '', cleaned).body).toEqual(cleaned);
  });

  it('has no __proto__ key', () => {
    const { body, query } = read('__proto__=p&a=b', '{"__proto__":{"a":1},"b":2}');
    expect(Object.entries(body)).toEqual([['b', 2]]);
    expect(query.a).toBe('b');
  });
});

it('A body of 20,000 nested lists is not read, but starts the Zap with what the query says', () => {
  const nested = `{"message":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  expect(read('contact_id=c-1', nested)).toMatchObject({ body: {}, query: { contact_id: 'c-1' } });
});

describe('The event of a delivery', () => {
  it.each([
    ['is read from the query', 'event=a', {}, 'a'],
    ['is read from the body', 'x=1', { event: 'b' }, 'b'],
    ['is read from the query first', 'event=a', { event: 'b' }, 'a'],
    ['is the last of several in the query, which the service adds', 'event=a&event=b', {}, 'b'],
    ['is missing if the body has a number for it', '', { event: 7 }, undefined],
  ])('%s', (_source, query, body, event) => {
    expect(delivered(query, body).event).toBe(event);
  });
});

describe('A delivery that this connection caused', () => {
  it.each([
    ['loopback_token=true', {}],
    ['loopback_client', {}],
    ['', { loopback_token: true }],
    ['', { loopback_client: 'true' }],
    ['', { loopback_client: 0 }],
  ])('is recognized by the query %j and the body %j', (query, body) => {
    expect(delivered(query, body).ownChange).toBe(true);
  });

  it.each([
    ['', {}],
    ['loopback=true', { loopback: true }],
    ['loopback_token=false', {}],
    ['loopback_client=false', { loopback_client: false }],
    ['', { loopback_token: false, loopback_client: 'false' }],
    ['', { loopback_token: null }],
  ])('is not recognized by the query %j and the body %j', (query, body) => {
    expect(delivered(query, body).ownChange).toBe(false);
  });

  it('has no loopback marks in its record', () => {
    expect(removeLoopbackMarks({ loopback_token: true, loopback_client: 1, loopback: 2, a: 3 })).toEqual({
      loopback: 2,
      a: 3,
    });
  });
});

describe('subjectOf', () => {
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
    [[7, 'c-2'], '7'],
    [['.', null], undefined],
    [[], undefined],
  ])('returns for %j the first valid ID: %j', (values, id) => {
    expect(subjectOf(...values)).toBe(id);
  });
});

describe('The ID of a delivery', () => {
  const query = 'event=e&contact_id=c&external_id=x&order_id=o';
  const body = { b: { d: [1, { z: 1, y: 2 }], c: 2 }, a: 1 };
  const idOf = (...parts: Parameters<typeof delivered>) => delivered(...parts).id;

  it('is 32 hexadecimal digits', () => {
    expect(idOf(query, body)).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    ['its keys are in another order', query, { a: 1, b: { c: 2, d: [1, { y: 2, z: 1 }] } }],
    ['its query has another parameter', `${query}&attempt=2`, body],
    ['its query is in another order', 'order_id=o&external_id=x&contact_id=c&event=e', body],
  ])('is the same if %s', (_difference, again, same) => {
    expect(idOf(again, same)).toBe(idOf(query, body));
  });

  it.each([
    ['event', query.replace('event=e', 'event=f'), body],
    ['contact', query.replace('contact_id=c', 'contact_id=d'), body],
    ['reference', query.replace('external_id=x', 'external_id=y'), body],
    ['order', query.replace('order_id=o', 'order_id=p'), body],
    ['body', query, { ...body, a: 2 }],
    ['value deep in the body', query, { ...body, b: { ...body.b, d: [1, { z: 1, y: 3 }] } }],
    ['order of a list', query, { ...body, b: { ...body.b, d: [{ z: 1, y: 2 }, 1] } }],
  ])('is different if the %s differs', (_part, other, different) => {
    expect(idOf(other, different)).not.toBe(idOf(query, body));
  });

  it('depends on the whole query if there is no body', () => {
    const ids = ['event=e&a=1', 'event=e&a=2', 'event=f&a=1'].map((text) => idOf(text));
    expect(new Set(ids).size).toBe(3);
    expect(idOf('a=1&event=e')).toBe(ids[0]);
  });
});
