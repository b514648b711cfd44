/** The start page: simulates events, and shows what happened last. */
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import type { Records } from '../protocol.ts';
import { advanceClock, startClock, stopClock } from './actions.ts';
import { AddressButtons } from './address_dialog.tsx';
import { overview } from './data.ts';
import { Details } from './details.tsx';
import { Facts } from './facts.tsx';
import type { Noun } from './noun.ts';
import { orders } from './nouns/orders.tsx';
import { requests } from './nouns/requests.tsx';
import { deliveries } from './nouns/webhooks.tsx';
import { RecordTable } from './record_table.tsx';

export const Home = () => (
  <>
    <PageHeading
      title="Simulate Events"
      lead="This sandbox runs the letter service on your machine. Connected apps are notified of events just as in real life, but nothing is printed or charged."
    />
    <div class="stack">
      <div class="cards">
        <section class="card">
          <h2>A Contact Moves</h2>
          <p class="quiet">A letter comes back, or the address changes. Subscribed apps are notified.</p>
          <div class="row">
            <AddressButtons />
          </div>
        </section>
        <Clock />
      </div>
      <Latest noun={orders} count={3} />
      <Latest noun={deliveries} count={5} />
      <Details>
        <Facts facts={{ 'Base URL': <code>{overview.value?.origin}</code> }} />
        <Latest noun={requests} count={8} />
      </Details>
    </div>
  </>
);

const spans = [
  ['1 Hour', '1h'],
  ['1 Day', '1d'],
  ['1 Week', '7d'],
  ['1 Month', '31d'],
] as const;

function Clock() {
  const isStopped = overview.value?.frozen ?? false;
  return (
    <section class="card">
      <h2>Time Passes</h2>
      <p class="quiet">
        Orders are produced and mailed, failed deliveries are retried, and lists expire. Advance the clock
        instead of waiting. A month is 31 days.
      </p>
      <div class="row">
        {spans.map(([label, duration]) => (
          <ActionButton key={label} action={() => advanceClock(label, duration)}>
            {label}
          </ActionButton>
        ))}
        <ActionButton appearance="plain" action={isStopped ? startClock : stopClock}>
          {isStopped ? 'Start Clock' : 'Stop Clock'}
        </ActionButton>
      </div>
    </section>
  );
}

const Latest = <Name extends keyof Records>({ noun, count }: { noun: Noun<Name>; count: number }) => (
  <section>
    <div class="card-head">
      <h2>Latest {noun.label}</h2>
      <a href={`#/${noun.name}`}>View All {noun.label}</a>
    </div>
    <RecordTable noun={noun} newest={count} />
  </section>
);
