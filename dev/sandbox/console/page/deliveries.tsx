/** Deliveries of webhooks, and every try of one. */
import { useSignal } from '@preact/signals';
import { hrefFor, route } from '../../../ui/browser/route.ts';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { Badge, type Tone } from '../../../ui/components/badge.tsx';
import { CodeBlock } from '../../../ui/components/code_block.tsx';
import { DataTable } from '../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import { Tabs } from '../../../ui/components/tabs.tsx';
import { formatTime, RelativeTime } from '../../../ui/components/time.tsx';
import type { DeliveryDetails, DeliverySummary, Page } from '../protocol.ts';
import { resend } from './control.ts';
import { More, Shown } from './shown.tsx';
import { account, now, useReading } from './world.ts';

const page = 100;

const states: Record<DeliverySummary['state'], { words: string; tone: Tone }> = {
  pending: { words: 'waiting', tone: 'warn' },
  delivered: { words: 'delivered', tone: 'good' },
  given_up: { words: 'given up', tone: 'bad' },
};

const StateBadge = ({ state }: Pick<DeliverySummary, 'state'>) => (
  <Badge tone={states[state].tone}>{states[state].words}</Badge>
);

type Try = DeliveryDetails['attempts'][number];

const answerOf = ({ status, error }: Try): string =>
  status === undefined ? (error ?? 'no answer') : `answered ${status}`;

export function DeliveriesSection() {
  const { query } = route.value;
  const state = query.get('state') ?? '';
  const subscription = query.get('subscription') ?? '';
  const tab = (wanted: string, label: string) => ({
    href: hrefFor(['deliveries'], { subscription, state: wanted }),
    label,
  });
  return (
    <>
      <PageHeading
        title="Deliveries"
        lead="What applications were told by webhook. A try that fails is repeated at growing intervals for a week; let time pass to see it."
      />
      <div class="filters">
        <Tabs
          label="State"
          current={hrefFor(['deliveries'], { subscription, state })}
          tabs={[
            tab('', 'All'),
            tab('pending', 'Waiting'),
            tab('delivered', 'Delivered'),
            tab('given_up', 'Given up'),
          ]}
        />
        {subscription !== '' && (
          <p>
            Of the subscription <code>{subscription}</code>. <a href="#/deliveries">Show those of all</a>
          </p>
        )}
      </div>
      <Deliveries
        filter={{ account: account.value, state, subscription }}
        caption="Deliveries"
        empty={
          state === '' && subscription === ''
            ? 'Nothing was delivered yet. When an application follows an event (see Subscriptions) and the event happens, what it is told appears here.'
            : 'There is none of this kind.'
        }
      />
    </>
  );
}

/** What applications were told of a contact or an order. */
export function DeliveriesAbout({ id, account: whose }: { id: string; account: string }) {
  return (
    <section>
      <h2>What applications were told</h2>
      <Deliveries
        filter={{ account: whose, about: id }}
        caption="Deliveries about this"
        empty="Nothing yet: nothing has happened that an application follows."
      />
    </section>
  );
}

interface DeliveriesProps {
  filter: Record<string, string>;
  caption: string;
  empty: string;
  /** As many at most, without a button for more. */
  most?: number;
}

