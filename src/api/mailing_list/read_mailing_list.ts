/**
 * Reads the whole mailing list as a stream, contact by contact (GET /v1/contacts, §4.1).
 *
 * A list has no pages and no size limit, so it is never held whole: the bytes are cut into records where their braces
 * say so, and a record is decoded only when somebody wants it. Memory is that of one record; a list of a million takes
 * no more than one of a thousand.
 */
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import * as contacts from '../contacts.ts';
import { type Contact, contactSchema, mailingListPurpose } from '../contacts.ts';
import { transportError, unexpectedResponse } from '../errors.ts';
import { forEachChunk } from '../read_stream.ts';
import { JsonArraySplitter, MalformedListError } from './json_array_splitter.ts';

interface Reading {
  /** Looks at a contact; `false` ends the reading, and the connection with it. Without it, contacts are only counted. */
  visit?(contact: Contact): unknown;
  /**
   * Text that a contact of interest surely contains, such as its external id. Records without it are passed over
   * undecoded, which is what makes a search by id about as fast as the connection.
   */
  containing?: string;
  /** Gets every piece of the body as it arrives, for keeping a copy; its promise holds the reading back. */
  copy?(piece: Uint8Array): Promise<void> | undefined;
}

/** Visits the contacts in the service's order. @returns how many records were read, passed over ones included */
export async function readMailingList(z: ZObject, reading: Reading): Promise<number> {
  const enough = new AbortController();
  const response = await contacts.openAll(z, enough.signal);
  if (!response) return 0;
  if (response.status === 206)
    throw unexpectedResponse('a part of the list', mailingListPurpose, response.status);
  const records = new JsonArraySplitter(reading.containing);
  const visit = reading.visit && ((record: Buffer) => reading.visit?.(decode(record)) !== false);
  let cutShort = false;
  try {
    await forEachChunk(response.body, (bytes) => {
      cutShort = !records.push(bytes, visit);
      return cutShort ? false : reading.copy?.(bytes);
    });
  } catch (error) {
    if (error instanceof MalformedListError)
      throw unexpectedResponse(error.message, mailingListPurpose, response.status);
    throw transportError(error, mailingListPurpose);
  } finally {
    enough.abort();
  }
  if (!records.ended && !cutShort) {
    throw unexpectedResponse(
      records.empty ? 'an empty page' : 'a list that was cut off in the middle',
      mailingListPurpose,
      response.status,
    );
  }
  return records.count;
}

function decode(record: Buffer): Contact {
  let value: unknown;
  try {
    value = JSON.parse(record.toString('utf8'));
  } catch {
    throw new MalformedListError('a list that is not valid JSON');
  }
  const read = zod.safeParse(contactSchema(), value);
  if (!read.success) throw new MalformedListError('a list with a contact of a shape it never promised');
  return read.data;
}
