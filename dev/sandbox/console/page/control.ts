/** What the page makes happen, through the sandbox's control API. */
import { requestJson } from '../../../ui/browser/requests.ts';
import { hrefFor } from '../../../ui/browser/route.ts';
import { notify } from '../../../ui/components/notices.tsx';
import type { Address, OrderState } from '../../store/records.ts';
import type { FaultView, OrderView } from '../protocol.ts';
import { account, overview } from './world.ts';

const control = <Answer>(method: string, path: string, body?: unknown): Promise<Answer> =>
  requestJson(method, `/sandbox${path}`, body);

interface Told {
  deliveries: string[];
}

/** Says what happened, and who was told of it. */
function tell(what: string, { deliveries }: Told): void {
  const [first] = deliveries;
  const count = deliveries.length;
  if (first === undefined)
    notify({ tone: 'info', text: `${what} No application follows this event, so nobody is told.` });
  else
    notify({
      tone: 'good',
      text: `${what} ${count === 1 ? 'One subscription is' : `${count} subscriptions are`} told.`,
      link:
        count === 1
          ? { href: hrefFor(['deliveries', first]), label: 'See the delivery' }
          : { href: hrefFor(['deliveries']), label: 'See the deliveries' },
    });
}

export type GivenAddress = Partial<Address>;

export async function letterComesBack(
  contact: { id: string; name: string },
  forwarding: GivenAddress | undefined,
): Promise<void> {
  const told = await control<Told>('POST', '/events/mail-returned', {
    contact_id: contact.id,
    ...(forwarding ? { forwarding_address: forwarding } : {}),
  });
  tell(`A letter to ${contact.name} came back${forwarding ? ' with a forwarding address' : ''}.`, told);
}

export async function somebodyMoves(
  contact: { id: string; name: string },
  move: { address: GivenAddress; code: string; message: string; client: string },
): Promise<void> {
  const told = await control<Told>('POST', '/events/address-update', {
    contact_id: contact.id,
    new_address: move.address,
    ...(move.code === '' ? {} : { code: move.code }),
    ...(move.message === '' ? {} : { message: move.message }),
    ...(move.client === '' ? {} : { by: { client: move.client } }),
  });
  tell(`The address of ${contact.name} is changed.`, told);
}

export const stateInWords: Record<OrderState, string> = {
  created: 'created',
  production: 'in production',
  complete: 'produced',
  mailed: 'mailed',
};

/** Takes an order to its next state, or on until one. */
export async function orderGoesOn(order: Pick<OrderView, 'id'>, until?: OrderState): Promise<void> {
  const deliveries: string[] = [];
  for (;;) {
    const after = await control<{ state: OrderState; deliveries: string[] }>(
      'POST',
      `/orders/${encodeURIComponent(order.id)}/advance`,
    );
    deliveries.push(...after.deliveries);
    if (until === undefined || after.state === until || after.state === 'mailed') {
      const what = `The order ${order.id} is ${stateInWords[after.state]}.`;
      if (after.state === 'production') notify({ tone: 'good', text: what });
      else tell(what, { deliveries });
      return;
    }
  }
}

export async function resend(delivery: string): Promise<void> {
  const after = await control<{ state: string; tries: { status?: number; error?: string }[] }>(
    'POST',
    `/deliveries/${encodeURIComponent(delivery)}/resend`,
  );
  const latest = after.tries.at(-1);
  const answer = latest?.status === undefined ? `failed: ${latest?.error}` : `was answered ${latest.status}`;
  const isDone = latest?.status !== undefined && latest.status >= 200 && latest.status < 300;
  notify({ tone: isDone ? 'good' : 'bad', text: `The delivery ${delivery} was sent again and ${answer}.` });
}

export interface ClockState {
  now: string;
  frozen: boolean;
}

export const setClock = (
  change: { advance: string } | { freeze: string } | { run: true },
): Promise<ClockState> => control('POST', '/clock', change);

/** What can be said of a fault; see the control API. */
export type FaultRule = Pick<FaultView, 'then'> &
  Partial<Pick<FaultView, 'match' | 'nth' | 'probability' | 'seed'>>;

export async function addFault(rule: FaultRule, inWords: string): Promise<void> {
  await control('POST', '/faults', rule);
  notify({ tone: 'good', text: `From now on: ${inWords}` });
}

export async function clearFaults(): Promise<void> {
  await control('DELETE', '/faults');
  notify({ tone: 'good', text: 'All faults are removed.' });
}

export async function reset(): Promise<void> {
  await control('POST', '/reset');
  notify({ tone: 'good', text: 'The sandbox is as it was at the beginning.' });
}

/** Orders letters the way an application does. @returns the order's id */
export async function orderSaved(saved: { id: string; name: string }, list: string): Promise<string> {
  const { order_id: id } = await asApplication<{ order_id: string }>('orders.write', '/v1/orders', {
    saved_order_id: saved.id,
    list_id: list,
  });
  notify({ tone: 'good', text: `“${saved.name}” is ordered as ${id}. It costs nothing here.` });
  return id;
}

/** Adds a contact the way an application does. @returns its id */
export async function somebodyIsAdded(contact: { name: string; address: GivenAddress }): Promise<string> {
  const { contact_id: id } = await asApplication<{ contact_id: string }>(
    'contacts.write',
    '/v3/contacts',
    contact,
  );
  notify({
    tone: 'good',
    text: `${contact.name} is on the mailing list. Zaps that look for new contacts find it at their next check.`,
    link: { href: hrefFor(['contacts', id]), label: 'See the contact' },
  });
  return id;
}

/** Saves an order under a name, to be ordered again. */
export async function orderIsSaved(order: Pick<OrderView, 'id'>, name: string): Promise<void> {
  const { saved_order_id: id } = await control<{ saved_order_id: string }>(
    'POST',
    `/orders/${encodeURIComponent(order.id)}/save`,
    { name },
  );
  notify({
    tone: 'good',
    text: `“${name}” is saved as ${id}. Zaps that look for new saved orders find it at their next check.`,
    link: { href: hrefFor(['saved-orders']), label: 'See the saved orders' },
  });
}

/** Posts to the service's own API for the account that is looked at, with a token that exists for this one call. */
async function asApplication<Answer>(scope: string, path: string, body: unknown): Promise<Answer> {
  const { accounts = [], clients = [] } = overview.value ?? {};
  const [user] = accounts.find(({ id }) => id === account.value)?.users ?? [];
  const client = clients.find(({ trouble }) => trouble === null);
  if (user === undefined || !client)
    throw new Error('This needs a user of the account and an application without trouble.');
  const { access_token: token } = await control<{ access_token: string }>('POST', '/tokens', {
    user,
    client: client.id,
    scopes: [scope],
  });
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The service answered ${response.status}: ${text || 'nothing'}`);
    return JSON.parse(text);
  } finally {
    await control('DELETE', `/tokens/${encodeURIComponent(token)}`);
  }
}
