/** Letters to one person and to temporary lists, with the built connector, zapier-platform-core and the sandbox. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProcessPool, runCreate } from '@print-and-mail/zapier';
import * as zod from 'zod';
import { defaultScopes } from '../../dev/demo/control.ts';
import { readPdfPages } from '../../dev/sandbox/test/pdf_pages.ts';
import { startWorld, type World } from '../support/world.ts';

/** A saved order that greets the recipient and mentions the amount of a gift. */
const thankYouLetter = 'l-001-1005';
/** A saved order that only greets the recipient. */
const welcomeLetter = 'l-001-1001';

const rosa = { name: 'Rosa Diaz', street: '9 Lake Road', city: 'Dayton', state: 'OH', postal_code: '45402' };

// Two processes serve every account: one of them may download a file while the other one uploads it.
const processes = new ProcessPool({ size: 2 });
afterAll(() => processes.stop());

let world: World;
beforeAll(async () => {
  world = await startWorld({ platform: { processes } });
});
afterAll(() => world.close());

const listsSchema = zod.object({
  lists: zod.array(
    zod.looseObject({
      list_id: zod.string(),
      recipients: zod.array(zod.looseObject({})),
      orders: zod.array(zod.string()),
    }),
  ),
});

const listsOf = async ({ control }: World) => listsSchema.parse(await control.call('GET', '/lists')).lists;

const countOrders = async ({ control }: World): Promise<number> =>
  (await control.requests()).filter(
    ({ method, path, status }) => method === 'POST' && path === '/v1/orders' && status < 300,
  ).length;

/** Returns how many lists and orders `work` adds at the service. */
async function added(work: () => Promise<unknown>): Promise<{ lists: number; orders: number }> {
  const [lists, orders] = [(await listsOf(world)).length, await countOrders(world)];
  await work();
  return { lists: (await listsOf(world)).length - lists, orders: (await countOrders(world)) - orders };
}

/** Returns the text of each page of the order's preview, as a later step of the Zap downloads it. */
async function previewOf(orderId: unknown): Promise<string[]> {
  const [order] = await world.search('find_order', { order_id: orderId });
  const url = String(await world.platform.hydrate(order?.preview_pdf, world.connection));
  const pdf = new Uint8Array(await (await fetch(url)).arrayBuffer());
  return (await readPdfPages(pdf)).map(({ text }) => text);
}

