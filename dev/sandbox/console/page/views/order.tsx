import { useSignal } from '@preact/signals';
import { hrefFor } from '../../../../ui/browser/route.ts';
import { ActionButton } from '../../../../ui/components/action_button.tsx';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import { formatTime, parseTime, RelativeTime } from '../../../../ui/components/time.tsx';
import { type OrderState, orderStates } from '../../../store/records.ts';
import type { OrderDetails as Order } from '../../protocol.ts';
import { advanceOrder, orderStateLabels } from '../actions/events.ts';
import { DeliveriesAbout } from '../components/delivery_table.tsx';
import { Loaded } from '../components/loaded.tsx';
import { OrderItems } from '../components/order_items.tsx';
import { formatPrice, formatRecipients, stepLabels } from '../components/order_text.tsx';
import { now } from '../data/overview.ts';
import { useData } from '../data/use_data.ts';
import { SaveOrderDialog } from '../dialogs/save_order.tsx';
import { PdfPages } from '../pdf/pdf_pages.tsx';

export function OrderView({ id }: { id: string }) {
  const order = useData<Order>(`orders/${encodeURIComponent(id)}`, [
    'order',
    'temporary_list',
    'recipient',
    'preview',
  ]);
  const isSaving = useSignal(false);
  const { data } = order;
  return (
    <>
      <PageHeading title={`Order ${id}`} back={{ href: '#/orders', label: 'Orders' }}>
        {data && (
          <button
            type="button"
            class="secondary"
            onClick={() => {
              isSaving.value = true;
            }}
          >
            Save this order…
          </button>
        )}
        {data?.next && (
          <ActionButton appearance="primary" action={() => advanceOrder(data)}>
            {stepLabels[data.next.state]}
          </ActionButton>
        )}
      </PageHeading>
      <Loaded from={order}>{(loaded) => <OrderDetails order={loaded} />}</Loaded>
      {data && isSaving.value && (
        <SaveOrderDialog
          order={data}
          onClose={() => {
            isSaving.value = false;
          }}
        />
      )}
    </>
  );
}

const OrderDetails = ({ order }: { order: Order }) => (
  <div class="stack">
    <OrderSteps order={order} />
    <Warnings warnings={order.warnings} />
    <div class="cards">
      <section class="card" aria-label="Order">
        <dl class="facts">
          <dt>Order ID</dt>
          <dd>
            <code>{order.id}</code>
          </dd>
          <dt>Recipients</dt>
          <dd>{formatRecipients(order)}</dd>
          <dt>List</dt>
          <dd>
            <a href={hrefFor(['lists', order.list.id])}>{order.list.name}</a>
          </dd>
          <dt>List ID</dt>
          <dd>
            <code>{order.list.id}</code>
          </dd>
          <dt>Price</dt>
          <dd>
            {formatPrice(order.invoice_amount)} <span class="quiet">(not charged in the sandbox)</span>
          </dd>
          <dt>Rush</dt>
          <dd>{order.rush ? 'Yes' : 'No'}</dd>
        </dl>
      </section>
      <section class="card">
        <h2>Contents</h2>
        <OrderItems items={order.items} />
        <p>
          <a href="#/print-options">All papers, envelopes and fonts</a>
        </p>
      </section>
    </div>
    <section>
      <h2>Preview</h2>
      <PdfPages url={`/console/orders/${encodeURIComponent(order.id)}/preview`} what="preview" />
    </section>
    <DeliveriesAbout id={order.id} account={order.account} />
  </div>
);

const Warnings = ({ warnings }: { warnings: readonly string[] }) =>
  warnings.length > 0 && (
    <section class="warning" aria-labelledby="check">
      <h2 id="check">Check this order</h2>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </section>
  );

/** The states of the order: when it reached each, and when it reaches the next. */
function OrderSteps({ order }: { order: Order }) {
  const times: Partial<Record<OrderState, string | null>> = {
    created: order.created,
    complete: order.completed,
    mailed: order.mailed,
  };
  const reached = orderStates.indexOf(order.state);
  return (
    <ol class="card order-steps" aria-label="Order progress">
      {orderStates.map((state, index) => {
        const time = times[state];
        return (
          <li
            key={state}
            class={index <= reached ? 'reached' : ''}
            aria-current={state === order.state ? 'step' : undefined}
          >
            <strong>{orderStateLabels[state]}</strong>
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