export function Deliveries({ filter, caption, empty, most }: DeliveriesProps) {
  const limit = useSignal(most ?? page);
  const query = new URLSearchParams({ ...filter, limit: String(limit.value) });
  const deliveries = useReading<Page<DeliverySummary>>(`deliveries?${query}`, ['delivery']);
  return (
    <Shown reading={deliveries}>
      {({ total, items }) => (
        <>
          <DataTable
            key={String(query)}
            caption={caption}
            rows={items}
            keyOf={({ id }) => id}
            marksNew
            empty={<p>{empty}</p>}
            columns={[
              {
                head: 'Event',
                kind: 'name',
                cell: ({ id, event }) => <a href={hrefFor(['deliveries', id])}>{event}</a>,
              },
              { head: 'About', cell: ({ about }) => <About about={about} /> },
              { head: 'State', cell: ({ state }) => <StateBadge state={state} /> },
              {
                head: 'Latest try',
                cell: ({ latest, attempts }) =>
                  latest === null ? (
                    'under way'
                  ) : (
                    <>
                      {answerOf(latest)}, <RelativeTime time={latest.time} now={now.value} />
                      {attempts > 1 && <span class="quiet"> (try {attempts})</span>}
                    </>
                  ),
              },
              {
                head: 'Next try',
                cell: ({ next, latest }) =>
                  next !== null && latest !== null ? <RelativeTime time={next} now={now.value} /> : '',
              },
              {
                head: 'Resend',
                kind: 'actions',
                cell: ({ id }) => (
                  <ActionButton appearance="plain" action={() => resend(id)}>
                    Send again<span class="visually-hidden"> {id}</span>
                  </ActionButton>
                ),
              },
            ]}
          />
          {most === undefined && <More shown={items.length} total={total} limit={limit} by={5 * page} />}
        </>
      )}
    </Shown>
  );
}

function About({ about: { contact, order } }: Pick<DeliverySummary, 'about'>) {
  if (contact !== null) return <Id section="contacts" id={contact} />;
  if (order !== null) return <Id section="orders" id={order} />;
  return null;
}

const Id = ({ section, id }: { section: string; id: string }) => (
  <a class="nowrap" href={hrefFor([section, id])}>
    {id}
  </a>
);

export function DeliverySection({ id }: { id: string }) {
  const delivery = useReading<DeliveryDetails>(`deliveries/${encodeURIComponent(id)}`, ['delivery']);
  return (
    <>
      <PageHeading title={`Delivery ${id}`} back={{ href: '#/deliveries', label: 'Deliveries' }}>
        {delivery.answer && <ActionButton action={() => resend(id)}>Send again now</ActionButton>}
      </PageHeading>
      <Shown reading={delivery}>
        {({ event, url, state, about, attempts, next, body, once, subscription }) => (
          <div class="stack">
            <section class="card" aria-label="Delivery">
              <dl class="facts">
                <dt>State</dt>
                <dd>
                  <StateBadge state={state} />
                </dd>
                <dt>Event</dt>
                <dd>
                  <code>{event}</code>
                </dd>
                {(about.contact !== null || about.order !== null) && (
                  <>
                    <dt>About</dt>
                    <dd>
                      <About about={about} />
                    </dd>
                  </>
                )}
                <dt>Subscription</dt>
                <dd>
                  <a href={hrefFor(['deliveries'], { subscription })}>{subscription}</a>
                </dd>
                <dt>Sent to</dt>
                <dd>
                  <code>{url}</code>
                </dd>
                <dt>Next try</dt>
                <dd>
                  {next !== null && attempts.length > 0 ? (
                    <>
                      <RelativeTime time={next} now={now.value} />, {formatTime(Date.parse(next))}
                    </>
                  ) : state === 'pending' ? (
                    'under way'
                  ) : once ? (
                    'none: a ping is sent once'
                  ) : (
                    'none'
                  )}
                </dd>
              </dl>
            </section>
            <section>
              <h2>Tries</h2>
              <DataTable
                caption="Tries"
                rows={attempts.map((attempt, index) => ({ ...attempt, number: index + 1 }))}
                keyOf={({ number }) => number}
                marksNew
                empty={<p>The first try is under way.</p>}
                columns={[
                  { head: 'Try', kind: 'name', cell: ({ number }) => number },
                  { head: 'When', cell: ({ time }) => formatTime(Date.parse(time)) },
                  {
                    head: 'Answer',
                    cell: (attempt) => (
                      <Badge tone={attempt.status !== undefined && attempt.status < 300 ? 'good' : 'bad'}>
                        {answerOf(attempt)}
                      </Badge>
                    ),
                  },
                ]}
              />
            </section>
            <section>
              <h2>Body</h2>
              {body === null ? (
                <p class="quiet">This delivery has no body.</p>
              ) : (
                <CodeBlock value={body} label="Body of the delivery" />
              )}
            </section>
          </div>
        )}
      </Shown>
    </>
  );
}
