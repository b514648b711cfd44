/** What the API's description leaves open, with the built connector: each answer that is likely in a service works. */
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { ProcessPool, serveLoopback, type ZapRecord } from '@print-and-mail/zapier';
import * as zod from 'zod';
import { startWorld, type World } from '../support/world.ts';

// Two processes serve every variant: one of them may download a file while the other one uploads it.
const processes = new ProcessPool({ size: 2 });
afterAll(() => processes.stop());

let world: World;
const start = async (variants: string, clock?: string): Promise<World> => {
  const sandbox = clock === undefined ? {} : { clock };
  world = await startWorld({ world: variants, sandbox, platform: { processes } });
  return world;
};
afterEach(() => world.close());

const maria = 'c-001-0001';
const welcomeLetter = 'l-001-1001';
const noon = '2026-03-13T12:00:00Z';
const requestsOf = async (method: string, path: RegExp) =>
  (await world.control.requests()).filter((one) => one.method === method && path.test(one.path));
const newOrder = () => ({ saved_order_id: welcomeLetter, list_id: 'l-001-0002' });

describe('A contact that is renamed', () => {
  it.each([
    ['default', 'Robert', 'Kay, Robert'],
    ['blank-greeting', 'Robert Kay', 'Robert Kay'],
    ['kept-blanks', 'Robert Kay', 'Robert Kay'],
  ])('is greeted by the new name with %s', async (variant, greeting, file_as) => {
    const { create, search } = await start(variant);
    expect(await create('update_contact', { contact_id: maria, name: 'Robert Kay' })).toMatchObject({
      greeting,
      file_as,
      warning: null,
    });
    expect(await search('find_contact', { contact_id: maria })).toMatchObject([
      { name: 'Robert Kay', greeting, file_as },
    ]);
  });

  it.each([
    ['default', 'Frank and Gloria'],
    ['blank-greeting', 'Frank and Gloria Moore'],
    ['kept-blanks', 'Frank and Gloria Moore'],
  ])('is greeted with who joined the name with %s', async (variant, greeting) => {
    const { create } = await start(variant);
    const external_id = 'crm-7';
    await create('upsert_contact', { external_id, name: 'Frank Moore' });
    const both = { external_id, name: 'Frank and Gloria Moore' };
    expect(await create('upsert_contact', both)).toMatchObject({ greeting });
  });

  it('keeps a greeting that somebody chose, with a warning, with kept-blanks', async () => {
    const { create } = await start('kept-blanks');
    await create('update_contact', { contact_id: maria, greeting: 'Friends' });
    expect(await create('update_contact', { contact_id: maria, name: 'Robert Kay' })).toMatchObject({
      greeting: 'Friends',
      warning: expect.stringContaining('The contact keeps the Greeting "Friends".'),
    });
  });
});

describe('An address that the service corrected', () => {
  it('makes no second letter, to everyone or to one contact', async () => {
    const { create, control } = await start('corrected-addresses', noon);
    const address = { street: '9 B St', city: 'Columbus', state: 'OH', postal_code: '43215' };
    const { contact_id } = await create('create_contact', { name: 'Dee Ash', ...address });
    const letter = { saved_order_id: welcomeLetter, event_id: 'Easter 2026' };
    const everyone = {
      ...letter,
      everyone: 'true',
      already_sent: 'leave_out',
      incomplete_addresses: 'leave_out',
    };
    const gift = { ...letter, event_id: 'gift-4711', contact_id };
    await create('send_letters', everyone);
    await create('send_letter', gift);
    await control.advance('10s');
    expect(await create('send_letters', everyone)).toMatchObject({ letter_count: 0 });
    expect(await create('send_letter', gift)).toMatchObject({ already_ordered: true });
    expect(await requestsOf('POST', /^\/v1\/orders$/)).toHaveLength(2);
  });

  const ann = { name: 'Ann Lee', street: '1 A St', city: 'Akron', state: 'OH', postal_code: '44301' };

  it('to ZIP+4 is no difference, so the same address is not sent again', async () => {
    const { create, control } = await start('corrected-addresses', noon);
    await create('upsert_contact', { external_id: 'crm-1', ...ann });
    await control.advance('1m');
    expect(await create('upsert_contact', { external_id: 'crm-1', ...ann })).toMatchObject({
      changed: false,
      address: { postal_code: '44301-0001' },
      warning: null,
    });
    expect(await requestsOf('POST', /^\/v3\/contacts\/./)).toEqual([]);
  });

  it('is kept when the same old one comes again, and replaced by Update Contact', async () => {
    const { create, control } = await start('default');
    const { contact_id } = await create('upsert_contact', { external_id: 'crm-1', ...ann });
    await control.event('address-update', {
      contact_id,
      new_address: { street: '77 Forward Rd', city: 'Dayton' },
    });
    const again = await create('upsert_contact', { external_id: 'crm-1', ...ann });
    expect(again).toMatchObject({ changed: false, address: { city: 'Dayton' } });
    expect(again.warning).toMatch(
      /^The address was not updated, because the letter service has changed it to .*77 Forward Rd/,
    );
    const { name: _, ...address } = ann;
    expect(await create('update_contact', { contact_id, ...address })).toMatchObject({
      changed: true,
      address: { city: 'Akron' },
    });
  });
});

