/** The dropdown in which a contact is chosen: the mailing list in pages of a size one can scroll through. */
import type { Bundle, ZObject } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import { readMailingList } from '../api/mailing_list/read_mailing_list.ts';

const pageSize = 100;

/**
 * One page of contacts. The service has no pages, so each is cut from the list as it streams by, and reading ends
 * with the first contact of the next page.
 */
const choices = async (z: ZObject, bundle: Bundle) => {
  const from = pageStart(bundle.meta?.paging_token);
  const results: { id: string; label: string }[] = [];
  let index = 0;
  let more = false;
  await readMailingList(z, {
    visit(contact) {
      if (index >= from + pageSize) more = true;
      else if (index >= from) results.push({ id: contact.contact_id, label: labelFor(contact) });
      index += 1;
      return !more;
    },
  });
  return { results, paging_token: more ? String(from + pageSize) : null };
};

const pageStart = (pagingToken: unknown): number => {
  const start = Number(pagingToken ?? 0);
  return Number.isSafeInteger(start) && start > 0 ? start : 0;
};

const labelFor = ({ contact_id: id, file_as: fileAs, name, address }: Contact): string => {
  const who = fileAs?.trim() || name?.trim() || id;
  const where = [address?.city, address?.state].filter(Boolean).join(', ');
  return where ? `${who} (${where})` : who;
};

export const contactField = {
  key: 'contact_id',
  label: 'Contact',
  type: 'string',
  required: true,
  resource: 'contact',
  choices: { perform: choices },
  search: 'find_contact.contact_id',
  helpText:
    'Choose a person from your mailing list, map a contact from an earlier step, or add a step that finds one.',
} as const;
