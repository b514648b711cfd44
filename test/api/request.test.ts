import { afterEach, describe, expect, it, jest } from '@jest/globals';
import nock from 'nock';
import { path } from '../../src/api/request.ts';
import { accessToken, apiRoot, UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const findOrder = (connector = new UnitConnector()) => connector.search('find_order', { order_id: 'm-1' });
const deleteContact = () => new UnitConnector().create('delete_contact', { contact_id: 'c-1' });

describe('a path', () => {
  it.each([
    ['c-1', '/v1/contacts/c-1'],
    ['a/b?c#d', '/v1/contacts/a%2Fb%3Fc%23d'],
    ['...', '/v1/contacts/...'],
    [' x ', '/v1/contacts/%20x%20'],
    ['\ud800', '/v1/contacts/%EF%BF%BD'],
  ])('takes %j as one part', (value, expected) => {
    expect(path`/v1/contacts/${value}`).toBe(expected);
  });

  it('takes several, and text after them', () => {
    expect(path`/v1/orders/${'a'}/pages/${'b'}.pdf`).toBe('/v1/orders/a/pages/b.pdf');
  });

  it.each(['', '.', '..', ' ', '\n\t'])('refuses %j, which would mean another address', (value) => {
    expect(() => path`/v1/contacts/${value}`).toThrow(/is not a valid ID.*invalid_input/);
  });

  it('is one under a version of the service', () => {
    for (const wrong of [
      () => path`/contacts`,
      () => path`/x/v1/contacts`,
      () => path`v1/contacts`,
      () => path`/v1/contacts?x=1`,
    ])
      expect(wrong).toThrow(/is not a path of the letter service/);
  });
});

describe('what is sent', () => {
  it('says what it is and what it takes', async () => {
    nock(apiRoot, {
      reqheaders: {
        accept: 'application/json',
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Zapier',
        authorization: `Bearer ${accessToken}`,
      },
    })
      .post('/v3/contacts', { name: 'Żółć {{x}}' })
      .reply(200, { contact_id: 'c-1' });
    expect(await new UnitConnector().create('create_contact', { name: 'Żółć {{x}}' })).toMatchObject({
      id: 'c-1',
    });
  });

  it('has no content type where there is no content', async () => {
    nock(apiRoot, { badheaders: ['content-type'] })
      .get('/v1/orders/m-1')
      .reply(200, { id: 'm-1' });
    await findOrder();
  });

  it('as a file says how long it is', async () => {
    nock('https://files.test').get('/a.pdf').reply(200, '%PDF-1', { 'Content-Length': '6' });
    nock(apiRoot, { reqheaders: { 'content-type': 'application/octet-stream', 'content-length': '6' } })
      .post('/v1/files?filename=a+b%26c.pdf', '%PDF-1')
      .reply(201, { id: 'f-1', filename: 'x' });
    await new UnitConnector().create('upload_file', {
      file: 'https://files.test/a.pdf',
      filename: 'a b&c.pdf',
    });
  });
});

describe('a redirect', () => {
  const to = (location: string | undefined, from = '/v1/orders/m-1', status = 302) =>
    api()
      .get(from)
      .reply(status, '', location === undefined ? {} : { Location: location });

  it('is followed ten times and no further', async () => {
    const chain = (length: number) => {
      to('/1');
      for (let hop = 1; hop < length; hop += 1) to(`${hop % 2 ? apiRoot : ''}/${hop + 1}`, `/${hop}`, 307);
    };
    chain(10);
    api().get('/10').reply(200, { id: 'm-1' });
    expect(await findOrder()).toMatchObject([{ id: 'm-1' }]);
    chain(11);
    await expect(findOrder()).rejects.toThrow(/a redirect to another address when asked to read the order/);
  });

  it.each([undefined, 'http://', 'https://[', 'mailto:a@b.test'])(
    'to %j, which is no URL of the service, is an error',
    async (location) => {
      to(location);
      await expect(findOrder()).rejects.toThrow(/a redirect to another address/);
    },
  );

  it.each([300, 301, 302, 303, 307, 308, 399])(
    'of a change (%i) is not followed, not even at home',
    async (status) => {
      api().delete('/v1/contacts/c-1').reply(status, '', { Location: '/v1/contacts/c-2' });
      await expect(deleteContact()).rejects.toThrow(
        /a redirect to another address, so we don't know whether/,
      );
    },
  );
});

describe('an answer', () => {
  it.each([
    ['a page by its type', 'Down', { 'Content-Type': 'text/html' }, /a web page instead of data/],
    ['a page by its look', '  <html>', {}, /a web page instead of data/],
    ['words', 'Down: 1 < 2', {}, /text instead of data/],
    ['space', ' \n', {}, /an empty response/],
    ['another shape', '{"order":{}}', {}, /data in an unexpected format \(at id\) when asked/],
    [
      'another shape deep inside',
      '{"id":"m-1","timeline":{"created":{}}}',
      {},
      /an unexpected format \(at timeline\.created\) when/,
    ],
    ['a list', '[]', {}, /data in an unexpected format when asked/],
  ])('of %s is no order', async (_what, body, headers, sentence) => {
    api().get('/v1/orders/m-1').reply(200, body, headers);
    await expect(findOrder()).rejects.toThrow(sentence);
  });

  it.each([
    ['nothing', ''],
    ['space', ' \n'],
    ['no data', 'null'],
    ['data', '{"deleted":true}'],
    ['data about errors of another kind', '{"errors_seen":1,"terror":true,"past_errors":[1]}'],
    ['an error that is none', '{"error":null,"errors":[]}'.replace('[]', '""')],
  ])('to a change may be %s', async (_what, body) => {
    api().delete('/v1/contacts/c-1').reply(200, body);
    expect(await deleteContact()).toMatchObject({ id: 'c-1', deleted: true });
  });

  it.each([
    ['an error', '{"error":"no"}', /an error with a success status/],
    ['errors', '{"errors":[{"code":"x"}]}', /an error with a success status/],
    ['an error among other things', '{"ok":true,"error":"no"}', /an error with a success status/],
    ['a page', '<html></html>', /a web page instead of data/],
    ['words', 'Down', /text instead of data/],
  ])('to a change that is %s confirms nothing', async (_what, body, sentence) => {
    api().delete('/v1/contacts/c-1').reply(200, body);
    await expect(deleteContact()).rejects.toThrow(sentence);
  });

  it('that is too large is not read', async () => {
    api()
      .get('/v1/orders/m-1')
      .reply(200, `{"id":"${'x'.repeat(17 * 1024 * 1024)}"}`);
    await expect(findOrder()).rejects.toThrow(/too large to read when asked to read the order "m-1"/);
  });
});

describe('an answer that there is none', () => {
  it.each([404, 410])('(%i) is an answer to a question, and not to anything else', async (status) => {
    api().get('/v1/orders/m-1').reply(status, 'no such thing');
    expect(await findOrder()).toEqual([]);
    api().post('/v3/contacts').reply(status, {});
    await expect(new UnitConnector().create('create_contact', { name: 'A' })).rejects.toMatchObject({
      status,
    });
  });

  it('to a deletion means that somebody was faster', async () => {
    api().delete('/v1/contacts/c-1').reply(410, 'gone');
    expect(await deleteContact()).toMatchObject({ id: 'c-1', deleted: true });
    api().delete('/v1/contacts/c-1').reply(404, {});
    await expect(deleteContact()).rejects.toThrow(/did not find the contact "c-1"/);
  });
});

describe('a redirect to another origin', () => {
  it('is followed for a file and for nothing else, and without the token', async () => {
    api().get('/v1/orders/m-1').reply(302, '', { Location: 'https://elsewhere.test/x' });
    await expect(findOrder()).rejects.toThrow(/a redirect to another address/);
    api().get('/v1/contacts').reply(302, '', { Location: 'https://elsewhere.test/x' });
    await expect(new UnitConnector().search('find_contact', { name: 'A' })).rejects.toThrow(
      /a redirect to another address/,
    );
    api().get('/v1/files/f-1/download').reply(302, '', { Location: 'https://elsewhere.test/x' });
    nock('https://elsewhere.test', { badheaders: ['authorization'] })
      .get('/x')
      .reply(200, '%PDF');
    const connector = new UnitConnector();
    await connector.run('hydrators.fileContent', { inputData: { id: 'f-1', name: 'a.pdf' } });
    expect(connector.stored).toMatchObject([{ name: 'a.pdf' }]);
  });
});

describe('time', () => {
  it('is limited for every call, and for an order more generously', async () => {
    const limits = jest.spyOn(AbortSignal, 'timeout');
    api().get('/v1/orders/m-1').reply(200, { id: 'm-1' });
    await findOrder();
    expect(Math.max(...limits.mock.calls.map(([limit]) => limit))).toBe(15_000);
    limits.mockClear();
    api().post('/v1/orders').reply(201, { order_id: 'm-1' });
    await new UnitConnector().create('resend_saved_order', { saved_order_id: 's', list_id: 'l' });
    expect(Math.max(...limits.mock.calls.map(([limit]) => limit))).toBe(20_000);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  const passes = (milliseconds: number) => {
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + milliseconds);
  };
  const update = { contact_id: 'c-1', clear_fields: ['greeting'] };
  const contact = { contact_id: 'c-1', name: 'A', greeting: 'Hi' };

  it('that is used up before a change keeps it from being begun', async () => {
    api()
      .get('/v1/contacts/c-1')
      .reply(() => {
        passes(21_001);
        return [200, contact];
      });
    await expect(new UnitConnector().create('update_contact', update)).rejects.toThrow(
      /^This step ran out of time before it could change the contact "c-1"/,
    );
  });

  it('that is used up before something is read does not keep it from being asked for', async () => {
    api().get('/v1/contacts/c-1').reply(200, contact);
    api()
      .post('/v3/contacts/c-1')
      .reply(() => {
        passes(22_000);
        return [204, ''];
      });
    api()
      .get('/v1/contacts/c-1')
      .reply(200, { ...contact, greeting: 'A' });
    expect(await new UnitConnector().create('update_contact', update)).toMatchObject({ greeting: 'A' });
  });

  it('of which enough is left allows it', async () => {
    api()
      .get('/v1/contacts/c-1')
      .reply(() => {
        passes(20_000);
        return [200, contact];
      });
    api().post('/v3/contacts/c-1').reply(204);
    api().get('/v1/contacts/c-1').reply(200, contact);
    expect(await new UnitConnector().create('update_contact', update)).toMatchObject({ changed: true });
  });
});

it('a sentence stays short enough to be read, however long what was mapped is', async () => {
  const id = 'x'.repeat(5_000);
  api().delete(`/v1/contacts/${id}`).reply(403, {});
  await expect(new UnitConnector().create('delete_contact', { contact_id: id })).rejects.toMatchObject({
    message: expect.stringMatching(
      /^This connection doesn't have permission to delete the contact "x{150,200}…\. Reconnect/,
    ),
  });
});
