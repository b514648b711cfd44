import { Hono } from 'hono';
import { serializeContact } from '../contacts/contact.ts';
import { requireRecord } from '../control/request.ts';
import type { SandboxEnv } from '../http/context.ts';
import type { Service } from '../service.ts';
import type { Contact, List } from '../store/records.ts';
import type { ContactView } from './protocol.ts';
import { firstPage, limitOf, matchesSearch, queryOf } from './queries.ts';

export function contactRoutes({ database }: Service): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();

  routes.get('/contacts', (c) => {
    const { account, search, list } = queryOf(c);
    const lists = database.list<List>('list', account);
    const view = (contact: Contact) => contactView(contact, lists);
    if (search === '' && list === '') {
      const items = database.some<Contact>('contact', 'first', limitOf(c), account);
      return c.json({ total: database.count('contact', account), items: items.map(view) });
    }
    const onList = list === '' ? undefined : new Set(lists.find(({ id }) => id === list)?.contacts);
    const found = database
      .list<Contact>('contact', account)
      .filter((contact) => onList?.has(contact.contact_id) ?? true)
      .filter(({ account: _, ...contact }) => matchesSearch(search, contact));
    return c.json(firstPage(found, limitOf(c), view));
  });

  routes.get('/contacts/:id', (c) => {
    const id = c.req.param('id');
    const contact = requireRecord(database.get<Contact>('contact', id), 'contact', id);
    return c.json(contactView(contact, database.list<List>('list', contact.account)));
  });

  return routes;
}

const contactView = (contact: Contact, lists: readonly List[]): ContactView => ({
  ...serializeContact(contact),
  account: contact.account,
  is_deliverable: contact.is_deliverable,
  lists: lists.filter(({ contacts }) => contacts.includes(contact.contact_id)).map(({ name }) => name),
});