describe('Send Letter', () => {
  it('sends a letter to a contact with a merge field', async () => {
    const letter = await world.create('send_letter', {
      saved_order_id: thankYouLetter,
      contact_id: 'c-001-0002',
      merge_fields: { amount: '$125.00' },
    });
    expect(letter).toMatchObject({ already_ordered: false, preview_only: false, warning: null });
    const text = (await previewOf(letter.order_id)).join('\n');
    expect(text).toContain('Dear John,');
    expect(text).toContain('Thank you for your gift of $125.00.');
    expect(text).toContain('480 Elm Avenue');
    expect((await listsOf(world)).find(({ list_id }) => list_id === letter.list_id)).toMatchObject({
      recipients: [{ name: 'John Baker', metadata: { amount: '$125.00' } }],
      orders: [letter.order_id],
    });
  });

  it('sends a letter to a person who is not on the mailing list', async () => {
    const letter = await world.create('send_letter', { saved_order_id: welcomeLetter, ...rosa });
    const text = (await previewOf(letter.order_id)).join('\n');
    expect(text).toContain('Dear Rosa,');
    expect(text).toContain('Rosa Diaz');
    expect(text).toContain('Dayton, OH 45402');
    expect(await world.search('find_contact', { name: 'Rosa Diaz' })).toEqual([]);
  });

  it('sends a letter to an organization without a name', async () => {
    const contact = await world.create('create_contact', {
      company: 'Harbor Chapel',
      street: '1 Pier',
      city: 'Duluth',
    });
    const [found] = await world.search('find_contact', { company: 'Harbor Chapel' });
    expect(found?.id).toBe(contact.id);
    const letter = await world.create('send_letter', {
      saved_order_id: welcomeLetter,
      contact_id: contact.id,
    });
    expect((await previewOf(letter.order_id)).join('\n')).toContain('Dear Harbor Chapel,');
  });

  it('does not print the country of the contact if a complete US address is filled in', async () => {
    const letter = await world.create('send_letter', {
      saved_order_id: welcomeLetter,
      contact_id: 'c-001-0008',
      street: '1 Congress Avenue',
      city: 'Austin',
      state: 'TX',
      postal_code: '78701',
    });
    const text = (await previewOf(letter.order_id)).join('\n');
    expect(text).toContain('Austin, TX 78701');
    expect(text).not.toMatch(/germany/i);
  });

  it('stops at a gap that an earlier letter has shown, and warns if the user allows it', async () => {
    const fields = { saved_order_id: thankYouLetter, ...rosa };
    await expect(world.create('send_letter', fields)).rejects.toThrow(/The letter needs \{amount\}/);
    const letter = await world.create('send_letter', { ...fields, blank_merge_fields: 'send' });
    expect(letter.warning).toContain('{amount}');
  });

  it('orders nothing and creates no list in an editor test', async () => {
    const fields = { saved_order_id: welcomeLetter, ...rosa, name: 'Only Tested' };
    expect(
      await added(async () =>
        expect(await world.create('send_letter', fields, { test: true })).toMatchObject({
          preview_only: true,
          name: 'Only Tested',
        }),
      ),
    ).toEqual({ lists: 0, orders: 0 });
  });

  it('sends a letter once and creates one list if its Zap runs again', async () => {
    const fields = {
      saved_order_id: welcomeLetter,
      ...rosa,
      name: 'Repeated Rosa',
      merge_fields: { a: '1' },
    };
    const first = await world.create('send_letter', fields);
    expect(
      await added(async () =>
        expect(await world.create('send_letter', { ...fields, name: ' Repeated Rosa ' })).toMatchObject({
          order_id: first.order_id,
          already_ordered: true,
        }),
      ),
    ).toEqual({ lists: 0, orders: 0 });
  });

  it('sends another letter if what is printed differs', async () => {
    const fields = { saved_order_id: welcomeLetter, ...rosa, name: 'Changing Rosa' };
    const changes = [
      {},
      { street: '10 Lake Road' },
      { greeting: 'Ms. Diaz' },
      { merge_fields: { amount: '5' } },
      { saved_order_id: 'l-001-1007' },
    ];
    const letters = [];
    for (const change of changes) letters.push(await world.create('send_letter', { ...fields, ...change }));
    expect(new Set(letters.map(({ order_id }) => order_id)).size).toBe(changes.length);
    expect(letters.every(({ already_ordered }) => already_ordered === false)).toBe(true);
  });
});

describe('A Zap that runs again', () => {
  const recipients = [
    { name: 'Ann Lake', street: '1 First', city: 'Akron', state: 'OH' },
    { name: 'Ben Hill', street: '2 Second', city: 'Akron', state: 'OH' },
  ];

  it('creates another list with the same recipients and orders once', async () => {
    const run = async (people: object[]) => {
      const { list_id } = await world.create('create_list', { recipients: people });
      return [list_id, await world.create('resend_saved_order', { saved_order_id: 'l-001-1002', list_id })];
    };
    expect(
      await added(async () => {
        const [firstList, first] = await run(recipients);
        const [secondList, second] = await run(recipients.toReversed());
        expect(secondList).not.toBe(firstList);
        expect(second).toEqual({
          ...Object(first),
          already_ordered: true,
          warning: expect.stringMatching(/^Not sent again: ordered on /),
        });
      }),
    ).toEqual({ lists: 2, orders: 1 });
  });

  it('does not write to the same people again if a person was added to the list', async () => {
    const order = async (people: object[]) => {
      const { list_id } = await world.create('create_list', { recipients: people });
      return world.create('resend_saved_order', { saved_order_id: 'l-001-1003', list_id });
    };
    const first = await order(recipients);
    await expect(order([...recipients, rosa])).rejects.toThrow(
      new RegExp(`2 of these 3 people already got the same letter, ordered on .* \\(${first.order_id}\\)`),
    );
    expect(await order([rosa])).toMatchObject({ already_ordered: false });
  });

  it('finds the letter that Send Letter ordered for the same person', async () => {
    const person = { ...rosa, name: 'Listed Rosa' };
    const letter = await world.create('send_letter', { saved_order_id: welcomeLetter, ...person });
    const { list_id } = await world.create('create_list', { recipients: [person] });
    expect(
      await world.create('resend_saved_order', { saved_order_id: welcomeLetter, list_id }),
    ).toMatchObject({ order_id: letter.order_id, already_ordered: true });
  });

  it('uploads the same PDF again and orders once', async () => {
    const [{ content } = {}] = await world.search('find_file', { file_id: 'f-001-0001' });
    const run = async () => {
      const { file_id } = await world.create('upload_file', { file: content });
      const { list_id } = await world.create('create_list', { recipients });
      return [file_id, await world.create('create_order', { list_id, sheets: [{ file: file_id }] })];
    };
    expect(
      await added(async () => {
        const [firstFile, first] = await run();
        const [secondFile, second] = await run();
        expect(secondFile).not.toBe(firstFile);
        expect(Object(second)).toMatchObject({ order_id: Object(first).order_id, already_ordered: true });
      }),
    ).toEqual({ lists: 2, orders: 1 });
  });
});

