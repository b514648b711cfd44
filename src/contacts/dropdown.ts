/** The dropdown of contacts. docs/api.md#contacts */
import type { Bundle, ZObject } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import { readMailingList } from '../api/mailing_list.ts';
import { withPlatformErrors } from '../edge.ts';
import { onePage } from '../steps/dropdown.ts';

const pageSize = 100;

/**
 * Returns one page of contacts. The service has no pages, so each page is cut from a stream of the whole mailing list, and the paging
 * token is a position in the list.
 */
const listPage = async (z: ZObject, bundle: Bundle) => {
  const start = Number(bundle.meta?.paging_token ?? 0) || 0;
  const end = start + pageSize;
  const page: Contact[] = [];
  let index = 0;
  await readMailingList(z, {
    visit(contact) {
      if (index >= start && index < end) page.push(contact);
      index += 1;
      return index <= end;
    },
  });
  return onePage(page.map(choiceOf), index > end ? String(end) : null);
};

function choiceOf({ contact_id: id, file_as: fileAs, name, company, address }: Contact) {
  const person = [fileAs, name, company].find((text) => text?.trim())?.trim() ?? id;
  const place = [address?.city, address?.state].filter(Boolean).join(', ');
  const detail = address?.street?.split('\n')[0]?.trim();
  return { id, label: place ? `${person} (${place})` : person, detail };
}

export const contactField = {
  key: 'contact_id',
  label: 'Contact',
  type: 'string',
  required: true,
  resource: 'contact',
  choices: withPlatformErrors({ perform: listPage }),
  search: 'find_contact.contact_id',
  helpText: 'Choose a contact from your mailing list, or map a Contact ID from an earlier step.',
} as const;
