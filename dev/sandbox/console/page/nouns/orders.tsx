/** Orders and saved orders. */
import { useSignal } from '@preact/signals';
import { ActionButton } from '../../../../ui/components/action_button.tsx';
import { Badge } from '../../../../ui/components/badge.tsx';
import { CodeBlock } from '../../../../ui/components/code_block.tsx';
import { ConfirmDialog } from '../../../../ui/components/confirm_dialog.tsx';
import type { OrderRecord } from '../../protocol.ts';
import { advanceOrder, cancelOrder, saveOrder } from '../actions.ts';
import { ExactTime, Id, RecordLink, Time } from '../cells.tsx';
import { Details } from '../details.tsx';
import { Facts } from '../facts.tsx';
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

/** The button that cancels an order, after a confirmation. */
function CancelOrder({ order }: { order: OrderRecord }) {
  const isAsking = useSignal(false);
  const setAsking = (value: boolean) => () => {
    isAsking.value = value;
  };
  if (orderStates[order.state].nextStep === undefined) return null;
  return (
    <>
      <button type="button" class="danger" onClick={setAsking(true)}>
        Cancel Order…
      </button>
      {isAsking.value && (
        <ConfirmDialog
          title={`Cancel order ${order.id}?`}
          confirm="Cancel Order"
          dismiss="Keep Order"
          onConfirm={() => cancelOrder(order)}
          onClose={setAsking(false)}
        >
          {order.quantity === 1 ? 'Its letter' : `Its ${order.quantity} letters`} will not be mailed, and apps
          are not notified. This can’t be undone.
        </ConfirmDialog>
      )}
    </>
  );
}

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
    { head: 'Next Step', kind: 'actions', cell: (order) => <NextStep order={order} isPlain /> },
  ],
  details: {
    title: ({ id }) => `Order ${id}`,
    actions: (order) => (
      <>
        <CancelOrder order={order} />
        <ActionButton action={() => saveOrder(order)}>Save Order</ActionButton>
        <NextStep order={order} />
      </>
    ),
    facts: (order) => ({
      'Order ID': <Id>{order.id}</Id>,
      Recipients: formatRecipients(order),
      List: <RecordLink to="lists" id={order.list} text={order.listName} />,
      Price: `${formatPrice(order.invoice_amount)} (not charged in the sandbox)`,
      Status: <OrderState {...order} />,
      Created: <ExactTime at={order.created} />,
      Produced: order.completed === undefined ? null : <ExactTime at={order.completed} />,
      Mailed: order.mailed === null ? null : <ExactTime at={order.mailed} />,
      Canceled: order.canceled === undefined ? null : <ExactTime at={order.canceled} />,
      'Next Step':
        order.next === null ? null : (
          <>
            {orderStates[order.state].nextStep}: <ExactTime at={order.next} />
          </>
        ),
    }),
    more: ({ id, list, warnings, contents }) => (
      <>
        {warnings.length > 0 && (
          <section class="warning" aria-labelledby="check">
            <h2 id="check">Check This Order</h2>
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
          <h2>Webhook Deliveries</h2>
          <RecordTable noun={deliveries} search={id} />
        </section>
        <Details>
          <Facts facts={{ 'List ID': <Id>{list}</Id> }} />
          <Contents contents={contents} />
        </Details>
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
  label: 'Saved Orders',
  empty: 'No saved orders yet. Open an order and save it, or choose another account above.',
  columns: [
    {
      head: 'Name',
      kind: 'name',
      cell: ({ id, name }) => <RecordLink to="saved-orders" id={id} text={name} />,
    },
    { head: 'Saved Order ID', cell: ({ id }) => <Id>{id}</Id> },
    { head: 'Contents', cell: ({ items }) => items.join(', ') },
    { head: 'Saved', cell: ({ created }) => <Time at={created} /> },
  ],
  details: {
    title: ({ name }) => name,
    facts: ({ id, created, rush }) => ({
      'Saved Order ID': <Id>{id}</Id>,
      Saved: <ExactTime at={created} />,
      Rush: rush ? 'Yes' : 'No',
    }),
    more: ({ contents }) => (
      <Details>
        <Contents contents={contents} />
      </Details>
    ),
  },
};
