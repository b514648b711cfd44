/**
 * Cuts the answer to GET /v1/contacts into the bytes of its contacts while it arrives, holding no more than one of them.
 */
import { nowhere, RecordScanner } from './json_scanner.ts';

/** The bytes are not a list of contacts; the message tells what they are instead, to follow "answered with". */
export class MalformedListError extends Error {}

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
 * Cuts `{"contacts": [ {…}, {…} ], …}` into the bytes of each element. It follows strings and nesting and nothing else
 * of JSON's grammar; each record's own grammar is checked when it is decoded.
 */
export class JsonArraySplitter {
  empty = true;
  readonly #needle: Needle | undefined;
  readonly #scanner = new RecordScanner();
  #phase: 'head' | 'items' | 'tail' | 'end' = 'head';
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The pieces of a record that began in an earlier chunk. */
  #carried: Buffer[] = [];
  #carriedLength = 0;
  #key = '';

  /** @param containing text without which a record is passed over */
  constructor(containing?: string) {
    if (containing) this.#needle = new Needle(containing);
  }

  /** Whether the outermost object was closed: only then was the list whole. */
  get ended(): boolean {
    return this.#phase === 'end';
  }

  get count(): number {
    return this.#scanner.count;
  }

  /** Takes the next bytes. Without `visit`, records are only counted. @returns false when the visitor wants no more */
  push(chunk: Uint8Array, visit?: (record: Buffer) => boolean): boolean {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (const piece of RecordScanner.pieces(bytes)) {
      let at = 0;
      if (this.#phase === 'head') at = this.#readHead(piece);
      if (this.#phase === 'items') {
        at = this.#readItems(piece, at, visit);
        if (at < 0) return false;
      }
      if (this.#phase === 'tail') at = this.#readTail(piece, at);
      if (this.#phase === 'end') refuseMore(piece, at);
    }
    return true;
  }

  /** Looks for the array under the key `contacts` of the outermost object. */
  #readHead(bytes: Buffer): number {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (this.#inString) {
        this.#readInString(byte);
        continue;
      }
      if (byte === undefined || isSpace(byte) || (this.empty && isByteOrderMark(byte))) continue;
      if (this.empty && byte !== openBrace)
        throw new MalformedListError(
          byte === 0x3c ? 'a web page in place of data' : 'something other than a list',
        );
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
        if (this.#depth === 0) throw new MalformedListError('data without a list of contacts');
      } else if (byte === comma && this.#depth === 1) this.#key = '';
      else if (byte !== colon && this.#depth === 1 && this.#key === 'contacts') {
        throw new MalformedListError('data without a list of contacts');
      }
    }
    return bytes.length;
  }

  #readItems(bytes: Buffer, from: number, visit?: (record: Buffer) => boolean): number {
    const scanner = this.#scanner;
    const { length } = bytes;
    scanner.load(bytes);
    const places = visit ? this.#needle?.places(bytes, scanner) : () => nowhere;
    let at = from;
    while (at < length) {
      if (!scanner.inRecord) {
        const byte = bytes[at];
        if (byte === closeBracket) {
          this.#phase = 'tail';
          this.#depth = 1;
          this.#inString = false;
          return at + 1;
        }
        if (byte === openBrace) scanner.begin(at);
        else if (byte !== comma && byte !== undefined && !isSpace(byte)) throw strayBetween(byte);
        at += 1;
        continue;
      }
      // A record that began earlier is looked through as a whole; of the others, only one that holds a hit matters.
      const isCarried = this.#carriedLength > 0;
      at = scanner.read(at, length, isCarried || !places ? -1 : places(at));
      if (!scanner.closed) continue;
      if (!this.#deliver(bytes.subarray(isCarried ? 0 : scanner.start, at), visit)) return -1;
    }
    if (scanner.inRecord) this.#carry(bytes.subarray(Math.max(0, scanner.start)));
    return length;
  }

  #carry(part: Buffer): void {
    this.#carriedLength += part.length;
    if (this.#carriedLength > recordLimit) throw new MalformedListError('a contact of more than 4 MB');
    this.#carried.push(Buffer.from(part));
  }

  #deliver(part: Buffer, visit?: (record: Buffer) => boolean): boolean {
    if (this.#carriedLength === 0) return visit?.(part) ?? true;
    const record = Buffer.concat([...this.#carried, part]);
    this.#carried = [];
    this.#carriedLength = 0;
    return this.#needle && !this.#needle.isIn(record) ? true : (visit?.(record) ?? true);
  }

  #readTail(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (this.#inString) {
        this.#readInString(byte);
      } else if (byte === quote) {
        this.#inString = true;
        this.#key = '';
      } else if (byte === colon && this.#depth === 1 && this.#key === 'contacts') {
        throw new MalformedListError('a list that is there twice');
      } else if (byte === openBrace || byte === openBracket) this.#depth += 1;
      else if (byte === closeBrace || byte === closeBracket) {
        this.#depth -= 1;
        if (this.#depth === 0) {
          this.#phase = 'end';
          return at + 1;
        }
      }
    }
    return bytes.length;
  }

  /** Keeps the beginning of a string of the outermost object, which may be a key. */
  #readInString(byte: number | undefined): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) this.#inString = false;
    else if (this.#depth === 1 && byte !== undefined && this.#key.length < 64)
      this.#key += String.fromCharCode(byte);
  }
}

function refuseMore(bytes: Buffer, from: number): void {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte !== undefined && !isSpace(byte))
      throw new MalformedListError('a list and something after the list');
  }
}

/**
 * Finds the records that may contain a text. JSON may write a character of it as an escape, so that any escape that
 * could be one (`\\u…` for all, `\\/` for a slash) counts as found; decoding the record tells.
 */
class Needle {
  readonly #written: Buffer;
  readonly #escapes = [Buffer.from('\\u'), Buffer.from('\\/')];

  constructor(text: string) {
    this.#written = Buffer.from(JSON.stringify(text).slice(1, -1));
  }

  isIn(record: Buffer): boolean {
    return record.includes(this.#written) || this.#escapes.some((written) => record.includes(written));
  }

  /** Tells, as the records of a piece go by, where the needle comes next. @returns a function of where to look from */
  places(piece: Buffer, scanner: RecordScanner): (from: number) => number {
    const searches = [(from: number) => scanner.find(this.#written, from)];
    if (piece.includes(backslash)) {
      for (const written of this.#escapes) searches.push((from) => scanner.find(written, from));
    }
    const next = searches.map(() => -1);
    return (from) => {
      searches.forEach((search, index) => {
        if ((next[index] ?? 0) < from) next[index] = search(from);
      });
      return Math.min(...next);
    };
  }
}

const strayBetween = (byte: number): MalformedListError =>
  new MalformedListError(
    byte === closeBrace ? 'a list that is not valid JSON' : 'a list with something other than contacts in it',
  );

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const isByteOrderMark = (byte: number): boolean => byte === 0xef || byte === 0xbb || byte === 0xbf;
