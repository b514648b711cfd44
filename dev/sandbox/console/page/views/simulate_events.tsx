/** The start page: buttons that simulate events, and the latest deliveries and requests. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { hrefFor } from '../../../../ui/browser/route.ts';
import { ActionButton } from '../../../../ui/components/action_button.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import type { OrderSummary, Page, RequestSummary } from '../../protocol.ts';
import { advanceOrder, orderStateLabels } from '../actions/events.ts';
import { AdvanceButtons } from '../components/clock_status.tsx';
import { DeliveryTable } from '../components/delivery_table.tsx';
import { Loaded } from '../components/loaded.tsx';
import { noRequestsYet, RequestList } from '../components/request_list.tsx';
import { account, overview } from '../data/overview.ts';
import { useData } from '../data/use_data.ts';
import { ContactDialog, type ContactDialogState } from '../dialogs/contact_dialog.tsx';

export function SimulateEventsView() {
  const dialog = useSignal<ContactDialogState | undefined>(undefined);
  const open = (kind: ContactDialogState['kind']) => () => {
    dialog.value = { kind };
  };
  return (
    <>
      <PageHeading
        title="Simulate events"
        lead={
          <>
            This sandbox runs the letter service on your machine at <code>{overview.value?.origin}</code>.
            Connected apps are notified of events just as in real life, but nothing is printed or charged.
          </>
        }
      />
      <div class="stack">
        <section class="cards event-cards" aria-label="Events">
          <EventCard
            title="A letter is returned"
            text="The contact becomes undeliverable or gets a forwarding address."
          >
            <OpenButton onClick={open('return-letter')}>Return a letter…</OpenButton>
          </EventCard>
          <EventCard title="A contact moves" text="Subscribed apps receive the new address.">
            <OpenButton onClick={open('change-address')}>Change an address…</OpenButton>
          </EventCard>
          <EventCard
            title="A contact is added"
            text="Zaps that watch for new contacts find it at their next check."
          >
            <OpenButton onClick={open('add-contact')}>Add a contact…</OpenButton>
          </EventCard>
          <section class="card">
            <h2>An order progresses</h2>
            <OrderProgress />
          </section>
          <EventCard title="Time passes" text="Orders progress and failed deliveries are retried.">
            <AdvanceButtons />
          </EventCard>
        </section>
        <section>
          <div class="card-head">
            <h2>Latest webhook deliveries</h2>
            <a href="#/deliveries">View all deliveries</a>
          </div>
          <DeliveryTable
            filter={{ account: account.value }}
            caption="Latest webhook deliveries"
            max={5}
            empty="No deliveries yet. Turn on a Zap with an instant trigger, then simulate its event."
          />
        </section>
        <section>
          <div class="card-head">
            <h2>Latest requests</h2>
            <a href="#/requests">View all requests</a>
          </div>
          <LatestRequests />
        </section>
      </div>
      <ContactDialog state={dialog} />
    </>
  );
}

const EventCard = ({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: ComponentChildren;
}) => (
  <section class="card">
    <h2>{title}</h2>
    <p class="quiet">{text}</p>
    {children}
  </section>
);

const OpenButton = ({ onClick, children }: { onClick: () => void; children: ComponentChildren }) => (
  <button type="button" class="secondary" onClick={onClick}>
    {children}
  </button>
);

function OrderProgress() {
  const { data } = useData<OrderSummary[]>(`orders?${new URLSearchParams({ account: account.value })}`, [
    'order',
  ]);
  const selected = useSignal('');
  const open = data?.filter(({ next }) => next !== null) ?? [];
  const order = open.find(({ id }) => id === selected.value) ?? open[0];
  if (!order)
    return (
      <p class="quiet">
        {data && data.length > 0 ? 'All orders have been mailed. ' : 'No orders yet. '}
        <a href="#/saved-orders">Order a saved order</a>
      </p>
    );
  return (
    <>
      <Field label="Order">
        {(ids) => (
          <select
            {...ids}
            value={order.id}
            onChange={({ currentTarget }) => {
              selected.value = currentTarget.value;
            }}
          >
            {open.map(({ id, state }) => (
              <option key={id} value={id}>
                {id} ({orderStateLabels[state].toLowerCase()})
              </option>
            ))}
          </select>
        )}
      </Field>
      <div class="row">
        <ActionButton disabled={order.state === 'complete'} action={() => advanceOrder(order, 'complete')}>
          Mark as produced
        </ActionButton>
        <ActionButton action={() => advanceOrder(order, 'mailed')}>Mark as mailed</ActionButton>
        <a href={hrefFor(['orders', order.id])}>View order</a>
      </div>
    </>
  );
}

function LatestRequests() {
  const requests = useData<Page<RequestSummary>>('requests?limit=8', ['request']);
  return (
    <Loaded from={requests} isInline>
      {({ items }) =>
        items.length === 0 ? (
          <div class="card empty">
            <p>{noRequestsYet}</p>
          </div>
        ) : (
          <RequestList requests={items} />
        )
      }
    </Loaded>
  );
}
