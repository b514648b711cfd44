import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type nock from 'nock';
import app from '../../src/index.ts';
import { skipPauses, UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
afterEach(() => {
  jest.restoreAllMocks();
});

const address = { street: '1 Main St', city: 'Akron', state: 'OH', postal_code: '44301', country: null };
const maria = { contact_id: 'c-1', external_id: 'x-1', name: 'Maria Lee', company: null, address, later: 1 };
const another = { contact_id: 'c-2', external_id: 'x-10', name: 'Tom', address: null };
const upsert = (inputData: Record<string, unknown>, connector = new UnitConnector()) =>
  connector.create('upsert_contact', { external_id: 'x-1', ...inputData });
const list = (...contacts: object[]) => api().get('/v1/contacts').reply(200, { contacts });
const read = (changes: object = {}) =>
  api()
    .get('/v1/contacts/c-1')
    .reply(200, { ...maria, ...changes });
const add = (body: nock.RequestBodyMatcher) =>
  api().post('/v3/contacts', body).reply(200, { contact_id: 'c-1' });

describe('Create or Update Contact', () => {
  it('adds a contact if none has exactly this reference', async () => {
    list(another, { ...maria, name: 'Tom Lee', external_id: 'X-1' });
    add({
      external_id: 'x-1',
      name: 'Maria Lee',
      address: { ...address, street: '', state: '', country: '' },
    });
    expect(
      await upsert({ external_id: ' x-1 ', name: 'Maria Lee', city: 'Akron', postal_code: '44301' }),
    ).toEqual({
      id: 'c-1',
      contact_id: 'c-1',
      external_id: 'x-1',
      name: 'Maria Lee',
      address: { ...address, street: '', state: '', country: '' },
      created: true,
      changed: true,
      warning: 'A letter to this contact would be refused: it has no street.',
    });
  });

  it.each([
    ...[
      'N/A',
      'undefined',
      'None',
      '0',
      '{{id}}',
      '{id}',
      '1.23457E+12',
      '#REF!',
      '-',
      'Unknown',
      'donor-undefined',
      'crm_null',
    ],
    ...['donor-1,donor-2', 'A1, B2', '1001 | 1002', 'donor-1\ndonor-2'],
    ...['\u200b', '[object Object]', '*|ID|*', '%ID%', 'true', 'NaN'],
  ])('stops if the reference is %j, which is not an ID', async (external_id) => {
    await expect(upsert({ external_id, name: 'Tom Ray' })).rejects.toThrow(
      `Your Reference is "${external_id}", which is not an ID. Nothing was changed. Map the ID of one person`,
    );
  });

  it('stops if the reference is a list', async () => {
    await expect(upsert({ external_id: ['x-1', 'x-2'], name: 'Tom Ray' })).rejects.toThrow(
      'Your Reference is "x-1, x-2", which is a list.',
    );
  });

  it.each([
    'ann.lee@example.com',
    '12E45',
    '007',
    'A&B',
    'CORP\\nlee',
    'Nan',
    '{AF2504E0-4F89-11D3-9A0C-0305E82C3301}',
  ])('takes the reference %j as typed', async (external_id) => {
    list();
    add({ external_id, name: 'Ann' });
    expect(await upsert({ external_id, name: 'Ann' })).toMatchObject({ external_id });
  });

  it.each([
    ['x-1\u200b', 'x-1'],
    ['x-1', 'x-1\u200b'],
  ])('ignores invisible characters of the reference: %j finds %j', async (external_id, stored) => {
    list({ ...maria, external_id: stored });
    expect(await upsert({ external_id, name: 'Maria Lee' })).toMatchObject({
      created: false,
      changed: false,
    });
  });

  it.each([
    [
      'name',
      'undefined undefined',
      'The Name "undefined undefined", which an earlier step did not fill in, is not saved.',
    ],
    [
      'greeting',
      'undefined',
      'The Greeting "undefined", which an earlier step did not fill in, is not saved.',
    ],
    [
      'file_as',
      'undefined, Maria',
      'The Sort Name "undefined, Maria", which an earlier step did not fill in, is not saved.',
    ],
    [
      'street',
      'undefined',
      'The Street "undefined", which an earlier step did not fill in, is not saved, nor is the rest of the address.',
    ],
    ['name', 'None', 'The Name "None" may mean no value, so it is not used.'],
    ['company', 'None', 'The Company or Organization "None" may mean no value, so it is not used.'],
  ])('keeps the stored %s if the new one is %j', async (key, value, warning) => {
    list(maria);
    expect(await upsert({ [key]: value })).toMatchObject({
      name: 'Maria Lee',
      address,
      changed: false,
      warning,
    });
  });

  it('asks if a contact with the same name has the reference in other capital letters', async () => {
    list(another, { ...maria, external_id: 'X-1' });
    await expect(upsert({ name: 'Maria', city: 'Akron' })).rejects.toThrow(
      'Maria Lee (c-1) has the Your Reference "X-1", which differs from "x-1" only in capital letters. Nothing was changed. Use the same capital letters in both systems.',
    );
  });

  it('asks, too, if no name is filled in', async () => {
    list(another, { ...maria, external_id: 'X-1' });
    await expect(upsert({ city: 'Akron' })).rejects.toThrow('only in capital letters');
  });

  it.each([
    ['Maria Lee', 'Maria M. Lee'],
    ['Maria M. Lee', 'Maria Lee'],
    ['Lee, Maria', 'MARIA LEE'],
  ])('asks, too, if one of the names says more: %j and %j', async (stored, name) => {
    list(another, { ...maria, name: stored, external_id: 'X-1' });
    await expect(upsert({ name, city: 'Akron' })).rejects.toThrow('only in capital letters');
  });

  it('asks, too, if it is an organization', async () => {
    list(another, { ...maria, name: null, company: 'Grace Church', external_id: 'X-1' });
    await expect(upsert({ company: 'Grace Church', city: 'Akron' })).rejects.toThrow(
      /^Grace Church \(c-1\) has the Your Reference "X-1", which differs/,
    );
  });

  it('updates the contact with exactly this reference, whoever has it in other capital letters', async () => {
    list({ ...maria, contact_id: 'c-9', external_id: 'X-1' }, maria);
    api().post('/v3/contacts/c-1', { company: 'Grace' }).reply(204);
    expect(await upsert({ name: 'Maria Lee', company: 'Grace' })).toMatchObject({
      id: 'c-1',
      created: false,
    });
  });

  it('updates the contact whose reference has a slash that the list escapes', async () => {
    const content = JSON.stringify({ contacts: [another, { ...maria, external_id: 'donor/7' }] });
    api().get('/v1/contacts').reply(200, content.replace('donor/7', String.raw`donor\/7`));
    api().post('/v3/contacts/c-1', { company: 'Grace' }).reply(204);
    expect(await upsert({ external_id: 'donor/7', name: 'Maria Lee', company: 'Grace' })).toMatchObject({
      id: 'c-1',
      external_id: 'donor/7',
      company: 'Grace',
      created: false,
      changed: true,
    });
  });

  it('sends what is filled in and differs from the contact with this reference', async () => {
    list(another, { ...maria, external_id: ' x-1' });
    api()
      .post('/v3/contacts/c-1', { company: 'Grace', address: { ...address, city: 'Canton', country: '' } })
      .reply(204);
    expect(
      await upsert({ name: 'Maria Lee', company: 'Grace', city: 'Canton', greeting: ' ' }),
    ).toMatchObject({
      id: 'c-1',
      name: 'Maria Lee',
      company: 'Grace',
      address: { city: 'Canton', street: '1 Main St' },
      later: 1,
      created: false,
      changed: true,
    });
  });

  it.each([[{}], [{ name: ' ', city: null }], [{ name: 'Maria Lee', country: 'USA' }]])(
    'for %j sends nothing and reports no change',
    async (fields) => {
      list(maria);
      expect(await upsert(fields)).toMatchObject({ id: 'c-1', created: false, changed: false });
    },
  );

  it('adds another contact for a reference that only looks like the same number', async () => {
    list({ ...maria, external_id: '1001' });
    api()
      .post('/v3/contacts', (body) => body.external_id === '1001.0')
      .reply(200, { contact_id: 'c-2' });
    expect(await upsert({ external_id: '1001.0', name: 'Tom Ray' })).toMatchObject({ created: true });
  });

  it('names the contacts if several have the reference, and sends nothing', async () => {
    list(maria, { contact_id: 'c-3', external_id: 'x-1', company: 'Grace' }, another);
    await expect(upsert({ name: 'Ann' })).rejects.toThrow(
      '2 contacts have the same Your Reference "x-1": Maria Lee (c-1), Grace (c-3). The step cannot know which one to update. Nothing was changed.',
    );
  });

  it('names five of many contacts with the reference', async () => {
    list(...Array.from({ length: 8 }, (_, index) => ({ ...maria, contact_id: `c-${index}` })));
    await expect(upsert({ name: 'Ann' })).rejects.toThrow(
      /^Ann: 8 contacts .* Maria Lee \(c-4\), and 3 more\. The step .* Nothing/,
    );
  });

  it.each([undefined, null, '', ' '])('asks for the reference if it is %j', async (external_id) => {
    await expect(upsert({ external_id, name: 'Ann' })).rejects.toThrow(/^Ann: Your Reference is blank/);
  });

  it('needs a name or a company to add a contact', async () => {
    list(another);
    await expect(upsert({ city: 'Akron' })).rejects.toThrow(
      'Name and Company or Organization are both blank. Nothing was changed.',
    );
  });
});

describe('A known reference', () => {
  it('costs one small request for 90 days, whether its contact was added or found before', async () => {
    const connector = new UnitConnector();
    list(another);
    add({ external_id: 'x-1', name: 'Maria Lee' });
    await upsert({ name: 'Maria Lee' }, connector);
    connector.now += 89 * 86_400_000;
    read();
    expect(await upsert({ name: 'Maria Lee' }, connector)).toMatchObject({ created: false, changed: false });

    const other = new UnitConnector();
    list(maria);
    await upsert({}, other);
    read();
    expect(await upsert({}, other)).toMatchObject({ id: 'c-1', changed: false });
  });

  it('does not lead to a second contact if the list lags behind', async () => {
    const connector = new UnitConnector();
    list();
    add({ external_id: 'x-1', name: 'Maria Lee' });
    await upsert({ name: 'Maria Lee' }, connector);
    read();
    api().post('/v3/contacts/c-1', { company: 'Grace' }).reply(204);
    expect(await upsert({ company: 'Grace' }, connector)).toMatchObject({ id: 'c-1', created: false });
  });

  it.each([
    ['was deleted', () => api().get('/v1/contacts/c-1').reply(410, '')],
    ['has another reference by now', () => read({ external_id: 'x-2' })],
    ['has no reference by now', () => read({ external_id: null })],
  ])('is searched in the list if its contact %s', async (_change, reread) => {
    const connector = new UnitConnector();
    list(maria);
    await upsert({}, connector);
    reread();
    list(another, { ...maria, contact_id: 'c-7' });
    expect(await upsert({}, connector)).toMatchObject({ id: 'c-7', created: false });
  });

  describe.each([404, 410])(
    'whose contact was deleted, which shows only when it is updated (%i),',
    (status) => {
      const withMemory = async () => {
        const connector = new UnitConnector();
        list(maria);
        await upsert({}, connector);
        read();
        api()
          .post('/v3/contacts/c-1', { company: 'Grace' })
          .reply(status, { error: 'contacts.missing_contact' });
        return connector;
      };

      it('is searched in the list', async () => {
        const connector = await withMemory();
        list({ ...maria, contact_id: 'c-7' });
        api().post('/v3/contacts/c-7', { company: 'Grace' }).reply(204);
        expect(await upsert({ company: 'Grace' }, connector)).toMatchObject({ id: 'c-7', created: false });
      });

      it('is added again if the list lacks it', async () => {
        const connector = await withMemory();
        list();
        read();
        api()
          .post('/v3/contacts', /"company":"Grace"/)
          .reply(200, { contact_id: 'c-8' });
        expect(await upsert({ company: 'Grace' }, connector)).toMatchObject({ id: 'c-8', created: true });
      });

      it('stays an error if the list still has it', async () => {
        const connector = await withMemory();
        list(maria);
        api()
          .post('/v3/contacts/c-1', { company: 'Grace' })
          .reply(status, { error: 'contacts.missing_contact' });
        await expect(upsert({ company: 'Grace' }, connector)).rejects.toThrow(/did not find|no longer has/);
      });
    },
  );

  it.each(['zcache_get', 'zcache_set'])(
    'is searched in the list if %s fails, which is logged',
    async (call) => {
      jest.spyOn(console, 'error').mockImplementation(() => undefined);
      const connector = new UnitConnector();
      connector.failing.add(call);
      list(maria);
      expect(await upsert({}, connector)).toMatchObject({ id: 'c-1', created: false });
      list(maria);
      expect(await upsert({}, connector)).toMatchObject({ id: 'c-1', created: false });
      expect(connector.logs.map(({ message }) => message).join()).toMatch(/searche[ds]/);
    },
  );

  it('is searched in the list if Zapier refuses to remember its contact, which is logged', async () => {
    skipPauses();
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const connector = new UnitConnector();
    connector.cache.refuseWrites();
    list();
    add({ external_id: 'x-1', name: 'Maria Lee' });
    expect(await upsert({ name: 'Maria Lee' }, connector)).toMatchObject({ created: true });
    list(maria);
    expect(await upsert({ name: 'Maria Lee' }, connector)).toMatchObject({ id: 'c-1', created: false });
    expect(connector.logs.map(({ message }) => message).join()).toContain(
      'Zapier did not remember that the contact c-1 has the reference "x-1".',
    );
  });

  it('of one account is unknown to another', async () => {
    const connector = new UnitConnector();
    list(maria);
    await upsert({}, connector);
    connector.connection = 'other';
    list({ ...maria, contact_id: 'c-8' });
    const bundle = { authData: { access_token: 'other-token' } };
    expect(await connector.create('upsert_contact', { external_id: 'x-1' }, bundle)).toMatchObject({
      id: 'c-8',
    });
  });
});

describe('An address that the service corrected', () => {
  const typed = { street: '1 Main St', city: 'Akron', state: 'OH', postal_code: '44301' };
  const corrected = { ...address, street: '77 Forward Rd', postal_code: '44302' };
  const sent = async () => {
    const connector = new UnitConnector();
    list(maria);
    await upsert(typed, connector);
    return connector;
  };

  it('is kept if the same old one comes again, and both are in the warning', async () => {
    const connector = await sent();
    for (let run = 0; run < 2; run += 1) {
      read({ address: corrected });
      expect(await upsert(typed, connector)).toMatchObject({
        address: corrected,
        changed: false,
        warning:
          'The address was not updated, because the letter service has changed it to "77 Forward Rd, Akron, OH 44302" since an earlier run saved yours, "1 Main St, Akron, OH 44301". To save yours again, use Update Contact.',
      });
    }
  });

  it('is kept, too, if a run without an address came in between', async () => {
    const connector = await sent();
    read();
    await upsert({}, connector);
    read({ address: corrected });
    expect(await upsert(typed, connector)).toMatchObject({ address: corrected, changed: false });
  });

  it('is replaced by one that was not sent before', async () => {
    const connector = await sent();
    read({ address: corrected });
    const moved = { street: '5 Elm St', city: 'Austin', state: 'TX', postal_code: '78701' };
    api()
      .post('/v3/contacts/c-1', { address: { ...moved, country: '' } })
      .reply(204);
    expect(await upsert(moved, connector)).toMatchObject({ changed: true, warning: null });
  });

  it('does not keep the rest of the contact from being changed', async () => {
    const connector = await sent();
    read({ address: corrected });
    api().post('/v3/contacts/c-1', { company: 'Grace' }).reply(204);
    expect(await upsert({ ...typed, company: 'Grace' }, connector)).toMatchObject({
      company: 'Grace',
      address: corrected,
      changed: true,
    });
  });

  it.each([
    ['with the country USA', { ...typed, country: 'USA' }, address],
    ['with the code of a country', { ...typed, state: '', country: 'DE' }, { state: '', country: 'Germany' }],
    [
      'without the first zero',
      { ...typed, state: 'MA', postal_code: '2134' },
      { state: 'MA', postal_code: '02134' },
    ],
    ['in one field', { street: typed.street, city: 'Akron, OH 44301' }, {}],
    ['without a state', { ...typed, state: '' }, {}],
  ])('is no other one if it was typed %s', async (_how, inputData, stored) => {
    const connector = new UnitConnector();
    const contact = { address: { ...address, ...stored } };
    list({ ...maria, address: null });
    api().post('/v3/contacts/c-1').reply(204);
    await upsert(inputData, connector);
    for (let run = 0; run < 2; run += 1) {
      read(contact);
      expect(await upsert(inputData, connector)).toMatchObject({ changed: false, warning: null });
    }
  });

  it('is no other one if the service stores it as it was typed', async () => {
    const connector = new UnitConnector();
    const inputData = { ...typed, country: 'United States' };
    list({ ...maria, address: null });
    api().post('/v3/contacts/c-1').reply(204);
    await upsert(inputData, connector);
    read({ address: inputData });
    expect(await upsert(inputData, connector)).toMatchObject({ warning: null });
  });

  it('is no other one if the service dropped ZIP+4', async () => {
    const connector = new UnitConnector();
    const inputData = { ...typed, postal_code: '44301-1234' };
    list({ ...maria, address: null });
    api().post('/v3/contacts/c-1').reply(204);
    await upsert(inputData, connector);
    read({ address });
    expect(await upsert(inputData, connector)).toMatchObject({ warning: null });
  });

  it('is no other one if only ZIP+4 was added', async () => {
    const connector = await sent();
    read({ address: { ...address, postal_code: '44301-1234' } });
    expect(await upsert(typed, connector)).toMatchObject({ changed: false, warning: null });
  });
});

describe('An address that the service corrected, when your own system only spells its own in another way', () => {
  const typed = { street: '12 Elm Street', city: 'Boise', state: 'ID', postal_code: '83702' };
  const moved = { street: '77 Pine Rd', city: 'Reno', state: 'NV', postal_code: '89501-1234', country: '' };
  const saved = async () => {
    const connector = new UnitConnector();
    list({ ...maria, address: { ...typed, country: '' } });
    await upsert(typed, connector);
    return connector;
  };

  it.each([
    ['ZIP+4', { postal_code: '83702-4321' }],
    ['a short form', { street: '12 Elm St' }],
    ['a full stop', { street: '12 Elm St.' }],
    ['capitals', { street: '12 ELM STREET', city: 'BOISE' }],
    ['the name of the state', { state: 'Idaho' }],
    ['the country', { country: 'USA' }],
  ])('is kept: %s', async (_how, change) => {
    for (const days of [1, 399]) {
      const connector = await saved();
      connector.now += days * 86_400_000;
      read({ address: moved });
      expect(await upsert({ ...typed, ...change }, connector)).toMatchObject({
        address: moved,
        changed: false,
        warning: expect.stringContaining(
          'the letter service has changed it to "77 Pine Rd, Reno, NV 89501-1234"',
        ),
      });
    }
  });

  it('is kept if another step filled in a part of the earlier address in between', async () => {
    const connector = await saved();
    for (const change of [{ state: 'Idaho' }, { street: '12 Elm Street' }]) {
      read({ address: { ...typed, country: '' } });
      if (change.state) api().post('/v3/contacts/c-1').reply(204);
      await upsert(change, connector);
    }
    read({ address: moved });
    expect(await upsert(typed, connector)).toMatchObject({ address: moved, changed: false });
  });

  it.each([
    { street: typed.street },
    { state: 'Idaho' },
    { city: 'BOISE', postal_code: '83702-4321' },
    { country: 'USA' },
    { ...typed, state: '' },
  ])('is kept if a step fills in only %j after the correction', async (part) => {
    const connector = await saved();
    for (const fields of [part, typed]) {
      read({ address: moved });
      expect(await upsert(fields, connector)).toMatchObject({
        address: moved,
        changed: false,
        warning:
          'country' in fields ? null : expect.stringContaining('To save yours again, use Update Contact.'),
      });
    }
  });

  it('is replaced by a blank one of the service only until it is filled in again', async () => {
    const connector = await saved();
    read({ address: null });
    api()
      .post('/v3/contacts/c-1', { address: { ...typed, country: '' } })
      .reply(204);
    expect(await upsert(typed, connector)).toMatchObject({ changed: true, warning: null });
  });

  it('is replaced by another place, and the new spelling is saved where the service still has the place', async () => {
    const connector = await saved();
    read({ address: { ...typed, country: '' } });
    api()
      .post('/v3/contacts/c-1', { address: { ...typed, street: '12 Elm St', country: '' } })
      .reply(204);
    expect(await upsert({ ...typed, street: '12 Elm St' }, connector)).toMatchObject({
      changed: true,
      warning: null,
    });
    const third = { street: '3 Fir Way', city: 'Ogden', state: 'UT', postal_code: '84401' };
    read({ address: moved });
    api()
      .post('/v3/contacts/c-1', { address: { ...third, country: '' } })
      .reply(204);
    expect(await upsert(third, connector)).toMatchObject({ changed: true, warning: null });
  });

  it('keeps a ZIP code that the service corrected', async () => {
    const connector = await saved();
    read({ address: { ...typed, postal_code: '83709', country: '' } });
    expect(await upsert(typed, connector)).toMatchObject({
      changed: false,
      address: { postal_code: '83709' },
      warning: expect.stringContaining('83709'),
    });
  });

  it('is replaced, and named in the warning, if nothing is remembered', async () => {
    list({ ...maria, address: moved });
    api().post('/v3/contacts/c-1').reply(204);
    expect(await upsert(typed)).toMatchObject({
      changed: true,
      warning:
        'The address was "77 Pine Rd, Reno, NV 89501-1234" and is now "12 Elm Street, Boise, ID 83702". If the old one was a correction by the letter service, put it back with Update Contact.',
    });
  });
});

describe('Two runs for a new reference', () => {
  it.each(['x-1', ' x-1\u00a0', 'x-\u200b1'])(
    'add one contact: the second one (%j) is told to run again if the first one is still adding it',
    async (external_id) => {
      const connector = new UnitConnector();
      jest.spyOn(Date, 'now').mockImplementation(() => connector.now);
      list();
      let second: unknown;
      api()
        .post('/v3/contacts')
        .reply(async () => {
          list();
          const startedAt = connector.now;
          const set = connector.cache.set.bind(connector.cache);
          connector.cache.set = (...args) => {
            // The second run has no time left to wait.
            connector.now += 20_000;
            return set(...args);
          };
          second = await upsert({ name: 'Maria Lee', external_id }, connector).catch(
            (error: unknown) => error,
          );
          connector.now = startedAt;
          connector.cache.set = set;
          return [200, { contact_id: 'c-1' }];
        });
      expect(await upsert({ name: 'Maria Lee' }, connector)).toMatchObject({ created: true });
      expect(second).toMatchObject({
        name: 'ThrottledError',
        message: expect.stringContaining(
          'Another run is adding a contact with Your Reference "x-1". Nothing was changed.',
        ),
        delay: 30,
      });
    },
  );

  it('never both add it if the contact of the first one cannot be read yet', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const connector = new UnitConnector();
    api().get('/v1/contacts').delay(300).reply(200, { contacts: [] });
    const late = expect(upsert({ company: 'Grace' }, connector)).rejects.toMatchObject({
      name: 'ThrottledError',
    });
    list();
    add({ external_id: 'x-1', name: 'Maria Lee' });
    await upsert({ name: 'Maria Lee' }, connector);
    api().get('/v1/contacts/c-1').reply(404, {});
    await late;
  });

  it('never both add it: the first one remembers the contact before it lets the second one go on', async () => {
    const connector = new UnitConnector();
    list();
    add({ external_id: 'x-1', name: 'Maria Lee' });
    await upsert({ name: 'Maria Lee' }, connector);
    expect(connector.cacheCalls.slice(-2)).toEqual(['zcache_set', 'zcache_delete']);
  });

  it('add one contact: the second one updates it if the first one added it while the list was read', async () => {
    const connector = new UnitConnector();
    api().get('/v1/contacts').delay(300).reply(200, { contacts: [] });
    const late = upsert({ company: 'Grace' }, connector);
    list();
    add({ external_id: 'x-1', name: 'Maria Lee' });
    await upsert({ name: 'Maria Lee' }, connector);
    read();
    api().post('/v3/contacts/c-1', { company: 'Grace' }).reply(204);
    expect(await late).toMatchObject({ id: 'c-1', created: false, changed: true });
  });
});

it('runs of Create or Update Contact with the same reference wait for each other, and others do not', () => {
  expect(app.creates?.upsert_contact?.operation.lock).toEqual({
    key: 'contact-{{bundle.inputData.external_id}}',
    scope: ['account'],
    timeout: 60,
  });
});