describe('A deleted contact', () => {
  it.each(['default', 'soft-deletes'])('gets no letter and no change with %s', async (variant) => {
    const { create, search } = await start(variant);
    await create('delete_contact', { contact_id: maria });
    expect(await search('find_contact', { contact_id: maria })).toEqual([]);
    await expect(create('send_letter', { saved_order_id: welcomeLetter, contact_id: maria })).rejects.toThrow(
      /is not on your mailing list; it may have been deleted\. Nothing was ordered by this run\./,
    );
    await expect(create('create_list', { contact_ids: [maria] })).rejects.toThrow(
      /[Nn]ot on your mailing list: c-001-0001/,
    );
    await expect(create('update_contact', { contact_id: maria, city: 'Bonn' })).rejects.toThrow(
      /did not find the contact|no longer has/,
    );
    expect(await requestsOf('POST', /^\/v1\/(?:orders|lists)/)).toEqual([]);
  });

  it.each(['default', 'soft-deletes'])('is added again for its reference with %s', async (variant) => {
    const { create } = await start(variant);
    const first = await create('upsert_contact', { external_id: 'crm-1', name: 'Ann', city: 'Akron' });
    await create('delete_contact', { contact_id: first.contact_id });
    const second = await create('upsert_contact', { external_id: 'crm-1', name: 'Ann', city: 'Akron' });
    expect(second).toMatchObject({ created: true });
    expect(second.contact_id).not.toBe(first.contact_id);
  });
});

describe('A list that lags behind', () => {
  it('does not lead to a second contact for one reference', async () => {
    const { create } = await start('lagging-list', noon);
    const first = await create('upsert_contact', { external_id: 'crm-1', name: 'Ann', city: 'Akron' });
    expect(await create('upsert_contact', { external_id: 'crm-1', company: 'Hope' })).toMatchObject({
      contact_id: first.contact_id,
      created: false,
    });
  });
});

describe('A list that is not sorted by age', () => {
  it('starts New Contact for new people only', async () => {
    const { create, zap } = await start('sorted-list');
    const added = zap('new_contact');
    await added.turnOn();
    await create('create_contact', { name: 'Aaron Aab', city: 'Akron' });
    expect(await added.poll()).toMatchObject([{ name: 'Aaron Aab' }]);
    expect(await added.poll()).toEqual([]);
  });
});

describe('A replaced mailing list', () => {
  const contacts = Array.from({ length: 12 }, (_, index) => ({
    name: `New ${index}`,
    city: 'Akron',
    external_id: `n-${index}`,
  }));
  const replacement = { minimum_contacts: 1, contacts, allow_different_people: true };

  it('whose references the service does not confirm has a warning that names them', async () => {
    const { create } = await start('dropped-contacts');
    const replaced = await create('replace_mailing_list', replacement);
    expect(replaced.contact_count).toBe(12);
    expect(replaced.warning).toMatch(
      /^The letter service did not confirm 1 contact with Your Reference: "n-11"\./,
    );
  });

  it('whose references the service confirms has no warning, whoever else is on it', async () => {
    const { create } = await start('default');
    const more = [...contacts, { name: 'Without Reference', city: 'Akron' }];
    const replaced = await create('replace_mailing_list', { ...replacement, contacts: more });
    expect(String(replaced.warning)).not.toMatch(/confirm/);
    // The sandbox's own contacts, of which some have no reference.
    const restored = await create('replace_mailing_list', {
      minimum_contacts: 1,
      file: replaced.previous_list,
      allow_different_people: true,
    });
    expect(restored).toMatchObject({ contact_count: replaced.previous_count, warning: null });
  });
});

