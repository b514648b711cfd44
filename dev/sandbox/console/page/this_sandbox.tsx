/** The sandbox itself: where it is, who can log in, which applications there are, and beginning again. */

import { useSignal } from '@preact/signals';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { Badge } from '../../../ui/components/badge.tsx';
import { DataTable } from '../../../ui/components/data_table.tsx';
import { Dialog } from '../../../ui/components/dialog.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import { reset } from './control.ts';
import { overview } from './world.ts';

export function SandboxSection() {
  const isAsking = useSignal(false);
  const { value } = overview;
  if (!value) return <PageHeading title="This sandbox" />;
  const nameOf = (account: string | null): string =>
    value.accounts.find(({ id }) => id === account)?.name ?? 'no account';
  return (
    <>
      <PageHeading
        title="This sandbox"
        lead="Where it is, who can log in, and which applications it knows. Nothing is printed here, and nothing costs money."
      />
      <div class="stack">
        <section class="card" aria-label="Where and how">
          <dl class="facts">
            <dt>Address of the service</dt>
            <dd>
              <code>{value.origin}</code>
            </dd>
            <dt>World</dt>
            <dd>{value.variants.join(', ') || 'default'}</dd>
            <dt>More</dt>
            <dd>
              <a href="/openapi.json">The API in OpenAPI form</a>, <a href="/about">events and errors</a>,{' '}
              <a href="/sandbox/seed">everything it began with</a>
            </dd>
          </dl>
          <p class="begin-again">
            <button
              type="button"
              class="danger"
              onClick={() => {
                isAsking.value = true;
              }}
            >
              Begin again…
            </button>
          </p>
        </section>
        <section>
          <h2>Users</h2>
          <p class="quiet">Log in as one of them when you connect an account.</p>
          <DataTable
            caption="Users"
            rows={value.users}
            keyOf={({ email }) => email}
            empty={<p>This sandbox was started without users.</p>}
            columns={[
              { head: 'E-mail address', kind: 'name', cell: ({ email }) => email },
              { head: 'Password', cell: ({ password }) => <code>{password}</code> },
              { head: 'Account', cell: ({ account }) => nameOf(account) },
            ]}
          />
        </section>
        <section>
          <h2>Applications</h2>
          <DataTable
            caption="Applications"
            rows={value.clients}
            keyOf={({ id }) => id}
            empty={<p>No application is registered.</p>}
            columns={[
              {
                head: 'Name',
                kind: 'name',
                cell: ({ name, trouble }) => (
                  <>
                    {name} {trouble !== null && <Badge tone="warn">{trouble}</Badge>}
                  </>
                ),
              },
              { head: 'Client id', cell: ({ id }) => <code>{id}</code> },
              { head: 'Callback', cell: ({ callback }) => <code>{callback}</code> },
            ]}
          />
        </section>
      </div>
      {isAsking.value && (
        <Dialog
          title="Begin again?"
          onClose={() => {
            isAsking.value = false;
          }}
          actions={
            <>
              <button
                type="button"
                class="secondary"
                onClick={() => {
                  isAsking.value = false;
                }}
              >
                Keep everything
              </button>
              <ActionButton
                appearance="danger"
                action={async () => {
                  await reset();
                  isAsking.value = false;
                }}
              >
                Begin again
              </ActionButton>
            </>
          }
        >
          <p>
            Everything goes back to how the sandbox was started: contacts, files and orders that were added
            are gone, and so are subscriptions, deliveries, tokens, faults and the log. Connected accounts
            have to be connected again.
          </p>
        </Dialog>
      )}
    </>
  );
}
