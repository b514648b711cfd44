import { afterEach, describe, expect, it, jest } from '@jest/globals';
import nock from 'nock';
import { path } from '../../src/api/send.ts';
import { accessToken, apiRoot, UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const findOrder = (connector = new UnitConnector()) => connector.search('find_order', { order_id: 'm-1' });
const deleteContact = () => new UnitConnector().create('delete_contact', { contact_id: 'c-1' });

describe('path', () => {
  it.each([
    ['c-1', '/v1/contacts/c-1'],
    ['a/b?c#d', '/v1/contacts/a%2Fb%3Fc%23d'],
    ['...', '/v1/contacts/...'],
    [' x ', '/v1/contacts/%20x%20'],
    ['\ud800', '/v1/contacts/%EF%BF%BD'],
  ])('encodes %j as one segment', (value, expected) => {
    expect(path`/v1/contacts/${value}`).toBe(expected);
  });

  it('encodes several segments', () => {
    expect(path`/v1/orders/${'a'}/pages/${'b'}.pdf`).toBe('/v1/orders/a/pages/b.pdf');
  });

  it.each(['', '.', '..', ' ', '\n\t'])('rejects %j, which would change the path', (value) => {
    expect(() => path`/v1/contacts/${value}`).toThrow(/is not a valid ID/);
  });
});

describe('A request', () => {
  it('has a content type, an accept header, a user agent and the access token', async () => {
    nock(apiRoot, {
      reqheaders: {
        accept: 'application/json',
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Zapier',
        authorization: `Bearer ${accessToken}`,
      },
    })
      .post('/v3/contacts', { name: 'Żółć' })
      .reply(200, { contact_id: 'c-1' });
    expect(await new UnitConnector().create('create_contact', { name: 'Żółć' })).toMatchObject({
      id: 'c-1',
    });
  });

  it.each(['{{bundle.inputData.name}}', '{{process.env.CLIENT_SECRET}}'])(
    'may contain %s, which zapier-platform-core would reject',
    async (street) => {
      api()
        .post('/v3/contacts', ({ address }) => address.street === street)
        .reply(200, { contact_id: 'c-1' });
      expect(await new UnitConnector().create('create_contact', { name: 'Ann', street })).toMatchObject({
        address: { street },
      });
    },
  );

  it('has no content type without a body', async () => {
    nock(apiRoot, { badheaders: ['content-type'] })
      .get('/v1/orders/m-1')
      .reply(200, { id: 'm-1' });
    await findOrder();
  });

  it('has a content length for a file', async () => {
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

describe('A redirect', () => {
  const redirectsTo = (location: string | undefined, from = '/v1/orders/m-1', status = 302) =>
    api()
      .get(from)
      .reply(status, '', location === undefined ? {} : { Location: location });

  it('is followed up to ten times', async () => {
    const chain = (length: number) => {
      redirectsTo('/1');
      for (let hop = 1; hop < length; hop += 1)
        redirectsTo(`${hop % 2 ? apiRoot : ''}/${hop + 1}`, `/${hop}`, 307);
    };
    chain(10);
    api().get('/10').reply(200, { id: 'm-1' });
    expect(await findOrder()).toMatchObject([{ id: 'm-1' }]);
    chain(11);
    await expect(findOrder()).rejects.toThrow(/a redirect to another address when asked to read the order/);
  });

  it.each([undefined, 'http://', 'https://[', 'mailto:a@b.test'])('to %j is an error', async (location) => {
    redirectsTo(location);
    await expect(findOrder()).rejects.toThrow(/a redirect to another address/);
  });

  it.each([307, 308])('of a request that changes something was not processed (%i)', async (status) => {
    api().delete('/v1/contacts/c-1').reply(status, '', { Location: '/v1/contacts/c-2' });
    await expect(deleteContact()).rejects.toThrow(
      /^The letter service returned a redirect to another address, so it did not delete the contact "c-1"\. Nothing was deleted\. Run the step again later\.$/,
    );
  });

  it.each([300, 301, 302, 303, 304, 399])(
    'of a request that changes something is not followed (%i)',
    async (status) => {
      api().delete('/v1/contacts/c-1').reply(status, '', { Location: '/v1/contacts/c-2' });
      await expect(deleteContact()).rejects.toThrow(
        /a redirect to another address, so we don't know whether/,
      );
    },
  );
});

describe('A response', () => {
  it.each([
    ['a web page', '  <html>', {}, /a web page instead of data/],
    ['text', 'Down: 1 < 2', {}, /an unreadable response/],
    ['spaces', ' \n', {}, /an unreadable response/],
    ['an unexpected object', '{"order":{}}', {}, /data in an unexpected format \(at id\) when asked/],
    ['an object without its ID', '{"type":"order"}', {}, /an unexpected format \(at id\) when/],
    ['a list', '[]', {}, /data in an unexpected format when asked/],
  ])('that is %s is rejected', async (_body, body, headers, message) => {
    api().get('/v1/orders/m-1').reply(200, body, headers);
    await expect(findOrder()).rejects.toThrow(message);
  });

  it.each([
    ['empty', ''],
    ['blank', ' \n'],
    ['null', 'null'],
    ['an object', '{"deleted":true}'],
    ['an object with keys that contain "error"', '{"errors_seen":1,"terror":true,"past_errors":[1]}'],
    ['an object with blank errors', '{"error":null,"errors":[]}'],
    ['an object with no errors', '{"error":false,"errors":{}}'],
    ['an object with a count of errors', '{"error":"","errors":0}'],
  ])('to a deletion may be %s', async (_body, body) => {
    api().delete('/v1/contacts/c-1').reply(200, body);
    expect(await deleteContact()).toMatchObject({ id: 'c-1', deleted: true });
  });

  it.each([
    ['an error', '{"error":"no"}', /an error with a success status/],
    ['errors', '{"errors":[{"code":"x"}]}', /an error with a success status/],
    ['an object with an error', '{"ok":true,"error":"no"}', /an error with a success status/],
    ['a web page', '<html></html>', /a web page instead of data/],
    ['text', 'Down', /an unreadable response/],
  ])('to a deletion must not be %s', async (_body, body, message) => {
    api().delete('/v1/contacts/c-1').reply(200, body);
    await expect(deleteContact()).rejects.toThrow(message);
  });

  it('that is too large is rejected', async () => {
    api()
      .get('/v1/orders/m-1')
      .reply(200, `{"id":"${'x'.repeat(17 * 1024 * 1024)}"}`);
    await expect(findOrder()).rejects.toThrow(/too large to read when asked to read the order "m-1"/);
  });
});

describe('A response that confirms a change with an ID', () => {
  const odd = { filename: {}, expires: [], created: {}, contents: null, timeline: 7, invoice_amount: {} };
  const send = {
    saved_order_id: 's',
    list_id: 'l',
    duplicate_window: 'off',
  };

  it.each([{ order_id: 'm-1' }, { id: 'm-1' }])(
    'is a success whatever else it contains: order %j',
    async (id) => {
      api()
        .post('/v1/orders')
        .reply(201, { ...id, ...odd });
      expect(await new UnitConnector().create('resend_saved_order', send)).toMatchObject({
        order_id: 'm-1',
        created: null,
      });
    },
  );

  it('is a success whatever else it contains: file', async () => {
    nock('https://files.test').get('/a.pdf').reply(200, '%PDF', { 'Content-Length': '4' });
    api()
      .post('/v1/files?filename=a.pdf')
      .reply(201, { id: 'f-1', ...odd });
    expect(
      await new UnitConnector().create('upload_file', { file: 'https://files.test/a.pdf' }),
    ).toMatchObject({ file_id: 'f-1', filename: 'a.pdf' });
  });

  it('is a success whatever else it contains: new order', async () => {
    api()
      .post('/v1/orders')
      .reply(200, { id: 'm-1', ...odd });
    expect(
      await new UnitConnector().create('create_order', {
        list_id: 'l',
        sheets: [{ file: 'f-1' }],
        duplicate_window: 'off',
      }),
    ).toMatchObject({ order_id: 'm-1' });
  });
});

describe('A response with status 404 or 410', () => {
  it.each([404, 410])('means "not found" for a search and is an error for an action (%i)', async (status) => {
    api().get('/v1/orders/m-1').reply(status, 'no such thing');
    expect(await findOrder()).toEqual([]);
    api().post('/v3/contacts').reply(status, {});
    await expect(new UnitConnector().create('create_contact', { name: 'A' })).rejects.toMatchObject({
      status,
    });
  });

  it('means "already deleted" for a deletion only with 410', async () => {
    api().delete('/v1/contacts/c-1').reply(410, 'gone');
    expect(await deleteContact()).toMatchObject({ id: 'c-1', deleted: true });
    api().delete('/v1/contacts/c-1').reply(404, {});
    await expect(deleteContact()).rejects.toThrow(/did not find the contact "c-1"/);
  });
});

describe('A redirect to another origin', () => {
  it('is followed only for files, and without the access token', async () => {
    api().get('/v1/orders/m-1').reply(302, '', { Location: 'https://other-origin.test/x' });
    await expect(findOrder()).rejects.toThrow(/a redirect to another address/);
    api().get('/v1/contacts').reply(302, '', { Location: 'https://other-origin.test/x' });
    await expect(new UnitConnector().search('find_contact', { name: 'A' })).rejects.toThrow(
      /a redirect to another address/,
    );
    api().get('/v1/files/f-1/download').reply(302, '', { Location: 'https://other-origin.test/x' });
    nock('https://other-origin.test', { badheaders: ['authorization'] })
      .get('/x')
      .reply(200, '%PDF');
    const connector = new UnitConnector();
    await connector.run('hydrators.fileContent', { inputData: { id: 'f-1', name: 'a.pdf' } });
    expect(connector.stored).toMatchObject([{ name: 'a.pdf' }]);
  });
});

describe('The timeout', () => {
  /** Returns the limit of each request that the run sends while the clock stands still. */
  async function limitsOf(run: (connector: UnitConnector) => Promise<unknown>): Promise<number[]> {
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const limits = jest.spyOn(AbortSignal, 'timeout');
    await run(new UnitConnector());
    return limits.mock.calls.map(([limit]) => limit);
  }
  const servesFile = () =>
    nock('https://files.test').get('/a.pdf').reply(200, '%PDF', { 'Content-Length': '4' });

  it('is 15 seconds for a request that reads', async () => {
    api().get('/v1/orders/m-1').reply(200, { id: 'm-1' });
    expect(await limitsOf(findOrder)).toEqual([15_000]);
  });

  it.each([
    ['resend_saved_order', { saved_order_id: 's', list_id: 'l' }],
    ['create_order', { list_id: 'l', sheets: [{ file: 'f-1' }] }],
  ])('is 20 seconds for an order by %s, and 4 for reading it afterwards', async (key, inputData) => {
    api().post('/v1/orders').reply(201, { id: 'm-1', order_id: 'm-1' });
    api().get('/v1/orders/m-1').reply(200, { id: 'm-1' });
    expect(await limitsOf((connector) => connector.create(key, inputData))).toEqual([20_000, 4_000]);
  });

  it('is as long as the run for the download and the upload of a file', async () => {
    servesFile();
    api().post('/v1/files').query(true).reply(201, { id: 'f-1' });
    expect(
      await limitsOf((connector) => connector.create('upload_file', { file: 'https://files.test/a.pdf' })),
    ).toEqual([25_000, 25_000]);
  });

  it('is as long as the run for the mailing list', async () => {
    api().get('/v1/contacts').reply(200, { contacts: [] });
    expect(await limitsOf((connector) => connector.search('find_contact', { name: 'Ann' }))).toEqual([
      25_000,
    ]);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  const advanceClock = (milliseconds: number) => {
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + milliseconds);
  };
  const update = { contact_id: 'c-1', clear_fields: ['greeting'] };
  const contact = { contact_id: 'c-1', name: 'A', greeting: 'Hi' };

  it('of the step keeps a change from being sent too late', async () => {
    api()
      .get('/v1/contacts/c-1')
      .reply(() => {
        advanceClock(21_001);
        return [200, contact];
      });
    await expect(new UnitConnector().create('update_contact', update)).rejects.toThrow(
      /^A: This step ran out of time before it could change the contact "c-1"/,
    );
  });

  it('of the step keeps a new mailing list from being sent too late', async () => {
    api()
      .get('/v1/contacts')
      .reply(() => {
        advanceClock(21_001);
        return [200, { contacts: [] }];
      });
    const step = { minimum_contacts: 1, contacts: [{ name: 'A', city: 'X' }] };
    await expect(new UnitConnector().create('replace_mailing_list', step)).rejects.toThrow(
      /^This step ran out of time before it could replace your mailing list\. Nothing was replaced/,
    );
  });

  it('of the step does not keep a contact from being read again', async () => {
    api().get('/v1/contacts/c-1').reply(200, contact);
    api()
      .post('/v3/contacts/c-1')
      .reply(() => {
        advanceClock(22_000);
        return [204, ''];
      });
    api()
      .get('/v1/contacts/c-1')
      .reply(200, { ...contact, greeting: 'A' });
    expect(await new UnitConnector().create('update_contact', update)).toMatchObject({ greeting: 'A' });
  });

  it('of the step allows a change after 20 seconds', async () => {
    api()
      .get('/v1/contacts/c-1')
      .reply(() => {
        advanceClock(20_000);
        return [200, contact];
      });
    api().post('/v3/contacts/c-1').reply(204);
    api()
      .get('/v1/contacts/c-1')
      .reply(200, { ...contact, greeting: 'A' });
    expect(await new UnitConnector().create('update_contact', update)).toMatchObject({ changed: true });
  });
});

it('An error message truncates a long ID', async () => {
  const id = 'x'.repeat(5_000);
  api().delete(`/v1/contacts/${id}`).reply(403, {});
  await expect(new UnitConnector().create('delete_contact', { contact_id: id })).rejects.toMatchObject({
    message: expect.stringMatching(
      /^This connection doesn't have permission to delete the contact "x{150,200}…\. Nothing was deleted\. Reconnect/,
    ),
  });
});
