/** Orders, and one order with the preview of its letters. */
import { useSignal } from '@preact/signals';
import { hrefFor } from '../../../ui/browser/route.ts';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { Badge, type Tone } from '../../../ui/components/badge.tsx';
import { DataTable } from '../../../ui/components/data_table.tsx';
import { Dialog } from '../../../ui/components/dialog.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import { formatTime, parseTime, RelativeTime } from '../../../ui/components/time.tsx';
import { type OrderState, orderStates } from '../../store/records.ts';
import type { OrderItemView, OrderView } from '../protocol.ts';
import { orderGoesOn, orderIsSaved, stateInWords } from './control.ts';
import { DeliveriesAbout } from './deliveries.tsx';
import { PdfPages } from './pdf_pages.tsx';
import { Shown } from './shown.tsx';
import { account, now, useReading } from './world.ts';
import { WorldForm } from './world_dialogs.tsx';

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });

const tones: Record<OrderState, Tone> = {
  created: 'quiet',
  production: 'warn',
  complete: 'info',
  mailed: 'good',
};

const StateBadge = ({ state }: { state: OrderState }) => (
  <Badge tone={tones[state]}>{stateInWords[state]}</Badge>
);

/** What the next step of an order is called on its button. */
const steps: Record<OrderState, string> = {
  created: 'Create',
  production: 'Begin production',
  complete: 'Finish production',
  mailed: 'Mail it',
};

export function OrdersSection() {
  const orders = useReading<OrderView[]>(`orders?${new URLSearchParams({ account: account.value })}`, [
    'order',
    'list',
  ]);
  return (
    <>
      <PageHeading
        title="Orders"
        lead="Letters that were ordered. The clock takes them from creation through production to the mail."
      />
      <Shown reading={orders}>
        {(items) => (
          <DataTable
            caption="Orders"
            rows={items}
            keyOf={({ id }) => id}
            marksNew
            empty={
              <p>
                No letters were ordered yet. Order some with a Zap, or order a{' '}
                <a href="#/saved-orders">saved order</a> here.
              </p>
            }
            columns={[
              {
                head: 'Order',
                kind: 'name',
                cell: ({ id }) => <a href={hrefFor(['orders', id])}>{id}</a>,
              },
              { head: 'To', cell: ({ list, quantity }) => `${list.name} (${quantity})` },
              { head: 'What', cell: ({ items }) => items.map(({ title }) => title).join(', ') },
              { head: 'Price', kind: 'number', cell: ({ invoice_amount }) => dollars.format(invoice_amount) },
              {
                head: 'State',
                cell: ({ state, rush }) => (
                  <>
                    <StateBadge state={state} /> {rush && <Badge>rush</Badge>}
                  </>
                ),
              },
              {
                head: 'Created',
                cell: ({ created }) => <RelativeTime time={created} now={now.value} />,
              },
              {
                head: 'Next step',
                kind: 'actions',
                cell: (order) =>
                  order.next && (
                    <ActionButton appearance="plain" action={() => orderGoesOn(order)}>
                      {steps[order.next.state]} <span class="visually-hidden">of {order.id}</span>
                    </ActionButton>
                  ),
              },
            ]}
          />
        )}
      </Shown>
    </>
  );
}

export function OrderSection({ id }: { id: string }) {
  const order = useReading<OrderView>(`orders/${encodeURIComponent(id)}`, ['order']);
  const isSaving = useSignal(false);
  const { answer } = order;
  return (
    <>
      <PageHeading title={`Order ${id}`} back={{ href: '#/orders', label: 'Orders' }}>
        {answer && (
          <button
            type="button"
            class="secondary"
            onClick={() => {
              isSaving.value = true;
            }}
          >
            Save it to order again
          </button>
        )}
        {answer?.next && (
          <ActionButton appearance="primary" action={() => orderGoesOn(answer)}>
            {steps[answer.next.state]}
          </ActionButton>
        )}
      </PageHeading>
      <Shown reading={order}>
        {(shown) => (
          <div class="stack">
            <Progress order={shown} />
            <div class="cards">
              <section class="card" aria-label="Order">
                <dl class="facts">
                  <dt>To</dt>
                  <dd>
                    {shown.list.name}, {shown.quantity} {shown.quantity === 1 ? 'letter' : 'letters'}
                  </dd>
                  <dt>Price</dt>
                  <dd>
                    {dollars.format(shown.invoice_amount)}{' '}
                    <span class="quiet">(nobody pays it: this is a sandbox)</span>
                  </dd>
                  <dt>Rush</dt>
                  <dd>{shown.rush ? 'yes' : 'no'}</dd>
                  <dt>List</dt>
                  <dd>
                    <code>{shown.list.id}</code>
                  </dd>
                </dl>
              </section>
              <section class="card">
                <h2>Contents</h2>
                <Contents items={shown.items} />
              </section>
            </div>
            <section>
              <h2>Preview</h2>
              <PdfPages address={`/console/orders/${encodeURIComponent(id)}/preview`} what="preview" />
            </section>
            <DeliveriesAbout id={id} account={shown.account} />
          </div>
        )}
      </Shown>
      {answer && isSaving.value && (
        <SaveDialog
          order={answer}
          onClose={() => {
            isSaving.value = false;
          }}
        />
      )}
    </>
  );
}

function SaveDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const name = useSignal('');
  return (
    <Dialog title="An order is saved" onClose={onClose}>
      <WorldForm submit="Save the order" onSubmit={() => orderIsSaved(order, name.value)} onClose={onClose}>
        <TextField label="Name" hint="The saved orders are told apart by it." text={name} />
      </WorldForm>
    </Dialog>
  );
}

/** How far the order has come, and when the next step happens by itself. */
function Progress({ order }: { order: OrderView }) {
  const times: Partial<Record<OrderState, string | null>> = {
    created: order.created,
    complete: order.completed,
    mailed: order.mailed,
  };
  const reached = orderStates.indexOf(order.state);
  return (
    <ol class="card order-steps" aria-label="How far it has come">
      {orderStates.map((state, index) => {
        const time = times[state];
        return (
          <li
            key={state}
            class={index <= reached ? 'reached' : ''}
            aria-current={state === order.state ? 'step' : undefined}
          >
            <strong>{stateInWords[state]}</strong>
            <small>
              {time
                ? formatTime(parseTime(time))
                : order.next?.state === state && <RelativeTime time={order.next.at} now={now.value} />}
            </small>
          </li>
        );
      })}
    </ol>
  );
}

/** The parts of an order in words. */
export const Contents = ({ items }: { items: readonly OrderItemView[] }) => (
  <ul class="contents">
    {items.map(({ type, title, id, file, details, merge }, index) => (
      <li key={index}>
        <strong>{file === null ? title : <a href={hrefFor(['files', file])}>{title}</a>}</strong>{' '}
        <code>{id}</code> <span class="visually-hidden">{type}: </span>
        <span class="quiet">{details.join(', ')}</span>
        {merge.map(({ text, details: place }) => (
          <small key={`${text} ${place}`} class="under">
            “{text}” on {place}
          </small>
        ))}
      </li>
    ))}
  </ul>
);
