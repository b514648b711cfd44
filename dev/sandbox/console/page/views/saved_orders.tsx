import { useSignal } from '@preact/signals';
import { Badge } from '../../../../ui/components/badge.tsx';
import { DataTable } from '../../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import { RelativeTime } from '../../../../ui/components/time.tsx';
import type { SavedOrderView } from '../../protocol.ts';
import { Loaded } from '../components/loaded.tsx';
import { OrderItems } from '../components/order_items.tsx';
import { account, now } from '../data/overview.ts';
import { useData } from '../data/use_data.ts';
import { PlaceOrderDialog } from '../dialogs/place_order.tsx';

export function SavedOrdersView() {
  const saved = useData<SavedOrderView[]>(`saved-orders?${new URLSearchParams({ account: account.value })}`, [
    'saved_order',
    'file',
    'logo',
  ]);
  const ordering = useSignal<SavedOrderView | undefined>(undefined);
  return (
    <>
      <PageHeading
        title="Saved orders"
        lead="Letters you can order again for any list. To save an order, open it under Orders."
      />
      <Loaded from={saved}>
        {(orders) => (
          <DataTable
            caption="Saved orders"
            rows={orders}
            keyOf={({ id }) => id}
            empty={
              <p>
                No saved orders yet. Open an <a href="#/orders">order</a> and save it, or choose another
                account above.
              </p>
            }
            columns={[
              {
                head: 'Name',
                kind: 'name',
                cell: ({ id, name }) => (
                  <>
                    {name}
                    <small class="second-line">
                      <code>{id}</code>
                    </small>
                  </>
                ),
              },
              {
                head: 'Contents',
                cell: ({ items }) => (
                  <details>
                    <summary>{items.map(({ title }) => title).join(', ')}</summary>
                    <OrderItems items={items} />
                  </details>
                ),
              },
              {
                head: 'Saved',
                cell: ({ created, rush, isListed }) => (
                  <>
                    <RelativeTime time={created} now={now.value} /> {rush && <Badge>Rush</Badge>}{' '}
                    {!isListed && <Badge tone="warn">Not returned by the API</Badge>}
                  </>
                ),
              },
              {
                head: 'Order',
                kind: 'actions',
                cell: (order) => (
                  <button
                    type="button"
                    class="plain"
                    onClick={() => {
                      ordering.value = order;
                    }}
                  >
                    Order…<span class="visually-hidden"> {order.name}</span>
                  </button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {ordering.value && (
        <PlaceOrderDialog
          saved={ordering.value}
          onClose={() => {
            ordering.value = undefined;
          }}
        />
      )}
    </>
  );
}
