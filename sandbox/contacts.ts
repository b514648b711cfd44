/** The mailing list (§2.1–2.3, §4.1). */
import { Hono } from 'hono';
import { accountOf, callerOf, need } from './access.ts';
import { generateAddressUpdate } from './events.ts';
import { checked, readJson } from './reading.ts';
import type { Address, Contact } from './records.ts';
import { Refusal } from './refusal.ts';
import {
  type ContactBody,
  contactBody,
  contactsBody,
  contactUpdate,
  wrappedContact,
  wrappedUpdate,
} from './schemas.ts';
import type { Caller, Service } from './service.ts';

const codes = {
  missing: 'contacts.missing_attribute',
  invalid: 'contacts.invalid_data',
};

export function contactRoutes(service: Service): Hono {
  const { database, newId } = service;
  const app = new Hono();

  const reader = (c: Parameters<typeof callerOf>[0], scope: string) => {
    const caller = callerOf(c, service);
    need(caller, scope, 'contacts.missing_scope', service);
    return { caller, account: accountOf(caller) };
  };

  const find = (account: string, id: string): Contact => {
    const contact = database.get<Contact>('contact', id);
    if (contact?.account === account && !contact.deleted) return contact;
    throw new Refusal(404, 'contacts.missing_contact', `There is no contact ${id}.`);
  };

  const add = (account: string, body: ContactBody): Contact => {
    const contact = newContact(newId('c'), account, body);
    database.put('contact', contact.contact_id, contact, account);
    return contact;
  };

  const update = (caller: Caller, account: string, id: string, changes: Partial<ContactBody>): void => {
    const before = find(account, id);
    const after = changed(before, changes, service.worlds.has('replace-address'));
    database.put('contact', id, after, account);
    if (JSON.stringify(before.address) !== JSON.stringify(after.address)) {
      generateAddressUpdate(service, before, after, {
        code: 'api_client',
        message: 'The address was changed by an application.',
        by: caller,
      });
    }
  };

  app.get('/v1/contacts', (c) => {
    const { account } = reader(c, 'contacts.read');
    return c.json({ contacts: activeContacts(service, account).map(shown) });
  });

  app.put('/v1/contacts', async (c) => {
    const { account } = reader(c, 'contacts.write');
    const body = await readJson(c, {
      encoding: 'contacts.upload_invalid_format',
      json: 'contacts.upload_invalid_format',
      status: 412,
    });
    if (body === undefined)
      throw new Refusal(400, 'contacts.upload_body_missing', 'The body with the contacts is missing.');
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new Refusal(
        412,
        'contacts.upload_invalid_format',
        'The body has to be an object with the attribute contacts.',
      );
    }
    if (!('contacts' in body)) {
      throw new Refusal(
        412,
        'contacts.upload_missing_contacts_attribute',
        'The attribute contacts is missing.',
      );
    }
    const { contacts } = checked(contactsBody, body, {
      missing: 'contacts.upload_missing_name',
      invalid: 'contacts.upload_invalid_format',
    });
    for (const [index, { name }] of contacts.entries()) {
      if (!name.trim())
        throw new Refusal(400, 'contacts.upload_missing_name', `The contact ${index + 1} has no name.`, {
          attribute: `contacts[${index}].name`,
        });
    }
    const created = database.atomically(() => {
      for (const contact of activeContacts(service, account)) remove(service, contact);
      return contacts.map((contact) => add(account, contact));
    });
    const mapped = created.filter(({ external_id: external }) => external !== null);
    return c.json({
      contacts: mapped.map(({ contact_id, external_id }) => ({
        contact_id,
        external_id,
      })),
    });
  });

  app.delete('/v1/contacts', (c) => {
    const { account } = reader(c, 'contacts.write');
    database.atomically(() => {
      for (const contact of activeContacts(service, account)) remove(service, contact);
    });
    return c.body(null, 204);
  });

  app.get('/v1/contacts/:id', (c) => {
    const { account } = reader(c, 'contacts.read');
    return c.json(shown(find(account, c.req.param('id'))));
  });

  app.delete('/v1/contacts/:id', (c) => {
    const { account } = reader(c, 'contacts.write');
    const id = c.req.param('id');
    const contact = database.get<Contact>('contact', id);
    if (contact?.account !== account)
      throw new Refusal(404, 'contacts.missing_contact', `There is no contact ${id}.`);
    if (!contact.deleted) remove(service, contact);
    return c.body(null, 204);
  });

  const named = (body: ContactBody): ContactBody => {
    if (body.name.trim()) return body;
    throw new Refusal(400, 'contacts.missing_name', 'The contact has no name.', { attribute: 'name' });
  };
  const missingName = {
    missing: 'contacts.missing_name',
    invalid: codes.invalid,
  };

  app.post('/v3/contacts', async (c) => {
    const { account } = reader(c, 'contacts.write');
    const body = checked(contactBody, bodyOf(await readJson(c)), missingName);
    return c.json({ contact_id: add(account, named(body)).contact_id });
  });

  app.post('/v2/contacts', async (c) => {
    const { account } = reader(c, 'contacts.write');
    const { contact } = checked(wrappedContact, bodyOf(await readJson(c)), missingName);
    return c.json({ contact_id: add(account, named(contact)).contact_id });
  });

  app.post('/v3/contacts/:id', async (c) => {
    const { caller, account } = reader(c, 'contacts.write');
    update(caller, account, c.req.param('id'), checked(contactUpdate, bodyOf(await readJson(c)), codes));
    return c.body(null, 204);
  });

  app.post('/v2/contacts/:id', async (c) => {
    const { caller, account } = reader(c, 'contacts.write');
    const { contact } = checked(wrappedUpdate, bodyOf(await readJson(c)), codes);
    update(caller, account, c.req.param('id'), contact);
    return c.body(null, 204);
  });

  return app;
}