describe('The preview of an order', () => {
  it('is never stored before it is ready, and is a file afterwards', async () => {
    const { create, control, platform, connection } = await start('slow-previews', noon);
    const { preview_pdf } = await create('resend_saved_order', newOrder());
    await expect(platform.hydrate(preview_pdf, connection)).rejects.toThrow(/is not ready yet/);
    await control.advance('1m');
    const url = String(await platform.hydrate(preview_pdf, connection));
    expect(
      Buffer.from(await (await fetch(url)).arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('and files are requested with a type that the service has', async () => {
    const { create, search, platform, connection } = await start('pdf-accept');
    const { preview_pdf } = await create('resend_saved_order', newOrder());
    const [file] = await search('find_file', { file_id: 'f-001-0001' });
    for (const hydratable of [preview_pdf, file?.content]) {
      const url = String(await platform.hydrate(hydratable, connection));
      expect(
        Buffer.from(await (await fetch(url)).arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    }
  });
});

describe('An order that was canceled', () => {
  it.each(['default', 'canceled-marked'])('is no order any more with %s', async (variant) => {
    const { create, control } = await start(variant);
    const order = newOrder();
    const first = await create('resend_saved_order', order);
    await control.call('POST', `/orders/${first.order_id}/cancel`);
    const again = await create('resend_saved_order', order);
    expect(again).toMatchObject({ order_id: first.order_id, already_ordered: true });
    // An order that is missing a moment after it was placed may only not be found yet.
    if (variant === 'canceled-marked')
      expect(again.warning).toMatch(/was canceled at the letter service\. To order again, /);
    expect(await create('resend_saved_order', { ...order, duplicate_window: 'off' })).toMatchObject({
      already_ordered: false,
    });
  });
});

describe('The name of a temporary list', () => {
  it('fits, even if the service accepts only 50 characters', async () => {
    const { create } = await start('short-list-names');
    const recipients = ['Ann', 'Bob'].map((name) => ({
      name: name.repeat(30),
      street: '1 A St',
      city: 'Akron',
      state: 'OH',
      postal_code: '44301',
    }));
    expect(await create('create_list', { recipients })).toMatchObject({ recipient_count: 2 });
    const letter = { saved_order_id: welcomeLetter, ...recipients[0] };
    expect(await create('send_letter', letter)).toMatchObject({ already_ordered: false });
    await expect(create('create_list', { recipients, list_name: 'x'.repeat(60) })).rejects.toThrow(
      /“The name of a list can have up to 50 characters”/,
    );
  });
});

describe('A file that an order uses', () => {
  it.each(['default', 'file-in-use-403'])(
    'is not deleted, and no permission is missing, with %s',
    async (variant) => {
      const { create } = await start(variant);
      await create('resend_saved_order', newOrder());
      const message: unknown = await create('delete_file', { file_id: 'f-001-0001' }).catch(
        (error) => error.message,
      );
      expect(message).toMatch(
        /^The letter service refused to delete the file "f-001-0001"\. The letter service says: .*\. Nothing was deleted\. A file that an order uses can.t be deleted;/,
      );
      expect(message).not.toMatch(/Reconnect|permission/);
    },
  );
});

describe('An order that is repeated with another file', () => {
  it('prints the new file, although the service shows the saved order it was made from', async () => {
    const { create, search, platform, connection } = await start('form-b-first');
    const first = await create('resend_saved_order', newOrder());
    const [found] = await search('find_file', { file_id: 'f-001-0001' });
    const file = await platform.hydrate(found?.content, connection);
    const again = await create('repeat_order', { order_id: first.order_id, file, duplicate_window: 'off' });
    expect(again.file_id).not.toBe('f-001-0001');
    expect(await search('find_order', { order_id: again.order_id })).toMatchObject([
      { contents: expect.arrayContaining([expect.objectContaining({ file: again.file_id })]) },
    ]);
  });

  it('asks for the list if the service does not show it', async () => {
    const { create, search, platform, connection } = await start('order-without-list');
    const first = await create('resend_saved_order', newOrder());
    const [found] = await search('find_file', { file_id: 'f-001-0001' });
    const file = await platform.hydrate(found?.content, connection);
    const repeat = { order_id: first.order_id, file, duplicate_window: 'off' };
    await expect(create('repeat_order', repeat)).rejects.toThrow(
      /does not say which list .* Choose Everyone on the Mailing List, or fill in List ID\./,
    );
    expect(await create('repeat_order', { ...repeat, list_id: 'l-001-0002' })).toMatchObject({
      list_id: 'l-001-0002',
      already_ordered: false,
    });
  });
});

describe('Objects and lists where text is usual', () => {
  it('make no response unusable: only an ID that is missing does', async () => {
    const { create, search, zap, control } = await start('odd-types');
    expect(await search('find_contact', { contact_id: maria })).toMatchObject([{ name: 'Maria Miller' }]);
    expect(await search('find_saved_order', { saved_order_id: welcomeLetter })).toMatchObject([
      { saved_order_id: welcomeLetter },
    ]);
    const logos = await search('find_logo', { logo_id: 'l-001-0101' });
    expect(logos).toMatchObject([{ id: 'l-001-0101' }]);
    const sent = await create('send_letter', {
      saved_order_id: welcomeLetter,
      name: 'Ann Lee',
      street: '1 A St',
      city: 'Akron',
      postal_code: '44301',
    });
    expect(await search('find_order', { order_id: sent.order_id })).toHaveLength(1);
    const notices = zap('address_update');
    await notices.turnOn();
    await control.event('mail-returned', { contact_id: maria });
    await control.advance('1m');
    await notices.settled();
    expect(notices.records).toMatchObject([{ contact_id: maria }]);
    await notices.turnOff();
  });
});

describe('A contact without a name', () => {
  it('may be refused by the service, which the message says', async () => {
    const { create } = await start('name-required');
    await expect(create('create_contact', { company: 'Grace', city: 'Akron' })).rejects.toThrow(/[Nn]ame/);
    expect(await create('create_contact', { name: 'Grace', city: 'Akron' })).toMatchObject({ name: 'Grace' });
  });
});

describe('An address that the service refuses', () => {
  it('is named, and nothing was saved', async () => {
    const { create } = await start('strict-addresses');
    await expect(create('create_contact', { name: 'Ann', street: '1 A St' })).rejects.toThrow(
      /address|city/i,
    );
    expect(
      await create('create_contact', { name: 'Ann', street: '1 A St', city: 'Akron', postal_code: '44301' }),
    ).toMatchObject({ name: 'Ann' });
  });
});

describe('A monthly newsletter', () => {
  it('goes out two months in a row, although each list lasts 14 days', async () => {
    const { create, control, platform, connection, search } = await start('default', noon);
    const [found] = await search('find_file', { file_id: 'f-001-0001' });
    const bytes = async (hydratable: unknown) =>
      Buffer.from(await (await fetch(String(await platform.hydrate(hydratable, connection)))).arrayBuffer());
    const march = await create('resend_saved_order', newOrder());
    const sent: ZapRecord[] = [];
    for (const month of ['April', 'May']) {
      await control.advance('31d');
      const content = Buffer.concat([await bytes(found?.content), Buffer.from(`\n% ${month}\n`)]);
      const source = await serveLoopback(async (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': content.length });
        response.end(content);
      });
      const repeat = {
        order_id: sent.at(-1)?.order_id ?? march.order_id,
        file: `${source.origin}/${month}.pdf`,
      };
      if (month === 'May') {
        await expect(create('repeat_order', repeat)).rejects.toThrow(/list has expired .lists last 14 days/);
      }
      sent.push(await create('repeat_order', { ...repeat, everyone: true }).finally(() => source.close()));
    }
    expect(sent).toMatchObject([
      { already_ordered: false, incomplete_left_out: 0, letter_count: 25 },
      { already_ordered: false, incomplete_left_out: 0, letter_count: 25 },
    ]);
    expect(new Set(sent.map(({ list_id }) => list_id)).size).toBe(2);
  });
});

describe('A placeholder that no run ever filled in', () => {
  const savedSchema = zod.object({ saved_order_id: zod.string() });

  it('warns and does not stop later letters, but a misspelled merge field does', async () => {
    const { create, control } = await start('default');
    const order = await create('create_order', {
      list_id: 'l-001-0002',
      sheets: [{ file: 'f-001-0001' }],
      merges: [{ text: 'On {date}, {amount}', font: 'f-001-0101', size: 12, x: 1, y: 1 }],
    });
    const { saved_order_id } = savedSchema.parse(
      await control.call('POST', `/orders/${order.order_id}/save`, { name: 'Dated letter' }),
    );
    const send = (name: string, merge_fields: object) =>
      create('send_letter', {
        saved_order_id,
        name,
        street: '1 A St',
        city: 'Akron',
        postal_code: '44301',
        merge_fields,
      });
    for (const name of ['Ann Lee', 'Bob Ray']) {
      const { warning, already_ordered } = await send(name, { amount: '$5' });
      expect(already_ordered).toBe(false);
      expect(warning).toMatch(/ordered with a gap at \{date\}, unless the letter service fills it in/);
    }
    await expect(send('Cid Fox', { ammount: '$5' })).rejects.toThrow(
      /The letter needs \{date\}, \{amount\}\. You filled in: ammount\./,
    );
    await expect(send('Cid Fox', { amount: '$5', ammount: '$5' })).rejects.toThrow(
      /The letter needs \{date\}\. You filled in: ammount\./,
    );
    await expect(send('Cid Fox', {})).rejects.toThrow(
      /The letter needs \{amount\}\. There is no value for it\./,
    );
  });
});
