/** Splits the response of `GET /v1/contacts` into its contacts while it arrives. Holds no more than one of them. */

/** Thrown if the response is not a list of contacts. The message completes "The letter service returned …". */
export class MalformedListError extends Error {}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Maximum bytes of one contact. */
const recordLimit = 4 * 1024 * 1024;

/** Receives the bytes of one contact. Returns false to stop reading. */
export type VisitRecord = (record: Buffer) => boolean;

/**
 * Splits `{"contacts": [ {…}, {…} ], …}` into the bytes of each element. It tracks only strings and nesting. The
 * syntax of each contact is checked when it is parsed.
 */
export class JsonArraySplitter {
  /** Whether only white space has arrived. */
  empty = true;
  /** The number of complete contacts so far. */
  count = 0;
  #phase: 'head' | 'items' | 'tail' | 'end' = 'head';
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The parts of a contact that began in an earlier chunk. */
  #carried: Buffer[] = [];
  #carriedLength = 0;
  #key = '';
  readonly #visit: VisitRecord | undefined;
  readonly #keys: readonly string[];
  readonly #mayBeBare: boolean;
  #isBare = false;

  /** Without `visit`, contacts are only counted. A bare list has no object around it. */
  constructor(visit?: VisitRecord, { keys = ['contacts'], mayBeBare = false } = {}) {
    this.#visit = visit;
    this.#keys = keys;
    this.#mayBeBare = mayBeBare;
  }

  /** Whether the outermost object is closed, so the list is complete. */
  get ended(): boolean {
    return this.#phase === 'end';
  }

  /** Reads the next bytes. Returns false if `visit` stopped the reading. */
  push(chunk: Uint8Array): boolean {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let at = 0;
    if (this.#phase === 'head') at = this.#readHead(bytes);
    if (this.#phase === 'items') {
      at = this.#readItems(bytes, at);
      if (at < 0) return false;
    }
    if (this.#phase === 'tail') at = this.#readTail(bytes, at);
    if (this.#phase === 'end') rejectTrailingData(bytes, at);
    return true;
  }

  /** Finds the array under one of the keys of the outermost object. */
  #readHead(bytes: Buffer): number {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (this.#inString) {
        this.#readInString(byte);
        continue;
      }
      if (byte === undefined || isSpace(byte) || (this.empty && isByteOrderMark(byte))) continue;
      if (this.empty && byte === openBracket && this.#mayBeBare) {
        this.empty = false;
        this.#isBare = true;
        this.#phase = 'items';
        return at + 1;
      }
      if (this.empty && byte !== openBrace)
        throw new MalformedListError(
          byte === 0x3c ? 'a web page instead of data' : 'data without a list of contacts',
        );
      this.empty = false;
      if (byte === quote) {
        this.#inString = true;
        if (this.#depth === 1) this.#key = '';
      } else if (byte === openBracket && this.#depth === 1 && this.#keys.includes(this.#key)) {
        this.#phase = 'items';
        this.#depth = 0;
        return at + 1;
      } else if (byte === openBrace || byte === openBracket) this.#depth += 1;
      else if (byte === closeBrace || byte === closeBracket) {
        this.#depth -= 1;
        if (this.#depth === 0) throw new MalformedListError('data without a list of contacts');
      } else if (byte === comma && this.#depth === 1) this.#key = '';
      else if (byte !== colon && this.#depth === 1 && this.#keys.includes(this.#key)) {
        throw new MalformedListError('data without a list of contacts');
      }
    }
    return bytes.length;
  }

  /** Returns the position after the array or the chunk, or -1 if `visit` stopped the reading. */
  #readItems(bytes: Buffer, from: number): number {
    // Local variables are faster, and this loop runs for every byte.
    let depth = this.#depth;
    let inString = this.#inString;
    let escaped = this.#escaped;
    let start = depth > 0 ? 0 : -1;
    let at = from;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) inString = false;
      } else if (depth === 0) {
        if (byte === closeBracket) {
          this.#phase = this.#isBare ? 'end' : 'tail';
          depth = this.#isBare ? 0 : 1;
          at += 1;
          break;
        }
        if (byte === openBrace) {
          start = at;
          depth = 1;
        } else if (byte !== comma && !isSpace(byte)) throw unexpectedItem(byte);
      } else if (byte === quote) inString = true;
      else if (byte === openBrace || byte === openBracket) depth += 1;
      else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1;
        if (depth > 0) continue;
        this.count += 1;
        const record = this.#complete(bytes.subarray(start, at + 1));
        if (this.#visit && !this.#visit(record)) return -1;
        start = -1;
      }
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#escaped = escaped;
    if (start >= 0) this.#carry(bytes.subarray(start));
    return at;
  }

  #carry(part: Buffer): void {
    this.#carriedLength += part.length;
    checkLength(this.#carriedLength);
    this.#carried.push(Buffer.from(part));
  }

  /** Returns the whole contact that ends with `part`. */
  #complete(part: Buffer): Buffer {
    checkLength(this.#carriedLength + part.length);
    if (this.#carriedLength === 0) return part;
    const record = Buffer.concat([...this.#carried, part]);
    this.#carried = [];
    this.#carriedLength = 0;
    return record;
  }

  #readTail(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (this.#inString) {
        this.#readInString(byte);
      } else if (byte === quote) {
        this.#inString = true;
        this.#key = '';
      } else if (byte === colon && this.#depth === 1 && this.#keys.includes(this.#key)) {
        throw new MalformedListError('two lists of contacts');
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

  /** Remembers the start of each string in the outermost object, because it may be a key. */
  #readInString(byte: number | undefined): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) this.#inString = false;
    else if (this.#depth === 1 && byte !== undefined && this.#key.length < 64)
      this.#key += String.fromCharCode(byte);
  }
}

function checkLength(length: number): void {
  if (length > recordLimit) throw new MalformedListError('a contact larger than 4 MB');
}

function rejectTrailingData(bytes: Buffer, from: number): void {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte !== undefined && !isSpace(byte))
      throw new MalformedListError('unexpected data after the list of contacts');
  }
}

const unexpectedItem = (byte: number): MalformedListError =>
  new MalformedListError(
    byte === closeBrace
      ? 'a list that is not valid JSON'
      : 'a list that contains something other than contacts',
  );

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const isByteOrderMark = (byte: number): boolean => byte === 0xef || byte === 0xbb || byte === 0xbf;