/** @throws 400 when there is no body at all */
function bodyOf(body: unknown): unknown {
  if (body !== undefined) return body;
  throw new Refusal(400, 'contacts.body_missing', 'The body with the contact is missing.');
}

export const activeContacts = ({ database }: Service, account: string): Contact[] =>
  database.list<Contact>('contact', account).filter(({ deleted }) => !deleted);

function remove({ database }: Service, contact: Contact): void {
  database.put('contact', contact.contact_id, { ...contact, deleted: true }, contact.account);
}

/** A contact as the API shows it. */
export const shown = ({ account, is_deliverable, deleted, ...contact }: Contact) => contact;

export function newContact(id: string, account: string, body: ContactBody): Contact {
  return {
    contact_id: id,
    account,
    external_id: body.external_id ?? null,
    name: body.name,
    file_as: body.file_as?.trim() ? body.file_as : fileAs(body.name),
    greeting: body.greeting?.trim() ? body.greeting : greeting(body.name),
    company: body.company || null,
    address: address(body.address),
    is_deliverable: true,
    deleted: false,
  };
}

/** Omitted attributes stay; an emptied greeting or file_as is made from the name again. */
function changed(contact: Contact, changes: Partial<ContactBody>, replaceAddress: boolean): Contact {
  const after = { ...contact };
  if (changes.name !== undefined) {
    if (!changes.name.trim())
      throw new Refusal(400, 'contacts.missing_name', 'The contact has no name.', { attribute: 'name' });
    after.name = changes.name;
  }
  if (changes.external_id !== undefined) after.external_id = changes.external_id;
  if (changes.company !== undefined) after.company = changes.company || null;
  if (changes.greeting !== undefined)
    after.greeting = changes.greeting?.trim() ? changes.greeting : greeting(after.name);
  if (changes.file_as !== undefined)
    after.file_as = changes.file_as?.trim() ? changes.file_as : fileAs(after.name);
  if (changes.address) {
    after.address = replaceAddress
      ? address(changes.address)
      : address({ ...after.address, ...changes.address });
    if (JSON.stringify(after.address) !== JSON.stringify(contact.address)) after.is_deliverable = true;
  }
  return after;
}

const address = (
  parts: { [Key in keyof Address]?: string | null | undefined } | null | undefined,
): Address => ({
  street: parts?.street ?? '',
  city: parts?.city ?? '',
  state: parts?.state ?? '',
  postal_code: parts?.postal_code ?? '',
  country: parts?.country ?? '',
});

/** `LastName, FirstName` for what looks like a person, the name itself for an organization (§2.1). */
function fileAs(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.pop();
  const isPerson =
    words.length > 0 &&
    words.length < 4 &&
    !/\b(church|inc|llc|mission|school|company|society|gemeinde|iglesia|foundation)\b/i.test(name) &&
    !/[&\d]/.test(name);
  return isPerson ? `${last}, ${words.join(' ')}` : name.trim();
}

const greeting = (name: string): string =>
  fileAs(name) === name.trim() ? name.trim() : (name.trim().split(/\s+/)[0] ?? name);
