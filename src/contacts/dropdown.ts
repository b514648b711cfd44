/** The dropdown in which a contact is chosen: the mailing list, cut into pages. docs/api.md#contacts */
import type { Bundle, ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import type { Contact } from '../api/contacts.ts';
import { readMailingList } from '../api/mailing_list/read_mailing_list.ts';
import { distinctChoices } from '../dropdown.ts';

const pageSize = 100;
/** How many contacts at the end of a page mark where the next page starts. Some may be deleted in the meantime. */
const anchorCount = 10;

/** Where the next page starts: after the last of these contacts that still exists, or else at this position. */
const pageToken = zod.object({ position: zod.int().check(zod.gte(0)), after: zod.array(zod.string()) });
type PageToken = zod.output<typeof pageToken>;

/**
 * Returns one page of contacts. The service has no pages, so each is cut from the stream of the whole list. Pages start
 * after a contact rather than at a position, so that a list that changes between pages repeats and skips no one.
 */
const listPage = async (z: ZObject, bundle: Bundle) => {
  const { position, after } = readPageToken(bundle.meta?.paging_token);
  const anchors = new Set(after);
  let page: Contact[] = [];
  let isStarted = false;
  let hasMore = false;
  let index = 0;
  await readMailingList(z, {
    visit(contact) {
      if (anchors.delete(contact.contact_id)) {
        page = [];
        isStarted = true;
        hasMore = false;
      } else if (isStarted || index >= position) {
        if (page.length < pageSize) page.push(contact);
        else hasMore = true;
      }
      index += 1;
      return !hasMore || anchors.size > 0;
    },
  });
  const next: PageToken = {
    position: position + page.length,
    after: page.slice(-anchorCount).map(({ contact_id: id }) => id),
  };
  return {
    results: distinctChoices(page.map(choiceOf)),
    paging_token: hasMore ? JSON.stringify(next) : null,
  };
};

function readPageToken(token: unknown): PageToken {
  try {
    return zod.parse(pageToken, JSON.parse(String(token)));
  } catch {
    return { position: 0, after: [] };
  }
}

function choiceOf({ contact_id: id, file_as: fileAs, name, company, address }: Contact) {
  const person = [fileAs, name, company].find((text) => text?.trim())?.trim() ?? id;
  const place = [address?.city, address?.state].filter(Boolean).join(', ');
  return {
    id,
    label: place ? `${person} (${place})` : person,
    detail: address?.street?.split('\n')[0]?.trim(),
  };
}

export const contactField = {
  key: 'contact_id',
  label: 'Contact',
  type: 'string',
  required: true,
  resource: 'contact',
  choices: { perform: listPage },
  search: 'find_contact.contact_id',
  helpText: 'Choose a contact from your mailing list, or map a Contact ID from an earlier step.',
} as const;
