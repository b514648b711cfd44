/** Who can connect to the sandbox. */
import { ActionButton } from '../../../../ui/components/action_button.tsx';
import { Badge } from '../../../../ui/components/badge.tsx';
import { revokeConnection } from '../actions.ts';
import { Id } from '../cells.tsx';
import { overview } from '../data.ts';
import type { Noun } from '../noun.ts';

export const users: Noun<'users'> = {
  name: 'users',
  label: 'Users',
  empty: 'No users. This sandbox was started with its own data.',
  columns: [
    { head: 'Email', kind: 'name', cell: ({ email }) => email },
    { head: 'Password', cell: ({ password }) => <Id>{password}</Id> },
    {
      head: 'Account',
      cell: ({ account }) => overview.value?.accounts.find(({ id }) => id === account)?.name ?? 'No account',
    },
  ],
};

export const apps: Noun<'apps'> = {
  name: 'apps',
  label: 'Apps',
  empty: 'No apps are registered.',
  columns: [
    {
      head: 'Name',
      kind: 'name',
      cell: ({ name, trouble }) => (
        <>
          {name} {trouble && <Badge tone="warn">{trouble}</Badge>}
        </>
      ),
    },
    { head: 'Client ID', cell: ({ id }) => <Id>{id}</Id> },
    { head: 'Callback URL', cell: ({ callback }) => <code>{callback}</code> },
  ],
};

export const connections: Noun<'connections'> = {
  name: 'connections',
  label: 'Connections',
  empty: 'No connections yet. Connect an account in the workbench, and it will appear here.',
  columns: [
    { head: 'App', kind: 'name', cell: ({ client }) => client },
    { head: 'User', cell: ({ user }) => user },
    { head: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
    {
      head: 'Revoke',
      kind: 'actions',
      cell: ({ id, client, user }) => (
        <ActionButton appearance="plain" action={() => revokeConnection(id)}>
          Revoke
          <span class="visually-hidden">
            {' '}
            {client}, {user}
          </span>
        </ActionButton>
      ),
    },
  ],
};
