/** Found Order ID: what a step does with an order whose confirmation was lost, after the user has found it at the letter service. */
import { describe, expect, it } from '@jest/globals';
import { personNamed, useOrderService } from '../support/order_service.ts';

const service = useOrderService();
const hour = 3_600_000;

const sendLetter = (name: string, changes = {}, bundle = {}) =>
  service.connector.create(
    'send_letter',
    { saved_order_id: 'l-900', ...personNamed(name), ...changes },
    bundle,
  );
const sendLetters = (names: readonly string[], changes = {}) =>
  service.connector.create('send_letters', {
    saved_order_id: 'l-900',
    recipients: names.map(personNamed),
    ...changes,
  });
const resend = (changes = {}) =>
  service.connector.create('resend_saved_order', { saved_order_id: 'l-900', list_id: 'l-77', ...changes });

/** Runs the step, whose order is placed although its answer is lost. */
async function lose(run: () => Promise<unknown>, answer = { status: 502, body: {} }): Promise<string> {
  service.unclearAnswer = [answer.status, answer.body];
  const message = await run().then(String, ({ message }: Error) => message);
  service.unclearAnswer = undefined;
  return message;
}

it('A lost answer says what to do, and until when the same letters are not ordered again', async () => {
  expect(await lose(() => sendLetters(['Ann', 'Bob']))).toMatch(
    /If the order is there, enter its ID in Found Order ID and run the step again\. If it is still missing after ten minutes, enter missing-[0-9a-f]{8} there\. .* not ordered again until Jun 12, 2026/,
  );
  expect(await lose(() => sendLetter('Cid'))).toMatch(/not ordered again until Mar 19, 2026/);
  expect(await lose(() => sendLetter('Dee', { event_id: 'gift 7' }))).toMatch(/until Jun 12, 2026/);
});

describe('An order that was found', () => {
  it('is returned, now and later', async () => {
    await lose(() => sendLetter('Ann'));
    expect(await sendLetter('Ann', { found_order_id: ' m-1 ' })).toMatchObject({
      order_id: 'm-1',
      already_ordered: true,
      list_id: 'l-1',
      letter_count: 1,
    });
    service.connector.now += hour;
    expect(await sendLetter('Ann')).toMatchObject({ order_id: 'm-1', already_ordered: true });
    expect(service.orders).toHaveLength(1);
  });

  it('leaves its people out beside new ones, also weeks later', async () => {
    await lose(() => sendLetters(['Ann', 'Bob'], { already_sent: 'leave_out' }));
    service.connector.now += 40 * 24 * hour;
    const grown = ['Ann', 'Bob', 'Cid'];
    await expect(sendLetters(grown, { already_sent: 'leave_out' })).rejects.toThrow(
      /for Ann, Bob, on Mar 12, 2026, 12:00 PM UTC, was never confirmed, so that order may exist\. .* Until Jun 12, 2026/,
    );
    const result = await sendLetters(grown, { already_sent: 'leave_out', found_order_id: 'm-1' });
    expect(result).toMatchObject({ order_id: 'm-2', already_sent_left_out: 2 });
    expect(service.lists.at(-1)).toEqual(['Cid']);
  });

  it('has the number of letters of the run that lost it, also if the answer had its ID', async () => {
    await lose(() => sendLetters(['Ann', 'Bob']));
    const found = { order_id: 'm-1', already_ordered: true, letter_count: 2 };
    expect(await sendLetters(['Ann', 'Bob'], { found_order_id: 'm-1' })).toMatchObject(found);
    await lose(() => sendLetters(['Cid', 'Dan', 'Eve']), {
      status: 201,
      body: { order_id: 'm-2', error: 'x' },
    });
    expect(await sendLetters(['Cid', 'Dan', 'Eve'], { found_order_id: 'm-2' })).toMatchObject({
      ...found,
      order_id: 'm-2',
      letter_count: 3,
    });
  });

  it('is the result of a step that leaves people out if it has all of them, and has no effect later', async () => {
    const leaveOut = { already_sent: 'leave_out' };
    await lose(() => sendLetters(['Ann', 'Bob'], leaveOut));
    const again = () => sendLetters(['Ann', 'Bob'], { ...leaveOut, found_order_id: 'm-1' });
    service.connector.now += 40 * 24 * hour;
    expect(await again()).toMatchObject({
      ...{ order_id: 'm-1', already_ordered: true, letter_count: 2, already_sent_left_out: 0 },
      warning: expect.stringMatching(/^Not sent again: ordered on .* \(m-1\)\./),
    });
    const nobody = { order_id: null, letter_count: 0, already_sent_left_out: 2 };
    expect(await again()).toMatchObject(nobody);
    expect(service.orders).toHaveLength(1);
  });

  it('stops a step that does not leave people out, and names the order', async () => {
    await lose(() => sendLetters(['Ann', 'Bob']));
    await expect(sendLetters(['Ann', 'Bob', 'Cid'], { found_order_id: 'm-1' })).rejects.toThrow(
      /2 of these 3 people already got the same letter, ordered on .* \(m-1\)/,
    );
  });

  it('counts for a mapped list once, and only if it was created within a day', async () => {
    await lose(() => resend());
    expect(await resend({ found_order_id: 'm-1' })).toMatchObject({ order_id: 'm-1', already_ordered: true });
    await lose(() => resend({ event_id: 'May' }));
    await expect(resend({ event_id: 'May', found_order_id: 'm-1' })).rejects.toThrow(
      /^Found Order ID: order "m-1" is already remembered as the order of another run\. Nothing was ordered by this run\./,
    );
    service.connector.now += 48 * hour;
    await resend({ event_id: 'June' });
    service.shown['m-8'] = { id: 'm-8', list: 'l-77', timeline: { created: '2026-03-14T12:00:01' } };
    await expect(resend({ event_id: 'May', found_order_id: 'm-8' })).rejects.toThrow(
      /not created within a day/,
    );
    service.shown['m-8'] = { id: 'm-8', timeline: { created: '2026-03-13T11:59:00' } };
    await expect(resend({ event_id: 'May', found_order_id: 'm-8' })).rejects.toThrow(/ordered on .*\(m-8\)/);
  });
});