describe('The duplicate check', () => {
  const fields = { saved_order_id: welcomeLetter, ...rosa, name: 'Reconnected Rosa' };

  it('finds a letter after a reconnect', async () => {
    const first = await world.create('send_letter', fields);
    const { authData } = await world.connect('demo@example.com');
    expect(authData).not.toEqual(world.connection.authData);
    const connection = { ...world.connection, authData };
    expect(
      await runCreate(world.platform, { key: 'send_letter', inputData: fields, connection }),
    ).toMatchObject({ order_id: first.order_id, already_ordered: true });
  });

  it('finds the recipients of a list after a reconnect', async () => {
    const { list_id } = await world.create('create_list', { recipients: [fields] });
    const { authData } = await world.connect('demo@example.com');
    const connection = { ...world.connection, authData };
    expect(
      await runCreate(world.platform, {
        key: 'resend_saved_order',
        inputData: { saved_order_id: welcomeLetter, list_id },
        connection,
      }),
    ).toMatchObject({ already_ordered: true });
  });

  it('does not find a letter of another account', async () => {
    await world.create('send_letter', fields);
    const connection = await world.connect('other@example.com');
    const run = (inputData: Record<string, unknown>) =>
      runCreate(world.platform, { key: 'send_letter', inputData, connection });
    // The other account has no saved orders. The error of the service shows that the step tried to order.
    await expect(run(fields)).rejects.toThrow(/code orders\.invalid_id/);
  });
});

describe('Send Letter and Create Temporary List', () => {
  const send = async (options: Parameters<typeof startWorld>[0]) => {
    const other = await startWorld({ ...options, platform: { processes } });
    try {
      const failures = [];
      for (const [key, inputData] of [
        ['send_letter', { saved_order_id: welcomeLetter, ...rosa }],
        ['create_list', { recipients: [rosa] }],
      ] as const) {
        failures.push(await other.create(key, inputData).catch((error: Error) => error.message));
      }
      return { failures, orders: await countOrders(other) };
    } finally {
      await other.close();
    }
  };

  it('say that the service has no temporary lists', async () => {
    const { failures, orders } = await send({ world: 'no-lists' });
    expect(failures).toEqual([
      expect.stringMatching(/doesn't offer temporary lists.*Nothing was ordered by this run\. Use/),
      expect.stringMatching(/doesn't offer temporary lists for this account\./),
    ]);
    expect(orders).toBe(0);
  });

  it('name both spellings of a missing permission', async () => {
    const scopes = defaultScopes.filter((scope) => !scope.includes('lists'));
    for (const variant of ['default', 'strict-lists']) {
      const { failures, orders } = await send({ world: variant, scopes });
      expect(failures).toEqual([
        expect.stringMatching(
          /Nothing was ordered by this run\. Reconnect.*"pls\.lists\.write" or "lists\.write"/,
        ),
        expect.stringMatching(/Reconnect.*"pls\.lists\.write" or "lists\.write"\./),
      ]);
      expect(orders).toBe(0);
    }
  });

  it('work with the short spelling of the scopes', async () => {
    const scopes = [...defaultScopes.filter((scope) => !scope.includes('lists')), 'lists.write'];
    const { failures, orders } = await send({ world: 'strict-lists', scopes });
    expect(failures).toEqual([
      expect.objectContaining({ already_ordered: false }),
      expect.objectContaining({ recipient_count: 1 }),
    ]);
    expect(orders).toBe(1);
  });
});
