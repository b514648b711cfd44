/** Splits the response of `GET /v1/contacts` into its contacts while it arrives. Holds no more than one of them. */

/** Thrown if the response is not a list of contacts. The message completes "The letter service returned …". */
export class MalformedListError extends Error {}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openAngle = 0x3c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Maximum bytes of one contact. */
const recordLimit = 4 * 1024 * 1024;

/** Receives the bytes of one contact. Returns false to stop reading. */
type VisitRecord = (record: Buffer) => boolean;

/**
 * Splits `{"contacts": [ {…}, {…} ], …}` into the bytes of each element; `null` is an empty list. It tracks only strings and
 * nesting. The syntax of each contact is checked when it is parsed.
 */
export class JsonArraySplitter {
  /** Whether only white space has arrived. */
  empty = true;
  /** Whether the outermost object is closed, so the list is complete. */
  ended = false;
  /** How many complete contacts have arrived. */
  count = 0;
  /** How many objects and lists around the current byte are open. */
  #depth = 0;
  /** The depth between two contacts of the list, or infinite outside the list. */
  #listDepth = Number.POSITIVE_INFINITY;
  #hasList = false;
  /** What follows the key of the list: the beginning of `:null`, an empty list. */
  #afterKey = '';
  #inString = false;
  #escaped = false;
  /** The start of the last string directly in the outermost object. It may be a key. */
  #key = '';
  /** The parts of a contact that began in an earlier chunk. */
  #carried: Buffer[] = [];
  #carriedLength = 0;
  readonly #visit: VisitRecord | undefined;
  readonly #keys: readonly string[];
  readonly #mayBeBare: boolean;

  /** Without `visit`, contacts are only counted. A bare list has no object around it. */
  constructor(visit?: VisitRecord, { keys = ['contacts'], mayBeBare = false } = {}) {
    this.#visit = visit;
    this.#keys = keys;
    this.#mayBeBare = mayBeBare;
  }

  /** Reads the next bytes. Returns false if `visit` stopped the reading. */
  push(chunk: Uint8Array): boolean {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    // Local variables are faster, and this loop runs for every byte.
    let depth = this.#depth;
    let inString = this.#inString;
    let escaped = this.#escaped;
    let start = 0;
    const { length } = bytes;
    for (let at = 0; at < length; at += 1) {
      let byte = bytes[at] ?? 0;
      if (inString) {
        // Most bytes are text inside a contact: a loop of their own is a third faster.
        if (depth > 1 && !escaped) {
          while (byte !== quote && byte !== backslash && at < length) {
            at += 1;
            byte = bytes[at] ?? 0;
          }
        }
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) inString = false;
        else if (depth === 1 && this.#key.length < 64) this.#key += String.fromCharCode(byte);
        continue;
      }
      if (depth <= this.#listDepth) this.#readOutsideContact(byte, depth);
      if (byte === quote) inString = true;
      else if (byte === openBrace || byte === openBracket) {
        if (depth === this.#listDepth) start = at;
        depth += 1;
      } else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1;
        if (depth === this.#listDepth && !this.#complete(bytes.subarray(start, at + 1))) return false;
      }
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#escaped = escaped;
    if (depth > this.#listDepth) this.#carry(bytes.subarray(start));
    return true;
  }

  /** Checks a byte outside the contacts, and finds the start and the end of the list. */
  #readOutsideContact(byte: number, depth: number): void {
    if (isSpace(byte) || (this.empty && isByteOrderMark(byte))) return;
    if (depth === this.#listDepth) {
      if (byte === closeBracket) {
        this.#listDepth = Number.POSITIVE_INFINITY;
        this.ended = depth === 1;
      } else if (byte !== openBrace && byte !== comma)
        throw new MalformedListError('a list that contains something other than contacts');
    } else if (depth === 0) {
      if (this.ended) throw new MalformedListError('unexpected data after the list of contacts');
      if (byte === openBracket && this.#mayBeBare) this.#listDepth = 1;
      else if (byte === openAngle) throw new MalformedListError('a web page instead of data');
      else if (byte !== openBrace) throw new MalformedListError(noListText);
      this.empty = false;
    } else if (depth === 1) this.#readOuterObject(byte);
  }

  /** Reads the keys of the outermost object, one of which has the list. */
  #readOuterObject(byte: number): void {
    const isListKey = this.#keys.includes(this.#key);
    const isEnd = byte === closeBrace || byte === closeBracket;
    const afterKey = this.#afterKey + String.fromCharCode(byte);
    if (isListKey && !this.#hasList && ':null'.startsWith(afterKey)) this.#afterKey = afterKey;
    else if (this.#afterKey === ':null' && (byte === comma || isEnd)) {
      this.#hasList = true;
      this.ended = isEnd;
      this.#key = '';
      this.#afterKey = '';
    } else if (byte === quote || byte === comma) {
      this.#key = '';
      this.#afterKey = '';
    } else if (this.#hasList) {
      if (byte === colon && isListKey) throw new MalformedListError('two lists of contacts');
      this.ended = isEnd;
    } else if (byte === openBracket && isListKey) {
      this.#listDepth = 2;
      this.#hasList = true;
    } else if (isEnd || (isListKey && byte !== colon && byte !== openBrace)) {
      throw new MalformedListError(noListText);
    }
  }

  /** Passes on the contact that ends with `part`. Returns whether to go on. */
  #complete(part: Buffer): boolean {
    checkLength(this.#carriedLength + part.length);
    this.count += 1;
    const record = this.#carriedLength === 0 ? part : Buffer.concat([...this.#carried, part]);
    this.#carried = [];
    this.#carriedLength = 0;
    return this.#visit?.(record) ?? true;
  }

  #carry(part: Buffer): void {
    this.#carriedLength += part.length;
    checkLength(this.#carriedLength);
    this.#carried.push(Buffer.from(part));
  }
}

const noListText = 'data without a list of contacts';

function checkLength(length: number): void {
  if (length > recordLimit) throw new MalformedListError('a contact larger than 4 MB');
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const isByteOrderMark = (byte: number): boolean => byte === 0xef || byte === 0xbb || byte === 0xbf;
