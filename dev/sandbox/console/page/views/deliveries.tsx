import { hrefFor, route } from '../../../../ui/browser/route.ts';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import { Tabs } from '../../../../ui/components/tabs.tsx';
import { DeliveryTable } from '../components/delivery_table.tsx';
import { deliveryStateLabels } from '../components/delivery_text.tsx';
import { account } from '../data/overview.ts';

export function DeliveriesView() {
  const { query } = route.value;
  const state = query.get('state') ?? '';
  const subscription = query.get('subscription') ?? '';
  const isFiltered = state !== '' || subscription !== '';
  const tabs = Object.entries({ '': 'All', ...deliveryStateLabels }).map(([value, label]) => ({
    href: hrefFor(['deliveries'], { subscription, state: value }),
    label,
  }));
  return (
    <>
      <PageHeading
        title="Deliveries"
        lead="Webhook notifications sent to apps. Failed deliveries are retried at increasing intervals for a week; advance the clock to see the retries."
      />
      <div class="filters">
        <Tabs label="Status" current={hrefFor(['deliveries'], { subscription, state })} tabs={tabs} />
        {subscription !== '' && (
          <p>
            Showing only subscription <code>{subscription}</code>.{' '}
            <a href="#/deliveries">Show all deliveries</a>
          </p>
        )}
      </div>
      <DeliveryTable
        filter={{ account: account.value, state, subscription }}
        caption="Deliveries"
        empty={
          isFiltered
            ? 'No deliveries match this filter.'
            : 'No deliveries yet. When an app is subscribed to an event and the event happens, the delivery will appear here.'
        }
      />
    </>
  );
}
