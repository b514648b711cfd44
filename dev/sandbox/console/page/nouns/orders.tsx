/** Orders and saved orders. */
import { ActionButton } from '../../../../ui/components/action_button.tsx';
import { Badge } from '../../../../ui/components/badge.tsx';
import { CodeBlock } from '../../../../ui/components/code_block.tsx';
import type { OrderRecord } from '../../protocol.ts';
import { advanceOrder, saveOrder } from '../actions.ts';
import { ExactTime, Id, RecordLink, Time } from '../cells.tsx';
import type { Noun } from '../noun.ts';
import { PdfPages } from '../pdf_pages.tsx';
import { RecordTable } from '../record_table.tsx';
import { formatPrice, orderStates } from '../text.ts';
import { deliveries } from './webhooks.tsx';

/** Returns, for example, “Maria Miller and 24 others”. */
function formatRecipients({ firstRecipient, quantity }: OrderRecord): string {
  if (quantity === 0) return 'No recipients';
  if (quantity === 1) return firstRecipient;
  return `${firstRecipient} and ${quantity - 1} ${quantity === 2 ? 'other' : 'others'}`;
}

const OrderState = ({ state, rush }: OrderRecord) => (
  <>
    <Badge tone={orderStates[state].tone}>{orderStates[state].label}</Badge> {rush && <Badge>Rush</Badge>}
  </>
);

const NextStep = ({ order, isPlain = false }: { order: OrderRecord; isPlain?: boolean }) => {
  const { nextStep } = orderStates[order.state];
  if (nextStep === undefined) return null;
  return (
    <ActionButton appearance={isPlain ? 'plain' : 'primary'} action={() => advanceOrder(order)}>
      {nextStep}
      <span class="visually-hidden"> of {order.id}</span>
    </ActionButton>
  );
};

export const orders: Noun<'orders'> = {
  name: 'orders',
  label: 'Orders',
  empty: 'No orders yet. Place one with a Zap.',
  columns: [
    { head: 'Order ID', kind: 'name', cell: ({ id }) => <RecordLink to="orders" id={id} /> },
    {
      head: 'Recipients',
      cell: (order) => (
        <>
          {formatRecipients(order)}
          <small class="second-line">
            <RecordLink to="lists" id={order.list} text={order.listName} />
          </small>
        </>
      ),
    },
    { head: 'Contents', cell: ({ items }) => items.join(', ') },
    { head: 'Price', kind: 'number', cell: ({ invoice_amount }) => formatPrice(invoice_amount) },
    { head: 'Status', cell: (order) => <OrderState {...order} /> },
    { head: 'Created', cell: ({ created }) => <Time at={created} /> },
    { head: 'Next step', kind: 'actions', cell: (order) => <NextStep order={order} isPlain /> },
  ],
  details: {
    title: ({ id }) => `Order ${id}`,
    actions: (order) => (
      <>
        <ActionButton action={() => saveOrder(order)}>Save this order</ActionButton>
        <NextStep order={order} />
      </>
    ),
    facts: (order) => ({
      'Order ID': <Id>{order.id}</Id>,
      Recipients: formatRecipients(order),
      List: <RecordLink to="lists" id={order.list} text={order.listName} />,
      'List ID': <Id>{order.list}</Id>,
      Price: `${formatPrice(order.invoice_amount)} (not charged in the sandbox)`,
      Status: <OrderState {...order} />,
      Created: <ExactTime at={order.created} />,
      Produced: order.completed === undefined ? null : <ExactTime at={order.completed} />,
      Mailed: order.mailed === null ? null : <ExactTime at={order.mailed} />,
      'Next step':
        order.next === null ? null : (
          <>
            {orderStates[order.state].nextStep}: <ExactTime at={order.next} />
          </>
        ),
    }),
    more: ({ id, warnings, contents }) => (
      <>
        {warnings.length > 0 && (
          <section class="warning" aria-labelledby="check">
            <h2 id="check">Check this order</h2>
            <ul>
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <h2>Preview</h2>
          <PdfPages url={`/console/orders/${encodeURIComponent(id)}/preview`} />
        </section>
        <section>
          <h2>Webhook deliveries</h2>
          <RecordTable noun={deliveries} search={id} />
        </section>
        <Contents contents={contents} />
      </>
    ),
  },
};

const Contents = ({ contents }: { contents: readonly object[] }) => (
  <section>
    <h2>Contents</h2>
    <p class="quiet">
      The sheets and envelopes. The IDs are those of <a href="#/files">files</a> and{' '}
      <a href="#/print-options">papers, envelopes, fonts and logos</a>.
    </p>
    <CodeBlock value={contents} label="Contents" />
  </section>
);

export const savedOrders: Noun<'saved-orders'> = {
  name: 'saved-orders',
  label: 'Saved orders',
  empty: 'No saved orders yet. Open an order and save it, or choose another account above.',
  columns: [
    {
      head: 'Name',
      kind: 'name',
      cell: ({ id, name }) => <RecordLink to="saved-orders" id={id} text={name} />,
    },
    { head: 'Saved order ID', cell: ({ id }) => <Id>{id}</Id> },
    { head: 'Contents', cell: ({ items }) => items.join(', ') },
    { head: 'Saved', cell: ({ created }) => <Time at={created} /> },
  ],
  details: {
    title: ({ name }) => name,
    facts: ({ id, created, rush }) => ({
      'Saved order ID': <Id>{id}</Id>,
      Saved: <ExactTime at={created} />,
      Rush: rush ? 'Yes' : 'No',
    }),
    more: ({ contents }) => <Contents contents={contents} />,
  },
};
