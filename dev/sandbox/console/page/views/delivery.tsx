import { hrefFor } from '../../../../ui/browser/route.ts';
import { ActionButton } from '../../../../ui/components/action_button.tsx';
import { Badge } from '../../../../ui/components/badge.tsx';
import { CodeBlock } from '../../../../ui/components/code_block.tsx';
import { DataTable } from '../../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import { formatTime, RelativeTime } from '../../../../ui/components/time.tsx';
import type { Attempt, DeliveryDetails } from '../../protocol.ts';
import { resendDelivery } from '../actions/events.ts';
import { attemptResult, DeliveryStateBadge, DeliverySubject } from '../components/delivery_text.tsx';
import { Loaded } from '../components/loaded.tsx';
import { now } from '../data/overview.ts';
import { useData } from '../data/use_data.ts';

export function DeliveryView({ id }: { id: string }) {
  const delivery = useData<DeliveryDetails>(`deliveries/${encodeURIComponent(id)}`, ['delivery']);
  return (
    <>
      <PageHeading title={`Delivery ${id}`} back={{ href: '#/deliveries', label: 'Deliveries' }}>
        {delivery.data && <ActionButton action={() => resendDelivery(id)}>Resend</ActionButton>}
      </PageHeading>
      <Loaded from={delivery}>
        {(details) => (
          <div class="stack">
            <section class="card" aria-label="Delivery">
              <Facts delivery={details} />
            </section>
            <section>
              <h2>Attempts</h2>
              <AttemptTable attempts={details.attempts} />
            </section>
            <section>
              <h2>Body</h2>
              {details.body === null ? (
                <p class="quiet">No body</p>
              ) : (
                <CodeBlock value={details.body} label="Delivery body" />
              )}
            </section>
          </div>
        )}
      </Loaded>
    </>
  );
}

const Facts = ({ delivery }: { delivery: DeliveryDetails }) => (
  <dl class="facts">
    <dt>Status</dt>
    <dd>
      <DeliveryStateBadge state={delivery.state} />
    </dd>
    <dt>Event</dt>
    <dd>
      <code>{delivery.event}</code>
    </dd>
    {(delivery.about.contact !== null || delivery.about.order !== null) && (
      <>
        <dt>About</dt>
        <dd>
          <DeliverySubject about={delivery.about} />
        </dd>
      </>
    )}
    <dt>Subscription</dt>
    <dd>
      <a href={hrefFor(['deliveries'], { subscription: delivery.subscription })}>{delivery.subscription}</a>
    </dd>
    <dt>Sent to</dt>
    <dd>
      <code>{delivery.url}</code>
    </dd>
    <dt>Next attempt</dt>
    <dd>
      <NextAttempt delivery={delivery} />
    </dd>
  </dl>
);

function NextAttempt({ delivery: { next, attempts, state, once } }: { delivery: DeliveryDetails }) {
  if (next !== null && attempts.length > 0)
    return (
      <>
        <RelativeTime time={next} now={now.value} />, {formatTime(Date.parse(next))}
      </>
    );
  if (state === 'pending') return 'Sending…';
  return once ? 'None (a ping is sent only once)' : 'None';
}

const AttemptTable = ({ attempts }: { attempts: readonly Attempt[] }) => (
  <DataTable
    caption="Attempts"
    rows={attempts.map((attempt, index) => ({ ...attempt, number: index + 1 }))}
    keyOf={({ number }) => number}
    marksNew
    empty={<p>Sending the first attempt…</p>}
    columns={[
      { head: 'Attempt', kind: 'name', cell: ({ number }) => number },
      { head: 'Time', cell: ({ time }) => formatTime(Date.parse(time)) },
      {
        head: 'Result',
        cell: (attempt) => (
          <Badge tone={attempt.status !== undefined && attempt.status < 300 ? 'good' : 'bad'}>
            {attemptResult(attempt)}
          </Badge>
        ),
      },
    ]}
  />
);
