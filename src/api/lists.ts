/** Temporary lists: the recipients of one future order. docs/api.md#temporary-lists */
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { getFailure, requestError } from '../failure.ts';
import { unexpectedResponseError } from './errors.ts';
import { quoteService } from './purpose.ts';
import { path, requestJson } from './request.ts';
import { identifier, looseText } from './values.ts';

/** A recipient to add, with the fields of a contact. Blank values are left out. */
export interface Recipient {
  readonly [field: string]: unknown;
  readonly address: Readonly<Record<string, string>>;
  /** The recipient's merge fields. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Limits of one request. */
export const maxMergeFields = 100;
export const maxMergeFieldLength = 1_000;
const maxRequestBytes = 1_000_000;

const createdList = zod.looseObject({ list_id: identifier, expires: looseText });

const addedRecipients = zod.looseObject({
  contacts: zod.array(zod.looseObject({ id: identifier, external_id: looseText })),
});

export type CreatedList = zod.output<typeof createdList>;
export type AddedRecipient = { id: string; external_id?: string | null | undefined };

/** An account may grant the scope under either name. */
const scopes = ['pls.lists.write', 'lists.write'];

/** `POST /v1/lists`: makes an empty list, which expires after 14 days. */
export const create = (z: ZObject, name: string): Promise<CreatedList> =>
  requestJson(
    z,
    {
      method: 'POST',
      path: path`/v1/lists`,
      json: { name },
      purpose: { object: 'a temporary list', verb: 'create', scopes, advice },
    },
    createdList,
  ).catch((error: unknown) => {
    throw explain(error, name);
  });

/**
 * `POST /v1/lists/{list_id}/contacts`: adds all of the recipients or none.
 * @throws also if the response does not confirm every recipient
 */
export async function addRecipients(
  z: ZObject,
  list: { id: string; name: string },
  recipients: readonly Recipient[],
): Promise<AddedRecipient[]> {
  const purpose = {
    object: recipients.length === 1 ? 'the recipient' : 'the recipients',
    verb: 'add',
    scopes,
    advice,
  };
  const { contacts } = await requestJson(
    z,
    {
      method: 'POST',
      path: path`/v1/lists/${list.id}/contacts`,
      json: requestBody(recipients),
      purpose,
    },
    addedRecipients,
  ).catch((error: unknown) => {
    throw explain(error, list.name);
  });
  if (contacts.length === recipients.length) return contacts;
  throw unexpectedResponseError(`${contacts.length} instead of ${recipients.length} recipients`, purpose);
}

const requestBody = (recipients: readonly Recipient[]) => ({
  type: 'contacts',
  data: recipients.map((recipient) => ({ type: 'contact', ...recipient })),
});

/** Size of a request without recipients. */
const emptyRequestBytes = JSON.stringify(requestBody([])).length;

/** Bytes that a recipient adds to a request, including a comma. */
const bytesOf = (recipient: Recipient): number =>
  Buffer.byteLength(JSON.stringify({ type: 'contact', ...recipient })) + 1;

export const fitsOneRequest = (recipient: Recipient): boolean =>
  emptyRequestBytes + bytesOf(recipient) <= maxRequestBytes;

/** Groups recipients so that no request is larger than the service accepts. */
export function* splitIntoRequests(recipients: readonly Recipient[]): Generator<Recipient[]> {
  let group: Recipient[] = [];
  let bytes = emptyRequestBytes;
  for (const recipient of recipients) {
    const more = bytesOf(recipient);
    if (group.length > 0 && bytes + more > maxRequestBytes) {
      yield group;
      group = [];
      bytes = emptyRequestBytes;
    }
    group.push(recipient);
    bytes += more;
  }
  if (group.length > 0) yield group;
}

const advice = 'Run the step again in a few minutes.';

/** Replaces the messages of errors that only lists have. Other errors, such as an expired connection, pass unchanged. */
function explain(error: unknown, name: string): unknown {
  const failure = getFailure(error);
  const sentence = failure?.status === undefined ? undefined : sentenceFor(failure.status, failure, name);
  if (!failure || !sentence) return error;
  return requestError(sentence + quoteService(failure.serviceMessage), failure);
}

function sentenceFor(
  status: number,
  { code, attribute }: { code: string; attribute?: string | undefined },
  name: string,
): string | undefined {
  if (status === 404 && code === 'lists.not_found') {
    return `The letter service no longer has the list "${name}". Run the step again to make another one.`;
  }
  if (status === 404) {
    return "The letter service doesn't offer temporary lists for this account. Use Resend Saved Order with a list that you already have there.";
  }
  if (status !== 400) return undefined;
  switch (code) {
    case 'lists.duplicate_name':
      return `A list named "${name}" already exists. Enter another name, or leave it blank.`;
    case 'lists.missing_name':
      return 'A recipient has no name and no company. Fill in one of them.';
    case 'lists.missing_address':
    case 'lists.insufficient_address':
      return 'A recipient has no street and no city. Fill in the address.';
    case 'lists.invalid_address':
      return "The letter service rejected a recipient's address. Check the address.";
    case 'lists.invalid_metadata_field':
      return 'The letter service rejected the name of a merge field. Rename the field, or its column in the file, with only letters, digits and underscores.';
    case 'lists.invalid_metadata':
    case 'lists.invalid_metadata_length':
    case 'lists.too_much_metadata':
      return 'The letter service rejected the merge fields. Use fewer fields or shorter values.';
    case 'lists.invalid_field_length':
      if (attribute === 'name') return "The list's name is too long for the letter service. Shorten it.";
      return "A recipient's value is too long for the letter service. Shorten it.";
    default:
      return undefined;
  }
}
