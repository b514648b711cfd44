/** The start page: simulates events, and shows what happened last. */
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import type { Records } from '../protocol.ts';
import { advanceClock, startClock, stopClock } from './actions.ts';
import { AddressButtons } from './address_dialog.tsx';
import { overview } from './data.ts';
import type { Noun } from './noun.ts';
import { requests } from './nouns/developer_tools.tsx';
import { orders } from './nouns/orders.tsx';
import { deliveries } from './nouns/webhooks.tsx';
import { RecordTable } from './record_table.tsx';

export const Home = () => (
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
      <div class="cards">
        <section class="card">
          <h2>A contact moves</h2>
          <p class="quiet">A letter comes back, or the address changes. Subscribed apps are notified.</p>
          <div class="row">
            <AddressButtons />
          </div>
        </section>
        <Clock />
      </div>
      <Latest noun={orders} count={3} />
      <Latest noun={deliveries} count={5} />
      <Latest noun={requests} count={8} />
    </div>
  </>
);

const spans = [
  ['1 hour', '1h'],
  ['1 day', '1d'],
  ['3 days', '3d'],
  ['1 week', '7d'],
] as const;

function Clock() {
  const isStopped = overview.value?.frozen ?? false;
  return (
    <section class="card">
      <h2>Time passes</h2>
      <p class="quiet">
        Orders are produced and mailed, and failed deliveries are retried. Advance the clock instead of
        waiting.
      </p>
      <div class="row">
        {spans.map(([label, duration]) => (
          <ActionButton key={label} action={() => advanceClock(label, duration)}>
            {label}
          </ActionButton>
        ))}
        <ActionButton appearance="plain" action={isStopped ? startClock : stopClock}>
          {isStopped ? 'Start clock' : 'Stop clock'}
        </ActionButton>
      </div>
    </section>
  );
}

const Latest = <Name extends keyof Records>({ noun, count }: { noun: Noun<Name>; count: number }) => (
  <section>
    <div class="card-head">
      <h2>Latest {noun.label.toLowerCase()}</h2>
      <a href={`#/${noun.name}`}>View all {noun.label.toLowerCase()}</a>
    </div>
    <RecordTable noun={noun} newest={count} />
  </section>
);
