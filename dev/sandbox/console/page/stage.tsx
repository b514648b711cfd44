/** Where one begins: what this is, what can be made to happen, and what happened last. */
import { useSignal } from '@preact/signals';
import { hrefFor } from '../../../ui/browser/route.ts';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import type { OrderView, Page, RequestSummary } from '../protocol.ts';
import { PassButtons } from './clock.tsx';
import { orderGoesOn, stateInWords } from './control.ts';
import { Deliveries } from './deliveries.tsx';
import { Requests } from './requests.tsx';
import { Shown } from './shown.tsx';
import { account, overview, useReading } from './world.ts';
import { type Happening, WorldDialog } from './world_dialogs.tsx';

export function Stage() {
  const happening = useSignal<Happening | undefined>(undefined);
  const { value } = overview;
  return (
    <>
      <PageHeading
        title="What happens"
        lead={
          <>
            This is a sandbox: the whole letter service, on this machine
            {value && (
              <>
                , at <code>{value.origin}</code>
              </>
            )}
            . No letter is printed or mailed, and nothing costs money. Whatever happens here, applications are
            told as they would be by the service itself.
          </>
        }
      />
      <div class="stack">
        <section aria-labelledby="make-it-happen">
          <h2 id="make-it-happen">Make something happen</h2>
          <div class="cards happenings">
            <section class="card">
              <h3>A letter comes back</h3>
              <p class="quiet">The address cannot receive mail, or the post office knows another one.</p>
              <button
                type="button"
                class="secondary"
                onClick={() => {
                  happening.value = { what: 'returned' };
                }}
              >
                A letter comes back…
              </button>
            </section>
            <section class="card">
              <h3>Somebody moves</h3>
              <p class="quiet">A contact has a new address, and applications learn of it.</p>
              <button
                type="button"
                class="secondary"
                onClick={() => {
                  happening.value = { what: 'moved' };
                }}
              >
                Somebody moves…
              </button>
            </section>
            <section class="card">
              <h3>Somebody is added</h3>
              <p class="quiet">The mailing list has a new contact, and Zaps that look for one find it.</p>
              <button
                type="button"
                class="secondary"
                onClick={() => {
                  happening.value = { what: 'added' };
                }}
              >
                Somebody is added…
              </button>
            </section>
            <section class="card">
              <h3>An order is produced</h3>
              <OrderHappening />
            </section>
            <section class="card">
              <h3>Time passes</h3>
              <p class="quiet">Orders go on, failed deliveries are tried again.</p>
              <div class="row">
                <PassButtons />
              </div>
            </section>
          </div>
        </section>
        <section>
          <div class="card-head">
            <h2>Latest deliveries</h2>
            <a href="#/deliveries">All deliveries</a>
          </div>
          <Deliveries
            filter={{ account: account.value }}
            caption="Latest deliveries"
            most={5}
            empty="Nothing was delivered yet. Turn on a Zap that follows an event, then let a letter come back: what the Zap is told appears here."
          />
        </section>
        <section>
          <div class="card-head">
            <h2>Latest requests</h2>
            <a href="#/requests">All requests</a>
          </div>
          <LatestRequests />
        </section>
      </div>
      <WorldDialog happening={happening} />
    </>
  );
}

function OrderHappening() {
  const { answer } = useReading<OrderView[]>(`orders?${new URLSearchParams({ account: account.value })}`, [
    'order',
  ]);
  const chosen = useSignal('');
  const open = answer?.filter(({ next }) => next !== null) ?? [];
  const order = open.find(({ id }) => id === chosen.value) ?? open[0];
  if (!order)
    return (
      <p class="quiet">
        {answer && answer.length > 0 ? 'All orders are mailed. ' : 'There is no order yet. '}
        <a href="#/saved-orders">Order a saved one.</a>
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
              chosen.value = currentTarget.value;
            }}
          >
            {open.map(({ id, state }) => (
              <option key={id} value={id}>
                {id} ({stateInWords[state]})
              </option>
            ))}
          </select>
        )}
      </Field>
      <div class="row">
        <ActionButton disabled={order.state === 'complete'} action={() => orderGoesOn(order, 'complete')}>
          Is produced
        </ActionButton>
        <ActionButton action={() => orderGoesOn(order, 'mailed')}>Is shipped</ActionButton>
        <a href={hrefFor(['orders', order.id])}>Look at it</a>
      </div>
    </>
  );
}

function LatestRequests() {
  const requests = useReading<Page<RequestSummary>>('requests?limit=8', ['request']);
  return (
    <Shown reading={requests}>
      {({ items }) =>
        items.length === 0 ? (
          <div class="card empty">
            <p>
              Nothing was asked yet. Connect an account or run a Zap, and every request appears here as it
              comes.
            </p>
          </div>
        ) : (
          <Requests items={items} />
        )
      }
    </Shown>
  );
}
