/** The endpoints of temporary lists, each for the recipients of one order. docs/api.md#temporary-lists */
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { unexpectedResponseError } from './errors.ts';
import { path, requestJson } from './send.ts';
import { identifier, looseText } from './values.ts';

/** A recipient to add, with the fields of a contact. Blank values are left out. */
export interface Recipient {
  readonly [field: string]: unknown;
  readonly name?: string;
  readonly company?: string;
  readonly external_id?: string;
  readonly address: Readonly<Record<string, string>>;
  /** The recipient's merge fields. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** The service's limits for one request. */
export const maxMergeFields = 100;
export const maxMergeFieldLength = 1_000;
/** A request has 1 MB at most, with a few bytes around the recipients. */
const maxRecipientBytes = 999_900;

const createdListSchema = zod.looseObject({ list_id: identifier, expires: looseText });

const addedRecipientsSchema = zod.looseObject({
  contacts: zod.array(zod.looseObject({ id: identifier, external_id: looseText })),
});

export type CreatedList = zod.output<typeof createdListSchema>;

/** An account may grant the scope under either name. */
const scopes = ['pls.lists.write', 'lists.write'];

/** `POST /v1/lists`: makes an empty list, which expires after 14 days. */
export const create = (z: ZObject, name: string): Promise<CreatedList> =>
  requestJson(z, createdListSchema, {
    method: 'POST',
    path: path`/v1/lists`,
    json: { name },
    purpose: { object: 'a temporary list', verb: 'create', scopes, isRepeatable: true },
  });

/**
 * `POST /v1/lists/{list_id}/contacts`: adds either all of the recipients or none.
 * @throws a failure, also if the response does not confirm every recipient
 */
export async function addRecipients(
  z: ZObject,
  listId: string,
  recipients: readonly Recipient[],
): Promise<zod.output<typeof addedRecipientsSchema>['contacts']> {
  const purpose = {
    object: recipients.length === 1 ? 'the recipient' : 'the recipients',
    verb: 'add',
    missing: `the list "${listId}"`,
    scopes,
    isRepeatable: true,
  };
  const { contacts } = await requestJson(z, addedRecipientsSchema, {
    method: 'POST',
    path: path`/v1/lists/${listId}/contacts`,
    json: { type: 'contacts', data: recipients.map((recipient) => ({ type: 'contact', ...recipient })) },
    purpose,
  });
  if (contacts.length === recipients.length) return contacts;
  throw unexpectedResponseError(`${contacts.length} instead of ${recipients.length} recipients`, purpose);
}

/** Groups recipients so that no request is larger than the service accepts. */
export function splitIntoRequests(recipients: readonly Recipient[]): Recipient[][] {
  const groups: Recipient[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const recipient of recipients) {
    const more = Buffer.byteLength(JSON.stringify({ type: 'contact', ...recipient })) + 1;
    bytes += more;
    if (bytes > maxRecipientBytes) {
      groups.push([]);
      bytes = more;
    }
    groups.at(-1)?.push(recipient);
  }
  return groups;
}
