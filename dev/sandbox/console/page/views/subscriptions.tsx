import { hrefFor } from '../../../../ui/browser/route.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { DataTable } from '../../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import { RelativeTime } from '../../../../ui/components/time.tsx';
import type { SubscriptionView } from '../../protocol.ts';
import { Loaded } from '../components/loaded.tsx';
import { account, clientName, now } from '../data/overview.ts';
import { useData } from '../data/use_data.ts';

export function SubscriptionsView() {
  const subscriptions = useData<SubscriptionView[]>(
    `subscriptions?${new URLSearchParams({ account: account.value })}`,
    ['hook', 'delivery'],
  );
  return (
    <>
      <PageHeading title="Subscriptions" lead="The events that apps are notified of by webhook." />
      <Loaded from={subscriptions}>
        {(items) => (
          <DataTable
            caption="Subscriptions"
            rows={items}
            keyOf={({ id }) => id}
            marksNew
            empty={
              <p>
                No subscriptions yet. Turn on a Zap with an instant trigger, such as “Mail Returned”, and its
                subscription will appear here.
              </p>
            }
            columns={[
              {
                head: 'Event',
                kind: 'name',
                cell: ({ id, event, description }) => (
                  <>
                    {event}
                    <small class="second-line">{description}</small>
                    <small class="second-line">
                      <code>{id}</code>
                    </small>
                  </>
                ),
              },
              { head: 'App', cell: ({ client }) => clientName(client) },
              { head: 'Target URL', cell: ({ target }) => <code>{target}</code> },
              {
                head: 'Last event',
                cell: ({ last_triggered }) =>
                  last_triggered === null ? (
                    'None yet'
                  ) : (
                    <RelativeTime time={last_triggered} now={now.value} />
                  ),
              },
              {
                head: 'Deliveries',
                cell: ({ id, deliveries: { pending, delivered, given_up } }) => (
                  <a href={hrefFor(['deliveries'], { subscription: id })}>
                    <span class="visually-hidden">Deliveries: </span>
                    {delivered} delivered {pending > 0 && <Badge tone="warn">{pending} pending</Badge>}{' '}
                    {given_up > 0 && <Badge tone="bad">{given_up} failed</Badge>}
                  </a>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
