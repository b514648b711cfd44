import { hrefFor } from '../../../../ui/browser/route.ts';
import { ActionButton } from '../../../../ui/components/action_button.tsx';
import { Badge } from '../../../../ui/components/badge.tsx';
import { DataTable } from '../../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import { RelativeTime } from '../../../../ui/components/time.tsx';
import type { OrderSummary } from '../../protocol.ts';
import { advanceOrder } from '../actions/events.ts';
import { Loaded } from '../components/loaded.tsx';
import { formatPrice, formatRecipients, OrderStateBadge, stepLabels } from '../components/order_text.tsx';
import { account, now } from '../data/overview.ts';
import { useData } from '../data/use_data.ts';

export function OrdersView() {
  const orders = useData<OrderSummary[]>(`orders?${new URLSearchParams({ account: account.value })}`, [
    'order',
    'list',
    'temporary_list',
  ]);
  return (
    <>
      <PageHeading
        title="Orders"
        lead="Orders are produced and mailed as time passes. Advance the clock or an order to see the next step."
      />
      <Loaded from={orders}>
        {(items) => (
          <DataTable
            caption="Orders"
            rows={items}
            keyOf={({ id }) => id}
            marksNew
            empty={
              <p>
                No orders yet. Place one with a Zap, or order a <a href="#/saved-orders">saved order</a> here.
              </p>
            }
            columns={[
              {
                head: 'Order ID',
                kind: 'name',
                cell: ({ id }) => <a href={hrefFor(['orders', id])}>{id}</a>,
              },
              {
                head: 'Recipients',
                cell: (order) => (
                  <>
                    {formatRecipients(order)}
                    <small class="second-line">
                      <a href={hrefFor(['lists', order.list.id])}>{order.list.name}</a>
                    </small>
                  </>
                ),
              },
              { head: 'Contents', cell: (order) => order.items.map(({ title }) => title).join(', ') },
              { head: 'Price', kind: 'number', cell: ({ invoice_amount }) => formatPrice(invoice_amount) },
              {
                head: 'Status',
                cell: ({ state, rush }) => (
                  <>
                    <OrderStateBadge state={state} /> {rush && <Badge>Rush</Badge>}
                  </>
                ),
              },
              { head: 'Created', cell: ({ created }) => <RelativeTime time={created} now={now.value} /> },
              {
                head: 'Next step',
                kind: 'actions',
                cell: (order) =>
                  order.next && (
                    <ActionButton appearance="plain" action={() => advanceOrder(order)}>
                      {stepLabels[order.next.state]}
                      <span class="visually-hidden"> of {order.id}</span>
                    </ActionButton>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