describe('An order ID is refused', () => {
  const refuses = async (found_order_id: string, reason: RegExp) => {
    await expect(sendLetter('Ann', { found_order_id })).rejects.toThrow(reason);
    await expect(sendLetter('Ann')).rejects.toThrow(/never confirmed/);
  };

  it('if the order went to another list, such as one of many lost letters', async () => {
    await lose(() => sendLetter('Ann'));
    await lose(() => sendLetter('Bob'));
    await refuses('m-2', /^Letter to Ann: Found Order ID: order "m-2" went to another list/);
  });

  it('if the order is remembered, although the service does not show its list', async () => {
    service.shown['m-2'] = { id: 'm-2', timeline: { created: '2026-03-12T12:00:00' } };
    await lose(() => sendLetter('Ann'));
    await sendLetter('Bob');
    await refuses('m-2', /is already remembered as the order of another run/);
  });

  it('if the order was canceled, or is not in the account', async () => {
    await lose(() => sendLetter('Ann'));
    service.shown['m-1'] = { ...service.shown['m-1'], canceled: true };
    await refuses('m-1', /order "m-1" was canceled at the letter service/);
    await refuses('m-9', /order "m-9" does not exist in this account/);
  });
});

it('An order ID has no effect if every order was confirmed', async () => {
  expect(await sendLetter('Ann', { found_order_id: 'm-77' })).toMatchObject({
    order_id: 'm-1',
    already_ordered: false,
  });
  expect(await sendLetter('Ann', { found_order_id: 'm-77' })).toMatchObject({ order_id: 'm-1' });
});

