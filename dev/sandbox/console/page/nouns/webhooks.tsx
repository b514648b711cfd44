/** Subscriptions and deliveries. */
import { hrefFor } from '../../../../ui/browser/route.ts';
import { ActionButton } from '../../../../ui/components/action_button.tsx';
import { Badge } from '../../../../ui/components/badge.tsx';
import { CodeBlock } from '../../../../ui/components/code_block.tsx';
import { DataTable } from '../../../../ui/components/data_table.tsx';
import type { Delivery } from '../../../store/records.ts';
import { resendDelivery } from '../actions.ts';
import { ExactTime, Id, RecordLink, Time } from '../cells.tsx';
import { Details } from '../details.tsx';
import { Facts } from '../facts.tsx';
import type { Noun } from '../noun.ts';
import { deliveryResult, deliveryStates, hidePassword } from '../text.ts';

export const subscriptions: Noun<'subscriptions'> = {
  name: 'subscriptions',
  label: 'Subscriptions',
  empty:
    'No subscriptions yet. Turn on a Zap with an instant trigger, such as “Mail Returned”, and its subscription will appear here.',
  columns: [
    { head: 'Event', kind: 'name', cell: ({ event }) => event },
    { head: 'Subscription ID', cell: ({ id }) => <Id>{id}</Id> },
    { head: 'App', cell: ({ client }) => client },
    { head: 'Target URL', cell: ({ target }) => <code>{hidePassword(target)}</code> },
    { head: 'Last Event', cell: ({ last_triggered }) => <Time at={last_triggered} /> },
    {
      head: 'Deliveries',
      kind: 'actions',
      cell: ({ id }) => (
        <a href={hrefFor(['deliveries'], { search: id })}>
          View Deliveries<span class="visually-hidden"> of {id}</span>
        </a>
      ),
    },
  ],
};

const DeliveryState = ({ state }: Delivery) => (
  <Badge tone={deliveryStates[state].tone}>{deliveryStates[state].label}</Badge>
);

/** A link to the contact or order that the event is about. */
function Subject({ parameters: { contact_id, order_id } }: Delivery) {
  if (contact_id !== undefined) return <RecordLink to="contacts" id={contact_id} />;
  return order_id === undefined ? null : <RecordLink to="orders" id={order_id} />;
}

export const deliveries: Noun<'deliveries'> = {
  name: 'deliveries',
  label: 'Deliveries',
  empty:
    'No deliveries yet. When an app is subscribed to an event and the event happens, the delivery will appear here.',
  columns: [
    {
      head: 'Event',
      kind: 'name',
      cell: ({ id, event }) => <RecordLink to="deliveries" id={id} text={event} />,
    },
    { head: 'About', cell: (delivery) => <Subject {...delivery} /> },
    { head: 'Status', cell: (delivery) => <DeliveryState {...delivery} /> },
    {
      head: 'Last Attempt',
      cell: ({ tries }) => {
        const last = tries.at(-1);
        if (!last) return 'Sending…';
        return (
          <>
            {deliveryResult(last)}, <Time at={last.time} />
            {tries.length > 1 && <span class="quiet"> (attempt {tries.length})</span>}
          </>
        );
      },
    },
    { head: 'Next Attempt', cell: ({ next }) => <Time at={next} /> },
    {
      head: 'Resend',
      kind: 'actions',
      cell: (delivery) => (
        <ActionButton appearance="plain" action={() => resendDelivery(delivery)}>
          Resend<span class="visually-hidden"> {delivery.id}</span>
        </ActionButton>
      ),
    },
  ],
  details: {
    title: ({ id }) => `Delivery ${id}`,
    actions: (delivery) => <ActionButton action={() => resendDelivery(delivery)}>Resend</ActionButton>,
    facts: (delivery) => ({
      Status: <DeliveryState {...delivery} />,
      Event: <Id>{delivery.event}</Id>,
      About: <Subject {...delivery} />,
      'Next Attempt': delivery.next === null ? 'None' : <ExactTime at={delivery.next} />,
    }),
    more: ({ tries, body, subscription, url }) => (
      <>
        <section>
          <h2>Attempts</h2>
          <DataTable
            caption="Attempts"
            rows={tries.map((attempt, index) => ({ ...attempt, number: index + 1 }))}
            keyOf={({ number }) => number}
            marksNew
            empty={<p>Sending the first attempt…</p>}
            columns={[
              { head: 'Attempt', kind: 'name', cell: ({ number }) => number },
              { head: 'Time', cell: ({ time }) => <ExactTime at={time} /> },
              {
                head: 'Result',
                cell: (attempt) => (
                  <Badge tone={(attempt.status ?? 500) < 300 ? 'good' : 'bad'}>
                    {deliveryResult(attempt)}
                  </Badge>
                ),
              },
            ]}
          />
        </section>
        <Details>
          <Facts
            facts={{
              Subscription: <Id>{subscription}</Id>,
              'Sent To': <code>{hidePassword(url)}</code>,
            }}
          />
          <section>
            <h2>Body</h2>
            {body === undefined ? (
              <p class="quiet">No body</p>
            ) : (
              <CodeBlock value={body} label="Delivery Body" />
            )}
          </section>
        </Details>
      </>
    ),
  },
};
