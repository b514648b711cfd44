/** Whole Zaps, with the built connector, zapier-platform-core and the sandbox. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { runSearchOrCreate, staticInputFields } from '@print-and-mail/zapier';
import { startWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
afterEach(() => world.control.clearFaults());

const maria = 'c-001-0001';
let list = 0;

/** A saved order that no other test has sent to this list. */
const newOrder = () => {
  list += 1;
  return { saved_order_id: `l-001-${1000 + list}`, list_id: 'l-001-0002' };
};

const ordersPlaced = async (): Promise<number> =>
  (await world.control.requests()).filter(
    ({ method, path, status }) => method === 'POST' && path === '/v1/orders' && status < 300,
  ).length;

describe('A number', () => {
  const orderSheet = (sheet: Record<string, unknown>) =>
    world.create('create_order', {
      list_id: 'l-001-0001',
      sheets: [{ file: 'f-001-0001', ...sheet }],
      duplicate_window: 'off',
    });

  it('may have a decimal comma or a unit', async () => {
    const order = await orderSheet({ width: '8,5', height: '11 in', rows: '2' });
    expect(order.contents).toMatchObject([{ width: 8.5, height: 11, rows: 2 }]);
  });

  it('is quoted unchanged in the error if it is invalid', async () => {
    await expect(orderSheet({ width: 'eight' })).rejects.toThrow(
      /Width \(Inches\) is "eight", which is not a number/,
    );
    await expect(orderSheet({ width: '8 1/2' })).rejects.toThrow(/"8 1\/2", which is not a number/);
  });

  it.each(['1,000', '1.000', '1 000'])(
    'with a thousands separator, %s, does not lower the minimum number of contacts',
    async (minimum_contacts) => {
      const replacement = { minimum_contacts, contacts: [{ name: 'Ann', city: 'Akron' }] };
      await expect(world.create('replace_mailing_list', replacement)).rejects.toThrow(
        /The new list has 1 contact, but Minimum Number of Contacts is 1,?000\./,
      );
    },
  );

  it('has no input field of a type that Zapier converts', async () => {
    const { triggers, creates, searches } = await world.platform.definition();
    const numeric = Object.values({ ...triggers, ...creates, ...searches })
      .flatMap((operation) => staticInputFields(operation))
      .flatMap((field) => [field, ...(field.children ?? [])])
      .filter(({ type }) => type === 'number' || type === 'integer');
    expect(numeric).toEqual([]);
  });
});