describe('A word for a missing order', () => {
  const wordIn = (message: string): string => /(?:missing|canceled)-[0-9a-f]{8}/.exec(message)?.[0] ?? '';
  const minute = 60_000;

  /** Runs the step, whose order is not placed. */
  async function miss(run: () => Promise<unknown>): Promise<string> {
    const word = wordIn(await lose(run));
    service.orders.pop();
    return word;
  }

  it('lets the letters be ordered again, once, and may stay in the field', async () => {
    const found_order_id = (await miss(() => sendLetter('Ann'))).toUpperCase();
    await expect(sendLetter('Ann', { found_order_id })).rejects.toThrow(
      /may still place the order .*12:00 PM UTC\. If it is missing after .*12:10 PM UTC/,
    );
    service.connector.now += 11 * minute;
    expect(await sendLetter('Ann', { found_order_id })).toMatchObject({ already_ordered: false });
    expect(await sendLetter('Ann', { found_order_id })).toMatchObject({
      already_ordered: true,
      warning: expect.not.stringContaining('Found Order ID'),
    });
    expect(await sendLetter('Ann')).toMatchObject({ already_ordered: true });
    expect(service.orders).toHaveLength(1);
  });

  it('is for one run: the next lost one has a word of its own', async () => {
    const first = await miss(() => sendLetter('Ann'));
    service.connector.now += 11 * minute;
    const second = await miss(() => sendLetter('Ann', { found_order_id: first }));
    expect(second).not.toBe(first);
    service.connector.now += 11 * minute;
    await expect(sendLetter('Ann', { found_order_id: first })).rejects.toThrow(second);
  });

  it('keeps those remembered whom the run left out', async () => {
    await sendLetters(['Ann', 'Bob']);
    const word = await miss(() => sendLetters(['Ann', 'Bob', 'Cid'], { already_sent: 'leave_out' }));
    service.connector.now += 11 * minute;
    const changes = { already_sent: 'leave_out', found_order_id: word };
    expect(await sendLetters(['Ann', 'Bob', 'Cid'], changes)).toMatchObject({ already_sent_left_out: 2 });
    expect(service.lists.at(-1)).toEqual(['Cid']);
  });

  it('loses against the order if that is found after all', async () => {
    const word = wordIn(await lose(() => sendLetter('Ann', { event_id: 'May' })));
    service.connector.now += 11 * minute;
    await lose(() => sendLetter('Ann', { event_id: 'May', found_order_id: word }));
    expect(await sendLetter('Ann', { event_id: 'May', found_order_id: 'm-1' })).toMatchObject({
      order_id: 'm-1',
      already_ordered: true,
    });
  });

  it.each(['missing-1', 'Canceled-123', 'missing-12345678x'])(
    'is refused if its shape is wrong: %s',
    async (found_order_id) => {
      await expect(sendLetter('Ann', { found_order_id })).rejects.toThrow(
        /neither the ID of an order nor a word/,
      );
    },
  );

  it('for a canceled order lets its letters be ordered again, if it is canceled now', async () => {
    await sendLetter('Ann');
    service.shown['m-1'] = { ...service.shown['m-1'], canceled: true };
    const { warning } = await sendLetter('Ann');
    const found_order_id = wordIn(String(warning));
    expect(warning).toContain(`To order again, enter ${found_order_id} in Found Order ID`);
    service.shown['m-1'] = { ...service.shown['m-1'], canceled: false };
    expect(await sendLetter('Ann', { found_order_id })).toMatchObject({ order_id: 'm-1' });
    service.shown['m-1'] = { ...service.shown['m-1'], canceled: true };
    expect(await sendLetter('Ann', { found_order_id })).toMatchObject({
      order_id: 'm-2',
      already_ordered: false,
    });
    expect(await sendLetter('Ann')).toMatchObject({ order_id: 'm-2', already_ordered: true });
  });

  it('for a canceled order counts against every memory of it', async () => {
    await sendLetters(['Ann', 'Bob']);
    service.connector.now += 24 * hour;
    await sendLetters(['Ann', 'Bob', 'Cid'], { already_sent: 'leave_out' });
    service.shown['m-1'] = { ...service.shown['m-1'], canceled: true };
    const { warning } = await sendLetters(['Ann', 'Bob', 'Cid', 'Dee'], { already_sent: 'leave_out' });
    const found_order_id = wordIn(String(warning));
    expect(
      await sendLetters(['Ann', 'Bob', 'Cid', 'Dee'], { already_sent: 'leave_out', found_order_id }),
    ).toMatchObject({ letter_count: 2 });
    expect(service.lists.at(-1)).toEqual(['Ann', 'Bob']);
  });
});

it('An order ID that has no effect is named', async () => {
  const { warning } = await sendLetter('Ann', { found_order_id: 'm-77' });
  expect(warning).toMatch(/Found Order ID has no effect: .* "m-77"/);
});

it('A preview records nothing', async () => {
  await lose(() => sendLetter('Ann'));
  await sendLetter('Ann', { found_order_id: 'm-1' }, { meta: { isLoadingSample: true } });
  await expect(sendLetter('Ann')).rejects.toThrow(/never confirmed/);
});

it('An order that was never confirmed counts three months for service.lists, and a week for Send Letter without an Event ID', async () => {
  await lose(() => sendLetters(['Ann', 'Bob']));
  service.connector.now += 8 * 24 * hour;
  expect(await sendLetter('Ann')).toMatchObject({ already_ordered: false });
  service.connector.now += 80 * 24 * hour;
  await expect(sendLetter('Bob', { duplicate_window: 'quarter' })).rejects.toThrow(/never confirmed/);
  await expect(sendLetters(['Bob', 'Cid'], { duplicate_window: 'day' })).rejects.toThrow(/never confirmed/);
  service.connector.now += 5 * 24 * hour;
  expect(await sendLetters(['Bob', 'Cid'])).toMatchObject({ already_ordered: false });
});
