/** Adds contacts and orders to the selected account. */
import { hrefFor } from '../../../../ui/browser/route.ts';
import { notify } from '../../../../ui/components/notices.tsx';
import type { OrderSummary } from '../../protocol.ts';
import { callControlApi, postAsApp } from './control_api.ts';
import type { PartialAddress } from './events.ts';

export async function addContact(contact: { name: string; address: PartialAddress }): Promise<void> {
  const { contact_id: id } = await postAsApp<{ contact_id: string }>(
    'contacts.write',
    '/v3/contacts',
    contact,
  );
  notify({
    tone: 'good',
    text: `${contact.name} was added. Zaps that watch for new contacts find it at their next check.`,
    link: { href: hrefFor(['contacts', id]), label: 'View contact' },
  });
}

/** @returns the order's ID */
export async function placeOrder(saved: { id: string; name: string }, list: string): Promise<string> {
  const { order_id: id } = await postAsApp<{ order_id: string }>('orders.write', '/v1/orders', {
    saved_order_id: saved.id,
    list_id: list,
  });
  notify({ tone: 'good', text: `“${saved.name}” was ordered as ${id}. Nothing is charged.` });
  return id;
}

export async function saveOrder(order: Pick<OrderSummary, 'id'>, name: string): Promise<void> {
  await callControlApi('POST', `/orders/${encodeURIComponent(order.id)}/save`, { name });
  notify({
    tone: 'good',
    text: `“${name}” was saved. Zaps that watch for new saved orders find it at their next check.`,
    link: { href: hrefFor(['saved-orders']), label: 'View saved orders' },
  });
}
