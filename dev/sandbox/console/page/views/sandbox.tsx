/** The sandbox itself: its URL, users, apps and connections, and the reset. */
import { useSignal } from '@preact/signals';
import { Badge } from '../../../../ui/components/badge.tsx';
import { DataTable } from '../../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import type { ConnectionView, Overview } from '../../protocol.ts';
import { Loaded } from '../components/loaded.tsx';
import { clientName, overview } from '../data/overview.ts';
import { useData } from '../data/use_data.ts';
import { ResetDialog } from '../dialogs/reset_sandbox.tsx';
import { RevokeDialog } from '../dialogs/revoke_connection.tsx';

export function SandboxView() {
  const isResetting = useSignal(false);
  const { value } = overview;
  if (!value) return null;
  return (
    <>
      <PageHeading title="Sandbox" lead="The sandbox’s URL, and the users and apps that can connect to it.">
        <button
          type="button"
          class="danger"
          onClick={() => {
            isResetting.value = true;
          }}
        >
          Reset sandbox…
        </button>
      </PageHeading>
      <div class="stack">
        <section class="card" aria-label="Service">
          <dl class="facts">
            <dt>Base URL</dt>
            <dd>
              <code>{value.origin}</code>
            </dd>
            <dt>Variants</dt>
            <dd>{value.variants.join(', ') || 'Default'}</dd>
            <dt>Reference</dt>
            <dd>
              <a href="/openapi.json">OpenAPI document</a>, <a href="/about">events and errors</a>,{' '}
              <a href="/sandbox/seed">initial data</a>
            </dd>
          </dl>
        </section>
        <Users overview={value} />
        <Apps overview={value} />
        <Connections />
      </div>
      {isResetting.value && (
        <ResetDialog
          onClose={() => {
            isResetting.value = false;
          }}
        />
      )}
    </>
  );
}

function Connections() {
  const connections = useData<ConnectionView[]>('connections', ['token']);
  const revoking = useSignal<ConnectionView | undefined>(undefined);
  return (
    <section>
      <h2>Connections</h2>
      <p class="quiet">
        Apps that users have connected. Revoke a connection to see what happens when access is withdrawn.
      </p>
      <Loaded from={connections} isInline>
        {(items) => (
          <DataTable
            caption="Connections"
            rows={items}
            keyOf={({ id }) => id}
            marksNew
            empty={<p>No connections yet. Connect an account in the workbench, and it will appear here.</p>}
            columns={[
              { head: 'App', kind: 'name', cell: ({ client }) => clientName(client) },
              { head: 'User', cell: ({ user }) => user },
              { head: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
              {
                head: 'Revoke',
                kind: 'actions',
                cell: (connection) => (
                  <button
                    type="button"
                    class="plain"
                    onClick={() => {
                      revoking.value = connection;
                    }}
                  >
                    Revoke…
                    <span class="visually-hidden">
                      {' '}
                      {clientName(connection.client)}, {connection.user}
                    </span>
                  </button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {revoking.value && (
        <RevokeDialog
          connection={revoking.value}
          onClose={() => {
            revoking.value = undefined;
          }}
        />
      )}
    </section>
  );
}

const Users = ({ overview: { users, accounts } }: { overview: Overview }) => (
  <section>
    <h2>Users</h2>
    <p class="quiet">Log in as one of these users when you connect an account.</p>
    <DataTable
      caption="Users"
      rows={users}
      keyOf={({ email }) => email}
      empty={<p>No users. This sandbox was started with its own data.</p>}
      columns={[
        { head: 'Email', kind: 'name', cell: ({ email }) => email },
        { head: 'Password', cell: ({ password }) => <code>{password}</code> },
        {
          head: 'Account',
          cell: ({ account }) => accounts.find(({ id }) => id === account)?.name ?? 'No account',
        },
      ]}
    />
  </section>
);

const troubleLabels: Record<string, string> = {
  disabled: 'Disabled',
  blocked: 'Blocked',
  throttled: 'Throttled',
};

const Apps = ({ overview: { clients } }: { overview: Overview }) => (
  <section>
    <h2>Apps</h2>
    <DataTable
      caption="Apps"
      rows={clients}
      keyOf={({ id }) => id}
      empty={<p>No apps are registered.</p>}
      columns={[
        {
          head: 'Name',
          kind: 'name',
          cell: ({ name, trouble }) => (
            <>
              {name} {trouble !== null && <Badge tone="warn">{troubleLabels[trouble] ?? trouble}</Badge>}
            </>
          ),
        },
        { head: 'Client ID', cell: ({ id }) => <code>{id}</code> },
        { head: 'Callback URL', cell: ({ callback }) => <code>{callback}</code> },
      ]}
    />
  </section>
);
