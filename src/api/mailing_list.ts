/**
 * The endpoints of the whole mailing list. They have no pages and no size limit, so the list is read as a stream and never held in
 * memory as a whole: a million contacts take no more memory than a thousand. docs/api.md#mailing-list
 */
import { Readable } from 'node:stream';
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { getFailure, type Purpose } from '../failure.ts';
import { type Contact, contactSchema } from './contacts.ts';
import { transportError, unexpectedResponseError } from './errors.ts';
import { JsonArraySplitter, MalformedListError } from './json_array_splitter.ts';
import { forEachChunk } from './read_stream.ts';
import { type IncomingResponse, jsonType, path, requestStream } from './send.ts';
import { isGone, parseJson } from './values.ts';

interface ReadOptions {
  /** Receives each contact. Returns false to stop reading. */
  visit(contact: Contact): unknown;
  /** Text in the wanted contacts, in upper or lower case, such as an external ID. Most other contacts are neither parsed nor counted. */
  containing?: string;
  /** As in {@link JsonArraySplitter}. */
  refused?: ConstructorParameters<typeof JsonArraySplitter>[0]['refused'];
  /** Receives every chunk of the response, to copy it. If it returns a promise, reading pauses. */
  copy?(chunk: Uint8Array): Promise<void> | undefined;
}

/** `GET /v1/contacts`: visits the contacts in the service's order, except contacts marked as deleted. Returns the number of contacts read. */
export async function readMailingList(z: ZObject, options: ReadOptions): Promise<number> {
  const purpose = { object: 'your mailing list', verb: 'read', scopes: ['contacts.read'] };
  const abort = new AbortController();
  const response = await requestStream(z, { path: path`/v1/contacts`, signal: abort.signal, purpose });
  try {
    return await readList(response, purpose, options);
  } finally {
    // Closes the connection if the list was not read to its end.
    abort.abort();
  }
}

/**
 * `PUT /v1/contacts`: deletes every contact, then adds the contacts in `body`. Visits the contacts in the response: the new IDs of those
 * that have an external ID.
 * @param body `{"contacts": […]}`, sent as a stream, because zapier-platform-core copies other bodies many times
 */
export async function replaceAllContacts(
  z: ZObject,
  body: Buffer,
  visit: ReadOptions['visit'],
): Promise<void> {
  const purpose = { object: 'your mailing list', verb: 'replace', scopes: ['contacts.write'] };
  const upload = { stream: Readable.from([body]), length: body.length, type: jsonType };
  const response = await requestStream(z, { method: 'PUT', path: path`/v1/contacts`, upload, purpose });
  const refused = {
    member: /^"errors?":(?:"[^"]|\{[^}]|\[[^\]])/,
    error: () => new MalformedListError('an error with a success status'),
  };
  await readList(response, purpose, { visit, refused });
}

/** Visits the contacts of a response, like {@link readMailingList}. */
export async function readList(
  response: Pick<IncomingResponse, 'status' | 'body'>,
  purpose: Purpose,
  { visit, containing, refused, copy }: ReadOptions,
): Promise<number> {
  const unexpected = (what: string) => unexpectedResponseError(what, purpose, response.status);
  if (response.status === 206) throw unexpected('only part of the list');
  const records = new JsonArraySplitter({
    keys: ['contacts'],
    wanted: containing === undefined ? undefined : patternOf(containing),
    refused,
    visit(item) {
      const contact = decode(item);
      return isGone(contact) || visit(contact) !== false;
    },
  });
  let stopped = false;
  try {
    await forEachChunk(response.body, (chunk) => {
      stopped = !records.push(chunk);
      return stopped ? false : copy?.(chunk);
    });
  } catch (error) {
    if (error instanceof MalformedListError) throw unexpected(error.message);
    throw getFailure(error) ?? transportError(error, purpose);
  }
  if (!records.ended && !stopped) throw unexpected('an incomplete list');
  return records.count;
}

function decode(record: Buffer): Contact {
  const value = parseJson(record.toString());
  if (value === undefined) throw new MalformedListError('a list that is not valid JSON');
  const read = zod.safeParse(contactSchema, value);
  if (!read.success) throw new MalformedListError('a contact in an unexpected format');
  return read.data;
}

/**
 * Returns a pattern that matches JSON, decoded as Latin-1, that may contain the text in upper or lower case. JSON may escape an ASCII
 * letter as `\u00…` and a slash as `\/`. Only the longest ASCII part of the text is compared: the bytes of other letters depend on case.
 */
function patternOf(text: string): RegExp {
  const runs = JSON.stringify(text)
    .slice(1, -1)
    .split(/[^ -~]+/);
  const longest = runs.toSorted((one, other) => other.length - one.length)[0] ?? '';
  const wanted = longest.replace(/\W/g, '\\$&').replaceAll('\\/', '\\\\?/');
  return new RegExp(`${wanted}|\\\\u00[0-7]`, 'i');
}