describe('An order', () => {
  it('is placed once if its step runs again within the window', async () => {
    const fields = newOrder();
    const first = await world.create('resend_saved_order', fields);
    const second = await world.create('resend_saved_order', fields);
    expect(first).toMatchObject({ already_ordered: false, id: first.order_id });
    const notSent = `Not sent again: ordered on [^(]+ \\(${first.order_id}\\)\\.`;
    expect(second).toEqual({
      ...first,
      already_ordered: true,
      warning: expect.stringMatching(new RegExp(`^${notSent}`)),
    });
    expect(first.warning).toBeNull();
  });

  it('is placed once if two Zaps run concurrently', async () => {
    const before = await ordersPlaced();
    const fields = newOrder();
    const both = await Promise.allSettled([
      world.create('resend_saved_order', fields),
      world.create('resend_saved_order', fields),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect((await ordersPlaced()) - before).toBe(1);
  });

  it('may exist if the response is lost, and is not placed again', async () => {
    const before = await ordersPlaced();
    const fields = newOrder();
    await world.control.fault({
      match: { method: 'POST', path: '/v1/orders' },
      nth: 1,
      then: { reset: 'after' },
    });
    await expect(world.create('resend_saved_order', fields)).rejects.toThrow(
      /may or may not have been placed.*Check your orders/,
    );
    await world.control.clearFaults();
    await expect(world.create('resend_saved_order', fields)).rejects.toThrow(
      /Nothing was ordered by this run: an earlier attempt .*may exist/,
    );
    expect((await ordersPlaced()) - before).toBeLessThanOrEqual(1);
  });

  it('that was rejected can be placed again', async () => {
    const fields = newOrder();
    await world.control.fault({
      match: { method: 'POST', path: '/v1/orders' },
      nth: 1,
      then: { status: 400, body: { error: 'orders.account_required' } },
    });
    await expect(world.create('resend_saved_order', fields)).rejects.toThrow(
      /Reconnect as a user who has an account/,
    );
    expect(await world.create('resend_saved_order', fields)).toMatchObject({ already_ordered: false });
  });

  it('is not placed if Zapier’s cache is unavailable', async () => {
    const before = await ordersPlaced();
    world.platform.rpc.fail({ method: 'zcache_set', how: 'refuse', times: 3 });
    await expect(world.create('resend_saved_order', newOrder())).rejects.toThrow(
      /Nothing was ordered by this run: .*Zapier runs the step again/,
    );
    expect(await ordersPlaced()).toBe(before);
  });

  it('is not placed in an editor test', async () => {
    const before = await ordersPlaced();
    expect(await world.create('resend_saved_order', newOrder(), { test: true })).toMatchObject({
      preview_only: true,
    });
    const order = {
      list_id: 'l-001-0001',
      sheets: [{ file: 'f-001-0001' }],
      logo: 'l-001-0101',
      outer_envelope_type: 'e-001-0001',
    };
    expect(await world.create('create_order', order, { test: true })).toMatchObject({ preview_only: true });
    await expect(
      world.create('create_order', { ...order, sheets: [{ file: 'f-1' }] }, { test: true }),
    ).rejects.toThrow(/Sheet 1 uses the file "f-1"/);
    expect(await ordersPlaced()).toBe(before);
  });

  it('with sheets, merge texts and envelopes has a preview', async () => {
    const order = await world.create('create_order', {
      list_id: 'l-001-0002',
      sheets: [
        {
          file: 'f-001-0001',
          paper_type: 'p-001-0001',
          width: '8.5',
          height: '11',
          color: 'true',
          duplex: 'false',
        },
      ],
      merges: [
        {
          text: 'Dear {greeting},',
          font: 'f-001-0101',
          size: '12',
          color: '#1A4D80',
          page: '1',
          x: '1',
          y: '2.5',
        },
      ],
      outer_envelope_type: 'e-001-0001',
      logo: 'l-001-0101',
    });
    expect(order).toMatchObject({
      already_ordered: false,
      contents: [
        {
          type: 'sheet',
          color: true,
          duplex: false,
          merge: [{ text: 'Dear {greeting},', color: '#1A4D80', page: 1, y: 2.5 }],
        },
        { type: 'envelope', outer: true, logo: 'l-001-0101' },
      ],
    });
    const address = await world.platform.hydrate(order.preview_pdf, world.connection);
    const pdf = Buffer.from(await (await fetch(String(address))).arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe('A contact', () => {
  it('is created if the search finds none and not changed if it finds one', async () => {
    const step = (postal_code: string) =>
      runSearchOrCreate(world.platform, {
        key: 'find_contact',
        inputData: { external_id: 'form-77' },
        connection: world.connection,
        createData: { name: 'Paul Adams', external_id: 'form-77', city: 'Dayton', postal_code },
      });
    const created = await step('45402');
    const found = await step('45403');
    expect([created.found, found.found]).toEqual([false, true]);
    expect(found.record).toMatchObject({ id: created.record.id, match_count: 1 });
    expect(await world.search('find_contact', { external_id: 'form-77' })).toMatchObject([
      { address: { postal_code: '45402' } },
    ]);
  });

  it('whose address a Zap changes does not start a Zap of the same connection, unless own changes are included', async () => {
    const [withoutOwnChanges, withOwnChanges] = [
      world.zap('address_update'),
      world.zap('address_update', { include_own_changes: 'true' }),
    ];
    await withoutOwnChanges.turnOn();
    await withOwnChanges.turnOn();
    await world.create('update_contact', { contact_id: 'c-001-0002', city: 'Canton', country: 'USA' });
    await world.control.advance('1m');
    await withoutOwnChanges.settled();
    await withOwnChanges.settled();
    expect(withoutOwnChanges.records).toEqual([]);
    expect(withOwnChanges.records).toMatchObject([
      { code: 'api_client', own_change: true, address_changed: true },
    ]);
    await withoutOwnChanges.turnOff();
    await withOwnChanges.turnOff();
  });

  it('with an outdated notice does not start a Zap that skips them', async () => {
    const zap = world.zap('address_update', { skip_outdated: true });
    await zap.turnOn();
    const old_address = {
      street: 'Old',
      city: 'Old',
      state: '',
      postal_code: '',
      country: '',
      is_deliverable: true,
    };
    const notice = {
      code: 'unspecified',
      contact_id: maria,
      name: 'Maria Miller',
      updated: '2026-03-13T00:58:53-04:00',
      old_address,
    };
    const event = 'contacts.address_update.v1';
    await world.control.event('raw', {
      event,
      body: { ...notice, new_address: { ...old_address, street: 'Somewhere else' } },
    });
    await world.control.event('raw', {
      event,
      body: {
        ...notice,
        new_address: {
          street: '12 Market Street\nApartment 4',
          city: 'Columbus',
          state: 'OH',
          postal_code: '43215',
          country: '',
          is_deliverable: true,
        },
      },
    });
    await world.control.advance('1m');
    await zap.settled();
    expect(zap.records).toMatchObject([{ is_current: true, new_address: { city: 'Columbus' } }]);
    await zap.turnOff();
  });

  it('is found regardless of case, accents and extra spaces', async () => {
    expect(await world.search('find_contact', { name: ' jose nandu ' })).toMatchObject([
      { name: 'José Ñandú', match_count: 1 },
    ]);
    expect(await world.search('find_contact', { search: 'zolc krakow' })).toMatchObject([
      { name: 'Agnieszka Żółć' },
    ]);
    expect(await world.search('find_contact', { name: 'nobody at all' })).toEqual([]);
  });
});

describe('A mailing list', () => {
  it('that was replaced can be restored from the stored file', async () => {
    const before = await world.search('find_contacts', { search: 'a', limit: 500 });
    const contacts = [
      { name: 'Only One', city: 'Akron', external_id: 'one' },
      { name: 'Only Two', city: 'Akron' },
    ];
    const replaced = await world.create('replace_mailing_list', {
      minimum_contacts: '2',
      contacts,
      allow_different_people: 'yes',
    });
    expect(replaced).toMatchObject({ contact_count: 2, contacts: [{ external_id: 'one' }] });
    expect(await world.search('find_contact', { name: 'Maria Miller' })).toEqual([]);
    const restored = await world.create('replace_mailing_list', {
      minimum_contacts: 20,
      file: replaced.previous_list,
    });
    expect(restored).toMatchObject({ contact_count: replaced.previous_count, previous_count: 2 });
    const after = await world.search('find_contacts', { search: 'a', limit: 500 });
    expect(after[0]?.count).toBe(before[0]?.count);
  });

  it('is not replaced if the new one is too short or invalid, or in a dry run', async () => {
    const contacts = [
      { name: 'One', city: 'Akron', external_id: 'one' },
      { name: '', city: 'Akron' },
      { name: 'Three' },
    ];
    await expect(world.create('replace_mailing_list', { minimum_contacts: 1, contacts })).rejects.toThrow(
      /Contact 2 has no name and no company. Contact 3 .*has no street and no city/,
    );
    await expect(
      world.create('replace_mailing_list', { minimum_contacts: 5, contacts: contacts.slice(0, 1) }),
    ).rejects.toThrow(/has 1 contact, but .* is 5/);
    expect(
      await world.create('replace_mailing_list', {
        minimum_contacts: 1,
        contacts: contacts.slice(0, 1),
        dry_run: 'yes',
        allow_different_people: true,
      }),
    ).toMatchObject({
      dry_run: true,
    });
    expect(
      (await world.control.requests()).filter(({ method }) => method === 'PUT').length,
    ).toBeLessThanOrEqual(2);
  });
});

describe('A connection', () => {
  it('that was revoked asks to reconnect', async () => {
    const connection = await world.connect('demo@example.com');
    await world.control.revoke(String(connection.authData.access_token));
    const method = 'creates.create_contact.operation.perform';
    await expect(
      world.platform.run({ method, connection, bundle: { inputData: { name: 'A' } } }),
    ).rejects.toMatchObject({
      name: 'ExpiredAuthError',
      message: expect.stringMatching(/Reconnect the account/),
    });
  });

  it('that is not linked to an account cannot order and says why', async () => {
    const connection = await world.connect('unlinked@example.com');
    const method = 'creates.resend_saved_order.operation.perform';
    await expect(
      world.platform.run({ method, connection, bundle: { inputData: newOrder() } }),
    ).rejects.toThrow(/Reconnect as a user who has an account/);
  });

  it('sends API Requests to the service and explains errors', async () => {
    expect(await world.platform.request({ url: `${world.url}/v1/logos` }, world.connection)).toMatchObject({
      status: 200,
    });
    await expect(
      world.platform.request({ url: `${world.url}/v1/contacts/c-9` }, world.connection),
    ).rejects.toThrow(/did not find/);
  });
});

describe('A subscription', () => {
  it('is reused when the Zap subscribes again and deleted when it is turned off', async () => {
    const zap = world.zap('mail_returned');
    await zap.turnOn();
    const method = 'triggers.mail_returned.operation.performSubscribe';
    const again = await world.platform.run({
      method,
      connection: world.connection,
      bundle: { inputData: {}, targetUrl: zap.targetUrl },
    });
    expect(again).toMatchObject({ target: zap.targetUrl });
    await zap.turnOff();
    const hooks = await world.platform.request({ url: `${world.url}/v1/hooks` }, world.connection);
    expect(JSON.stringify(hooks)).not.toContain(zap.targetUrl);
  });

  it('to an event that is not available names the missing permission', async () => {
    const connection = await world.connect('demo@example.com', ['orders.read']);
    await expect(
      world.platform.createZap({ trigger: 'address_update', inputData: {}, connection }).turnOn(),
    ).rejects.toThrow(
      /can't receive address updates; the events available to it are .*approve every permission it asks for, including "contacts\.read"/,
    );
  });
});
