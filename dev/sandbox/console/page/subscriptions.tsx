/** Who follows which event. */

import { hrefFor } from '../../../ui/browser/route.ts';
import { Badge } from '../../../ui/components/badge.tsx';
import { DataTable } from '../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import { RelativeTime } from '../../../ui/components/time.tsx';
import type { SubscriptionView } from '../protocol.ts';
import { Shown } from './shown.tsx';
import { account, now, overview, useReading } from './world.ts';

export function SubscriptionsSection() {
  const subscriptions = useReading<SubscriptionView[]>(
    `subscriptions?${new URLSearchParams({ account: account.value })}`,
    ['hook', 'delivery'],
  );
  const nameOf = (client: string): string =>
    overview.value?.clients.find(({ id }) => id === client)?.name ?? client;
  return (
    <>
      <PageHeading title="Subscriptions" lead="Which application is told of which event, and where." />
      <Shown reading={subscriptions}>
        {(items) => (
          <DataTable
            caption="Subscriptions"
            rows={items}
            keyOf={({ id }) => id}
            marksNew
            empty={
              <p>
                No application follows an event of this account. Turn on a Zap that begins with one, such as
                “Address Updated”, and its subscription appears here.
              </p>
            }
            columns={[
              {
                head: 'Event',
                kind: 'name',
                cell: ({ id, event, description }) => (
                  <>
                    {event}
                    <small class="under">{description}</small>
                    <small class="under">
                      <code>{id}</code>
                    </small>
                  </>
                ),
              },
              { head: 'Application', cell: ({ client }) => nameOf(client) },
              { head: 'Target', cell: ({ target }) => <code>{target}</code> },
              {
                head: 'Last event',
                cell: ({ last_triggered }) =>
                  last_triggered === null ? (
                    'none yet'
                  ) : (
                    <RelativeTime time={last_triggered} now={now.value} />
                  ),
              },
              {
                head: 'Deliveries',
                cell: ({ id, deliveries: { pending, delivered, given_up } }) => (
                  <a href={hrefFor(['deliveries'], { subscription: id })}>
                    <span class="visually-hidden">Deliveries: </span>
                    {delivered} delivered {pending > 0 && <Badge tone="warn">{pending} waiting</Badge>}{' '}
                    {given_up > 0 && <Badge tone="bad">{given_up} given up</Badge>}
                  </a>
                ),
              },
            ]}
          />
        )}
      </Shown>
    </>
  );
}
