import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const ann = { name: 'Ann Lee', street: '1 Main St', city: 'Akron', state: 'OH', postal_code: '44301' };
const bob = { ...ann, name: 'Bob Ray', greeting: 'Bob', merge_fields: { Amount: '$20' } };
const sheet = { type: 'sheet', merge: [{ text: 'Dear {greeting},' }, { text: 'your gift of { amount }.' }] };
const test = { meta: { isLoadingSample: true, timezone: 'America/New_York' } };

let connector: UnitConnector;

beforeEach(() => {
  connector = new UnitConnector();
  jest.spyOn(Date, 'now').mockImplementation(() => Date.parse('2026-03-12T14:00:00Z'));
});

const send = (person: object, bundle = {}) =>
  connector.create('send_letter', { saved_order_id: 'l-900', ...person }, bundle);

const showsOrder = (changes = {}) =>
  api()
    .get('/v1/orders/m-1')
    .reply(200, { id: 'm-1', contents: [sheet], invoice_amount: 1.17, ...changes });

/** Orders the letter for Ann, so that the preview of another one can show it. */
async function orderFirst(): Promise<void> {
  api().post('/v1/lists').reply(201, { list_id: 'l-1' });
  api()
    .post('/v1/lists/l-1/contacts')
    .reply(200, { contacts: [{ id: 'a-1' }] });
  api().post('/v1/orders').reply(201, { order_id: 'm-1' });
  showsOrder();
  await send({ ...ann, merge_fields: { amount: '$5' } });
}

const preview = (person: object) => {
  api()
    .get('/v1/orders/saved')
    .reply(200, { saved_orders: [{ saved_order_id: 'l-900', name: 'Thank you' }] });
  return send(person, test);
};

const heading =
  'The letter as it was printed on Mar 12, 2026, 10:00 AM EDT (it may have been edited since), with the values of Bob Ray:';

describe('The preview of a letter that was ordered before', () => {
  it('shows its texts with the values of the person, and what the last order cost', async () => {
    await orderFirst();
    showsOrder();
    const { checked, not_checked } = await preview(bob);
    expect(checked).toEqual([
      'The envelope:\nBob Ray\n1 Main St\nAkron, OH 44301',
      'For Bob Ray: {Amount} is "$20".',
      `${heading}\nDear Bob,\nyour gift of $20.`,
      'Placeholders in the letter: {amount}.',
      'The saved order "Thank you" exists.',
      'The last order cost $1.17 for 1 letter (Mar 12, 2026, 10:00 AM EDT). It may include a base price, which is charged once per order.',
    ]);
    expect(not_checked).toEqual([
      'Whether the same letters were already ordered: the step looks for them when the Zap runs.',
      'Whether the letter service can print and deliver the letters, and what they cost.',
    ]);
  });

  it('leaves a placeholder that the letter service fills in', async () => {
    await orderFirst();
    showsOrder();
    const { checked } = await preview({ ...bob, greeting: '' });
    expect(checked).toContain(`${heading}\nDear {greeting},\nyour gift of $20.`);
  });

  it('shows the letter of the first person of a list, and the price of the last order as it was', async () => {
    await orderFirst();
    showsOrder();
    api().get('/v1/orders/saved').reply(200, { saved_orders: [] });
    const { merge_fields, ...first } = bob;
    const recipients = [first, { ...ann, name: 'Cid Fox', greeting: 'Cid' }];
    const input = { saved_order_id: 'l-900', recipients, merge_fields };
    const { checked } = await connector.create('send_letters', input, test);
    expect(checked).toContain(`${heading}\nDear Bob,\nyour gift of $20.`);
    expect(checked).toContainEqual(expect.stringMatching(/^The last order cost \$1\.17 for 1 letter \(/));
  });

  it('states a price for each letter only if the last order had several', async () => {
    const input = { saved_order_id: 'l-900', recipients: [ann, { ...ann, name: 'Cid Fox' }] };
    api().post('/v1/lists').reply(201, { list_id: 'l-1' });
    api()
      .post('/v1/lists/l-1/contacts')
      .reply(200, { contacts: [{ id: 'a-1' }, { id: 'a-2' }] });
    api().post('/v1/orders').reply(201, { order_id: 'm-1' });
    showsOrder({ contents: [{ type: 'sheet' }], invoice_amount: 7.5 });
    await connector.create('send_letters', input);
    showsOrder({ invoice_amount: 7.5 });
    const { checked } = await preview(ann);
    expect(checked).toContainEqual(
      expect.stringMatching(/^The last order cost \$7\.50 for 2 letters, \$3\.75 for each \(Mar 12/),
    );
  });

  it.each([
    ['has no price', { invoice_amount: null }, 5],
    ['has no texts', { contents: [] }, 5],
    ['is unreadable', { id: null }, 4],
  ])('shows less if the order %s', async (_what, order, count) => {
    await orderFirst();
    showsOrder(order);
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect((await preview(bob)).checked).toHaveLength(count);
  });
});
