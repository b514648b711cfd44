/** Simulates events of the outside world: returned mail, address changes and order progress. */
import { hrefFor } from '../../../../ui/browser/route.ts';
import { notify } from '../../../../ui/components/notices.tsx';
import type { Address, OrderState } from '../../../store/records.ts';
import type { OrderSummary } from '../../protocol.ts';
import { callControlApi } from './control_api.ts';

interface EventResult {
  /** The IDs of the webhook deliveries that the event caused. */
  deliveries: string[];
}

/** Shows what happened and how many subscriptions are notified. */
function notifyEvent(text: string, { deliveries }: EventResult): void {
  const [first] = deliveries;
  const count = deliveries.length;
  if (first === undefined)
    notify({ tone: 'info', text: `${text} No app is subscribed to this event, so none was notified.` });
  else
    notify({
      tone: 'good',
      text: `${text} ${count === 1 ? '1 subscription was' : `${count} subscriptions were`} notified.`,
      link:
        count === 1
          ? { href: hrefFor(['deliveries', first]), label: 'View delivery' }
          : { href: hrefFor(['deliveries']), label: 'View deliveries' },
    });
}

export type PartialAddress = Partial<Address>;

interface Person {
  id: string;
  name: string;
}

/** @param forwardingAddress if undefined, the contact becomes undeliverable */
export async function returnLetter(
  contact: Person,
  forwardingAddress: PartialAddress | undefined,
): Promise<void> {
  const result = await callControlApi<EventResult>('POST', '/events/mail-returned', {
    contact_id: contact.id,
    ...(forwardingAddress ? { forwarding_address: forwardingAddress } : {}),
  });
  const how = forwardingAddress ? ' with a forwarding address' : ' as undeliverable';
  notifyEvent(`A letter to ${contact.name} was returned${how}.`, result);
}

export async function changeAddress(
  contact: Person,
  change: { address: PartialAddress; code: string; message: string; client: string },
): Promise<void> {
  const result = await callControlApi<EventResult>('POST', '/events/address-update', {
    contact_id: contact.id,
    new_address: change.address,
    ...(change.code === '' ? {} : { code: change.code }),
    ...(change.message === '' ? {} : { message: change.message }),
    ...(change.client === '' ? {} : { by: { client: change.client } }),
  });
  notifyEvent(`The address of ${contact.name} was changed.`, result);
}

export const orderStateLabels: Record<OrderState, string> = {
  created: 'Created',
  production: 'In production',
  complete: 'Produced',
  mailed: 'Mailed',
};

/** Advances an order by one state, or until it reaches the given one. */
export async function advanceOrder(order: Pick<OrderSummary, 'id'>, until?: OrderState): Promise<void> {
  const deliveries: string[] = [];
  for (;;) {
    const result = await callControlApi<EventResult & { state: OrderState }>(
      'POST',
      `/orders/${encodeURIComponent(order.id)}/advance`,
    );
    deliveries.push(...result.deliveries);
    if (until !== undefined && result.state !== until && result.state !== 'mailed') continue;
    const text = `Order ${order.id} is now ${orderStateLabels[result.state].toLowerCase()}.`;
    // The start of production is not an event.
    if (result.state === 'production') notify({ tone: 'good', text });
    else notifyEvent(text, { deliveries });
    return;
  }
}

export async function resendDelivery(id: string): Promise<void> {
  const { tries } = await callControlApi<{ tries: { status?: number; error?: string }[] }>(
    'POST',
    `/deliveries/${encodeURIComponent(id)}/resend`,
  );
  const { status, error } = tries.at(-1) ?? {};
  const outcome = status === undefined ? `the request failed: ${error}` : `the response was ${status}`;
  notify({
    tone: status !== undefined && status >= 200 && status < 300 ? 'good' : 'bad',
    text: `Delivery ${id} was sent again; ${outcome}.`,
  });
}
