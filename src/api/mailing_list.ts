/**
 * Reads the whole mailing list as a stream, contact by contact (GET /v1/contacts, §4.1).
 *
 * A list has no pages and no size limit, so it is never held whole: the bytes are cut into records where their braces
 * say so, and a record is decoded only when somebody wants it. Memory is that of one record; a list of a million takes
 * no more than one of a thousand.
 */
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { type Contact, contactSchema, mailingListSubject, openContacts } from './contacts.ts';
import { failureOf, transportError, unexpectedAnswer } from './refusal.ts';

interface Reading {
  /** Looks at a contact; `false` ends the reading, and the connection with it. */
  visit(contact: Contact): boolean | undefined | void;
  /**
   * Text that a contact of interest surely contains, such as its external id. Records without it are passed over
   * undecoded, which is what makes a search by id about as fast as the connection.
   */
  containing?: string;
  /** Gets every piece of the body as it arrives, for keeping a copy; its promise holds the reading back. */
  copy?(piece: Uint8Array): Promise<void>;
}

/** Visits the contacts in the service's order. @returns how many records were read, passed over ones included */
export async function readMailingList(z: ZObject, reading: Reading): Promise<number> {
  const response = await openContacts(z);
  if (!response) return 0;
  const records = new RecordCutter(needles(reading.containing));
  const visit = (record: Buffer): boolean => reading.visit(decode(record)) !== false;
  try {
    for await (const piece of response.body) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      await reading.copy?.(bytes);
      if (!records.push(bytes, visit)) return records.count;
    }
  } catch (error) {
    if (error instanceof Malformed)
      throw unexpectedAnswer(error.message, mailingListSubject, response.status);
    throw failureOf(error) ? error : transportError(error, mailingListSubject);
  }
  if (!records.ended) {
    throw unexpectedAnswer(
      records.empty ? 'an empty page' : 'a list that was cut off in the middle',
      mailingListSubject,
      response.status,
    );
  }
  return records.count;
}

class Malformed extends Error {}

function decode(record: Buffer): Contact {
  let value: unknown;
  try {
    value = JSON.parse(record.toString('utf8'));
  } catch {
    throw new Malformed('a list that is not valid JSON');
  }
  const read = zod.safeParse(contactSchema, value);
  if (!read.success) throw new Malformed('a list with a contact of a shape it never promised');
  return read.data;
}

