/** Calls of the sandbox's control API, each with a notice of what happened. */
import { requestJson } from '../../../ui/browser/requests.ts';
import { hrefFor } from '../../../ui/browser/route.ts';
import { notify } from '../../../ui/components/notices.tsx';
import { formatTime } from '../../../ui/components/time.tsx';
import type { Fault } from '../../control/bodies.ts';
import type { Delivery, OrderState } from '../../store/records.ts';
import type { ContactRecord, OrderRecord } from '../protocol.ts';
import { now } from './data.ts';
import { deliveryResult, describeFault, formatCount, formatMatch, orderStates, personName } from './text.ts';

const callControlApi = <Result>(method: string, path: string, body?: unknown): Promise<Result> =>
  requestJson(method, `/sandbox${path}`, body);

const notifySuccess = (text: string): void => notify({ tone: 'good', text });

/** Shows what happened and how many subscriptions are notified. */
function notifyEvent(text: string, { length: count }: string[]): void {
  if (count === 0)
    notify({ tone: 'info', text: `${text} No app is subscribed to this event, so none was notified.` });
  else
    notify({
      tone: 'good',
      text: `${text} ${formatCount(count, 'subscription')} ${count === 1 ? 'was' : 'were'} notified.`,
      link: { href: hrefFor(['deliveries']), label: 'View Deliveries' },
    });
}

/** The IDs of the webhook deliveries that an event caused. */
interface EventResult {
  deliveries: string[];
}

/** @param address if undefined, the contact becomes undeliverable */
export async function returnLetter(contact: ContactRecord, address: object | undefined): Promise<void> {
  const { deliveries } = await callControlApi<EventResult>('POST', '/events/mail-returned', {
    contact_id: contact.id,
    forwarding_address: address,
  });
  const how = address ? 'with a forwarding address' : 'as undeliverable';
  notifyEvent(`A letter to ${personName(contact)} was returned ${how}.`, deliveries);
}

export async function changeAddress(contact: ContactRecord, address: object): Promise<void> {
  const { deliveries } = await callControlApi<EventResult>('POST', '/events/address-update', {
    contact_id: contact.id,
    new_address: address,
  });
  notifyEvent(`The address of ${personName(contact)} was changed.`, deliveries);
}

export async function advanceOrder({ id }: OrderRecord): Promise<void> {
  const { state, deliveries } = await callControlApi<EventResult & { state: OrderState }>(
    'POST',
    `/orders/${encodeURIComponent(id)}/advance`,
  );
  const text = `Order ${id} is now ${orderStates[state].label.toLowerCase()}.`;
  // The start of production is not an event.
  if (state === 'production') notifySuccess(text);
  else notifyEvent(text, deliveries);
}

export async function cancelOrder({ id }: OrderRecord): Promise<void> {
  await callControlApi('POST', `/orders/${encodeURIComponent(id)}/cancel`);
  notifySuccess(`Order ${id} was canceled. Apps are not notified of this.`);
}

export async function saveOrder({ id }: OrderRecord): Promise<void> {
  const name = `Order ${id}`;
  await callControlApi('POST', `/orders/${encodeURIComponent(id)}/save`, { name });
  notify({
    tone: 'good',
    text: `“${name}” was saved. Zaps that watch for new saved orders find it at their next check.`,
    link: { href: hrefFor(['saved-orders']), label: 'View Saved Orders' },
  });
}

export async function resendDelivery({ id }: Delivery): Promise<void> {
  const { tries, state } = await callControlApi<Delivery>(
    'POST',
    `/deliveries/${encodeURIComponent(id)}/resend`,
  );
  const results = tries.slice(-1).map(deliveryResult);
  notify({
    tone: state === 'delivered' ? 'good' : 'bad',
    text: `Delivery ${id} was sent again: ${results}.`,
  });
}

/** Advances the clock; everything that falls due meanwhile happens. */
export async function advanceClock(label: string, duration: string): Promise<void> {
  const { now: time } = await callControlApi<{ now: string }>('POST', '/clock', { advance: duration });
  notifySuccess(
    `The clock was advanced by ${label.toLowerCase()}. It is now ${formatTime(Date.parse(time))}.`,
  );
}

export async function stopClock(): Promise<void> {
  await callControlApi('POST', '/clock', { freeze: new Date(now.value).toISOString() });
}

export async function startClock(): Promise<void> {
  await callControlApi('POST', '/clock', { run: true });
}

export async function addFault(rule: Pick<Fault, 'match' | 'nth' | 'then'>): Promise<void> {
  await callControlApi('POST', '/faults', rule);
  notifySuccess(`The fault was added: ${describeFault(rule.then)}.`);
}

export async function removeFault({ id, match }: Fault): Promise<void> {
  await callControlApi('DELETE', `/faults/${encodeURIComponent(id)}`);
  notifySuccess(`The fault for ${formatMatch(match)} was removed.`);
}

export async function removeAllFaults(): Promise<void> {
  await callControlApi('DELETE', '/faults');
  notifySuccess('All faults were removed.');
}

export async function revokeConnection(id: string): Promise<void> {
  await requestJson('DELETE', `/console/connections/${encodeURIComponent(id)}`);
  notifySuccess('The connection was revoked. Zaps that use it fail until the account is reconnected.');
}

export async function resetSandbox(): Promise<void> {
  await callControlApi('POST', '/reset');
  notifySuccess('The sandbox was reset.');
}
