/** Whom Send Letters to Several People leaves out after many other orders of the same letter. */
import { expect, it } from '@jest/globals';
import { personNamed, useOrderService } from '../support/order_service.ts';

const service = useOrderService();
const hour = 3_600_000;

const send = (names: string[], already_sent: string) =>
  service.connector.create('send_letters', {
    saved_order_id: 'l-900',
    recipients: names.map(personNamed),
    already_sent,
  });
const leaveOut = (...names: string[]) => send(names, 'leave_out');

it('They are remembered after 40 orders to other lists within the week', async () => {
  await leaveOut('Ann', 'Bob');
  for (let other = 0; other < 40; other += 1) {
    await send([`Cid ${other}`, `Dee ${other}`], 'stop');
    service.connector.now += hour;
  }
  await leaveOut('Ann', 'Bob', 'Eve');
  const written = service.orders.flatMap(({ people }) => people);
  expect(written.filter((name) => !/ \d/.test(name))).toEqual(['Ann', 'Bob', 'Eve']);
});
