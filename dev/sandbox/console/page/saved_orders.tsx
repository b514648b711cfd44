/** Orders that were saved to be ordered again for another list. */
import { useSignal } from '@preact/signals';
import { hrefFor } from '../../../ui/browser/route.ts';
import { Badge } from '../../../ui/components/badge.tsx';
import { DataTable } from '../../../ui/components/data_table.tsx';
import { Dialog } from '../../../ui/components/dialog.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import { RelativeTime } from '../../../ui/components/time.tsx';
import type { ListSummary, SavedOrderView } from '../protocol.ts';
import { orderSaved } from './control.ts';
import { Contents } from './orders.tsx';
import { Shown } from './shown.tsx';
import { account, now, useReading } from './world.ts';
import { WorldForm } from './world_dialogs.tsx';

export function SavedOrdersSection() {
  const saved = useReading<SavedOrderView[]>(
    `saved-orders?${new URLSearchParams({ account: account.value })}`,
    ['saved_order', 'file', 'logo'],
  );
  const ordering = useSignal<SavedOrderView | undefined>(undefined);
  return (
    <>
      <PageHeading
        title="Saved orders"
        lead="Letters that are ready to be ordered again, for any mailing list. An order is saved on its own page."
      />
      <Shown reading={saved}>
        {(items) => (
          <DataTable
            caption="Saved orders"
            rows={items}
            keyOf={({ id }) => id}
            empty={
              <p>
                This account has no saved orders. Save one on the page of an <a href="#/orders">order</a>, or
                choose another account above.
              </p>
            }
            columns={[
              {
                head: 'Name',
                kind: 'name',
                cell: ({ id, name }) => (
                  <>
                    {name}
                    <small class="under">
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
                    <Contents items={items} />
                  </details>
                ),
              },
              {
                head: 'Saved',
                cell: ({ created, rush, isListed }) => (
                  <>
                    <RelativeTime time={created} now={now.value} /> {rush && <Badge>rush</Badge>}{' '}
                    {!isListed && <Badge tone="warn">not in the service’s list</Badge>}
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
                    Order<span class="visually-hidden"> {order.name}</span>
                  </button>
                ),
              },
            ]}
          />
        )}
      </Shown>
      {ordering.value && (
        <OrderDialog
          saved={ordering.value}
          onClose={() => {
            ordering.value = undefined;
          }}
        />
      )}
    </>
  );
}

export function OrderDialog({ saved, onClose }: { saved: SavedOrderView; onClose: () => void }) {
  const lists = useReading<ListSummary[]>(`lists?${new URLSearchParams({ account: account.value })}`, [
    'list',
  ]);
  const list = useSignal('');
  const order = async (): Promise<void> => {
    const id = await orderSaved(saved, list.value);
    location.hash = hrefFor(['orders', id]);
  };
  return (
    <Dialog title={`Order “${saved.name}”`} onClose={onClose}>
      <WorldForm submit="Order" onSubmit={order} onClose={onClose}>
        <Field label="For which mailing list" hint="Nothing is printed, nothing costs money." wide>
          {(ids) => (
            <select
              {...ids}
              required
              value={list.value}
              onChange={({ currentTarget }) => {
                list.value = currentTarget.value;
              }}
            >
              <option value="">Choose a list…</option>
              {lists.answer?.map(({ id, name, contacts }) => (
                <option key={id} value={id}>
                  {name} ({contacts} {contacts === 1 ? 'letter' : 'letters'})
                </option>
              ))}
            </select>
          )}
        </Field>
      </WorldForm>
    </Dialog>
  );
}
