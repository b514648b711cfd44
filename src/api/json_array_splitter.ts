/** Splits a list of objects in JSON, such as the response of `GET /v1/contacts`, into its items while it arrives. */

/** Thrown if the JSON is not such a list. The message completes "The letter service returned …" and "The JSON file has …". */
export class MalformedListError extends Error {}

const quote = 0x22;
const comma = 0x2c;
const lessThan = 0x3c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Maximum bytes of an item. A longer item is not a person, and could fill the memory. */
const maxItemBytes = 10_000_000;

interface Options {
  /** The keys under which the outermost object may have the list. */
  keys: readonly string[];
  /** True if the list may be the outermost value. */
  mayBeBare?: boolean;
  /** Matches the JSON of every wanted item, decoded as Latin-1. Most other items are neither passed on, counted nor checked. */
  wanted?: RegExp | undefined;
  /** Matches the JSON of a key outside the list and the start of its value, such as errors, that make the list unusable. */
  refused?: { member: RegExp; error: () => Error } | undefined;
  /** Receives the bytes of one item. Returns false to stop reading. */
  visit(item: Buffer): boolean;
}

/**
 * Splits `{"contacts": [ {…}, {…} ], …}` into the bytes of each element. A list that is `null` is empty. Tracks only strings and
 * nesting; the syntax of an item is checked when it is parsed.
 */
export class JsonArraySplitter {
  /** True if the outermost value is closed, so the list is complete. */
  ended = false;
  count = 0;
  /** The number of open objects and lists around the current byte. */
  #depth = 0;
  /** The depth between two items of the list, or infinity outside the list. */
  #listDepth = Number.POSITIVE_INFINITY;
  #hasList = false;
  #inString = false;
  #escaped = false;
  /** The current key and value of the outermost object, without most of nested objects and lists. */
  #member = '';
  /** The parts of an item that arrived in earlier chunks. They are joined once, because copying them with each chunk takes too long. */
  #carried: Buffer[] = [];
  #carriedBytes = 0;
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Reads the next bytes. Returns false if `visit` stopped the reading. */
  push(chunk: Uint8Array): boolean {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = this.#skipUnwanted(bytes);
    // Local variables are faster, and this loop runs for every byte.
    let depth = this.#depth;
    let inString = this.#inString;
    let escaped = this.#escaped;
    const { length } = bytes;
    for (let at = start; at < length; at += 1) {
      let byte = bytes[at] ?? 0;
      if (inString) {
        // Most bytes are text inside an item. A separate loop for them makes this a third faster.
        if (depth > 1 && !escaped) {
          while (byte !== quote && byte !== backslash && at < length) {
            at += 1;
            byte = bytes[at] ?? 0;
          }
        }
        if (depth === 1) this.#addToMember(byte);
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) inString = false;
        continue;
      }
      if (depth <= this.#listDepth) this.#readOutsideItem(byte, depth);
      if (byte === quote) inString = true;
      else if (byte === openBrace || byte === openBracket) {
        if (depth === this.#listDepth) start = at;
        depth += 1;
      } else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1;
        if (depth === this.#listDepth && !this.#finishItem(bytes.subarray(start, at + 1))) return false;
      }
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#escaped = escaped;
    // A copy, because the memory of a chunk is freed.
    if (depth > this.#listDepth) this.#carry(Buffer.from(bytes.subarray(start)));
    return true;
  }

  /**
   * Returns the position of the last item that begins in the chunk, or 0 if an earlier item may be wanted. Searching a chunk
   * is several times faster than splitting it.
   */
  #skipUnwanted(bytes: Buffer): number {
    if (!this.#options.wanted || !Number.isFinite(this.#listDepth)) return 0;
    const carried = this.#carriedBytes;
    const text = this.#withCarried(bytes).toString('latin1');
    // A bracket may end the list, or belong to a list inside an item, whose elements look like items.
    if (text.includes('[') || text.includes(']') || this.#options.wanted.test(text)) return 0;
    for (let at = text.lastIndexOf('{'); at > carried; at = text.lastIndexOf('{', at - 1)) {
      itemStart.lastIndex = at;
      if (!itemStart.test(text)) continue;
      this.#depth = this.#listDepth;
      this.#inString = false;
      this.#escaped = false;
      this.#dropCarried();
      return at - carried;
    }
    return 0;
  }

  /** Checks a byte outside the items, and finds the start and the end of the list. */
  #readOutsideItem(byte: number, depth: number): void {
    if (isSpace(byte)) return;
    if (depth === this.#listDepth) {
      if (byte === closeBracket) {
        this.#listDepth = Number.POSITIVE_INFINITY;
        this.ended = depth === 1;
      } else if (byte !== openBrace && byte !== comma)
        throw new MalformedListError('a list that contains something other than objects');
    } else if (depth === 0) {
      if (this.ended) throw new MalformedListError('unexpected data after the list');
      if (byte === openBracket && this.#options.mayBeBare) this.#listDepth = 1;
      else if (byte === lessThan) throw new MalformedListError('a web page instead of data');
      else if (byte !== openBrace) throw this.#noList();
    } else if (depth === 1) this.#readOuterObject(byte);
    else if (depth === 2) this.#addToMember(byte);
  }

  /** Reads a byte of the outermost object, which has the list under one of its keys. */
  #readOuterObject(byte: number): void {
    const { keys } = this.#options;
    this.ended = byte === closeBrace || byte === closeBracket;
    if (byte === openBracket && keys.some((key) => this.#member === `"${key}":`)) {
      if (this.#hasList) throw new MalformedListError('two lists');
      this.#hasList = true;
      this.#listDepth = 2;
    } else if (this.ended || byte === comma) {
      this.#hasList ||= keys.some((key) => this.#member === `"${key}":null`);
      const { refused } = this.#options;
      if (refused?.member.test(this.#member)) throw refused.error();
      this.#member = '';
    } else this.#addToMember(byte);
    if (this.ended && !this.#hasList) throw this.#noList();
  }

  #noList(): MalformedListError {
    const names = this.#options.keys.map((key) => `"${key}"`);
    return new MalformedListError(`data without a list named ${names.join(' or ')}`);
  }

  #addToMember(byte: number): void {
    if (this.#member.length < 64) this.#member += String.fromCharCode(byte);
  }

  /** Passes on the item that ends with `part`. Returns false to stop reading. */
  #finishItem(part: Buffer): boolean {
    const { wanted, visit } = this.#options;
    const item = this.#withCarried(part);
    this.#dropCarried();
    this.count += 1;
    const isWanted = wanted?.test(item.toString('latin1')) ?? true;
    return !isWanted || visit(item);
  }

  #withCarried(part: Buffer): Buffer {
    return this.#carriedBytes === 0 ? part : Buffer.concat([...this.#carried, part]);
  }

  #carry(part: Buffer): void {
    this.#carriedBytes += part.length;
    if (this.#carriedBytes > maxItemBytes) throw new MalformedListError('an item with more than 10 MB');
    this.#carried.push(part);
  }

  #dropCarried(): void {
    if (this.#carriedBytes === 0) return;
    this.#carried = [];
    this.#carriedBytes = 0;
  }
}

/** The start of an object in a list. It cannot be inside a JSON string, because a string ends at its first unescaped quote. */
const itemStart = /(?<=,\s*)\{\s*"\w/y;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