/** The bytes to look for; text that the service may have written as an escape counts as found wherever an escape is. */
function needles(text: string | undefined): readonly Buffer[] | undefined {
  if (text === undefined) return undefined;
  return [Buffer.from(JSON.stringify(text).slice(1, -1)), Buffer.from('\\u'), Buffer.from('\\/')];
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;

/** One contact larger than this (bytes) is a mistake, not a contact. */
const recordLimit = 4 * 1024 * 1024;

/**
 * Cuts `{"contacts": [ {…}, {…} ], …}` into the bytes of each element. It follows strings and nesting byte by byte and
 * nothing else of JSON's grammar; each record's own grammar is checked when it is decoded.
 */
class RecordCutter {
  count = 0;
  empty = true;
  readonly #needles: readonly Buffer[] | undefined;
  #phase: 'head' | 'items' | 'tail' | 'end' = 'head';
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The pieces of a record that began in an earlier chunk. */
  #carried: Buffer[] = [];
  #carriedLength = 0;
  #key = '';

  constructor(needles: readonly Buffer[] | undefined) {
    this.#needles = needles;
  }

  /** Whether the outermost object was closed: only then was the list whole. */
  get ended(): boolean {
    return this.#phase === 'end';
  }

  /** @returns false when the visitor wants no more */
  push(chunk: Uint8Array, visit: (record: Buffer) => boolean): boolean {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let at = 0;
    if (this.#phase === 'head') at = this.#readHead(bytes);
    if (this.#phase === 'items') {
      at = this.#readItems(bytes, at, visit);
      if (at < 0) return false;
    }
    if (this.#phase === 'tail') this.#readTail(bytes, at);
    return true;
  }

  /** Looks for the array under the key `contacts` of the outermost object. */
  #readHead(bytes: Buffer): number {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === backslash) this.#escaped = true;
        else if (byte === quote) this.#inString = false;
        else if (this.#depth === 1 && byte !== undefined && this.#key.length < 64)
          this.#key += String.fromCharCode(byte);
        continue;
      }
      if (byte === undefined || isSpace(byte) || (this.empty && isByteOrderMark(byte))) continue;
      if (this.empty && byte !== openBrace)
        throw new Malformed(byte === 0x3c ? 'a web page in place of data' : 'something other than a list');
      this.empty = false;
      if (byte === quote) {
        this.#inString = true;
        if (this.#depth === 1) this.#key = '';
      } else if (byte === openBracket && this.#depth === 1 && this.#key === 'contacts') {
        this.#phase = 'items';
        this.#depth = 0;
        return at + 1;
      } else if (byte === openBrace || byte === openBracket) this.#depth += 1;
      else if (byte === closeBrace || byte === closeBracket) {
        this.#depth -= 1;
        if (this.#depth === 0) throw new Malformed('an answer without a list of contacts');
      } else if (byte === comma && this.#depth === 1) this.#key = '';
      else if (byte !== colon && this.#depth === 1 && this.#key === 'contacts') {
        throw new Malformed('an answer without a list of contacts');
      }
    }
    return bytes.length;
  }

  #readItems(bytes: Buffer, from: number, visit: (record: Buffer) => boolean): number {
    const length = bytes.length;
    const hits = this.#needles?.map((needle) => new Hits(bytes, needle));
    let depth = this.#depth;
    let inString = this.#inString;
    let at = from;
    let start = depth > 0 ? 0 : -1;
    if (this.#escaped && at < length) {
      this.#escaped = false;
      at += 1;
    }
    for (; at < length; at += 1) {
      const byte = bytes[at];
      if (inString) {
        if (byte === backslash) {
          at += 1;
          if (at >= length) this.#escaped = true;
        } else if (byte === quote) inString = false;
      } else if (byte === quote) inString = true;
      else if (byte === openBrace || byte === openBracket) {
        if (depth === 0) {
          if (byte === openBracket) throw new Malformed('a list with something other than contacts in it');
          start = at;
        }
        depth += 1;
      } else if (byte === closeBrace || byte === closeBracket) {
        if (depth === 0) {
          if (byte === closeBrace) throw new Malformed('a list that is not valid JSON');
          this.#phase = 'tail';
          this.#depth = 1;
          this.#inString = false;
          return at + 1;
        }
        depth -= 1;
        if (depth > 0) continue;
        this.count += 1;
        const wanted = this.#carriedLength > 0 || !hits || hits.some((hit) => hit.isWithin(start, at));
        if (wanted && !this.#deliver(bytes.subarray(start, at + 1), visit)) return -1;
        start = -1;
      } else if (depth === 0 && byte !== comma && byte !== undefined && !isSpace(byte)) {
        throw new Malformed('a list with something other than contacts in it');
      }
    }
    this.#depth = depth;
    this.#inString = inString;
    if (start >= 0) this.#carry(bytes.subarray(start));
    return length;
  }

  #carry(part: Buffer): void {
    this.#carriedLength += part.length;
    if (this.#carriedLength > recordLimit) throw new Malformed('a contact of more than 4 MB');
    this.#carried.push(Buffer.from(part));
  }

  #deliver(part: Buffer, visit: (record: Buffer) => boolean): boolean {
    if (this.#carriedLength === 0) return visit(part);
    const record = Buffer.concat([...this.#carried, part]);
    this.#carried = [];
    this.#carriedLength = 0;
    const wanted = this.#needles?.some((needle) => record.includes(needle)) ?? true;
    return wanted ? visit(record) : true;
  }

  #readTail(bytes: Buffer, from: number): void {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (this.#escaped) this.#escaped = false;
      else if (this.#inString) {
        if (byte === backslash) this.#escaped = true;
        else if (byte === quote) this.#inString = false;
      } else if (byte === quote) this.#inString = true;
      else if (byte === openBrace || byte === openBracket) this.#depth += 1;
      else if (byte === closeBrace || byte === closeBracket) {
        this.#depth -= 1;
        if (this.#depth === 0) {
          this.#phase = 'end';
          return;
        }
      }
    }
  }
}

/** The places of a needle in one chunk, found one after the other as the records go by. */
class Hits {
  readonly #bytes: Buffer;
  readonly #needle: Buffer;
  #next: number;

  constructor(bytes: Buffer, needle: Buffer) {
    this.#bytes = bytes;
    this.#needle = needle;
    this.#next = bytes.indexOf(needle);
  }

  isWithin(start: number, end: number): boolean {
    while (this.#next >= 0 && this.#next < start)
      this.#next = this.#bytes.indexOf(this.#needle, this.#next + 1);
    return this.#next >= 0 && this.#next <= end;
  }
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const isByteOrderMark = (byte: number): boolean => byte === 0xef || byte === 0xbb || byte === 0xbf;
