/** The data that every section of the console needs. */

import type { Service } from '../service.ts';
import type { Client, User } from '../store/records.ts';
import type { Overview } from './protocol.ts';

export function overviewOf({ database, clock, variants, origin }: Service, account: string): Overview {
  const users = database.list<User>('user');
  return {
    origin,
    variants: [...variants].filter((name) => name !== 'default'),
    now: clock.iso,
    frozen: clock.frozen,
    accounts: database.list<{ id: string; name: string }>('account').map(({ id, name }) => ({
      id,
      name,
      users: users.filter((user) => user.account === id).map(({ email }) => email),
    })),
    users: users.map((user) => ({ email: user.email, password: user.password, account: user.account })),
    clients: database
      .list<Client>('client')
      .map(({ id, name, callback, trouble }) => ({ id, name, callback, trouble: trouble ?? null })),
    counts: {
      contacts: database.count('contact', account),
      lists: database.count('list', account) + database.count('temporary_list', account),
      files: database.count('file', account),
      orders: database.count('order', account),
      savedOrders: database.count('saved_order', account),
      subscriptions: database.count('hook', account),
      deliveries: database.count('delivery', account),
    },
    requests: database.count('request'),
    faults: database.count('fault'),
  };
}
