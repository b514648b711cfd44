/**
 * Finds the contacts that contain the given text. To be fast, it searches each chunk with `Buffer.includes`, which is native code,
 * and splits only chunks that may contain the text.
 *
 * To split in the middle of the list, it must find the start of a contact. The first contact shows how contacts start,
 * such as `{"contact_id":`. A string cannot contain these bytes, because its quotes would be escaped. After a comma, they
 * start an element of an array. So if no other array has started, they start a contact.
 */
import { JsonArraySplitter, type VisitRecord } from './json_array_splitter.ts';

const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const space = 0x20;

export class RecordSearch {
  readonly #splitter: JsonArraySplitter;
  readonly #text: Buffer;
  /** The first bytes of every contact, taken from the first contact. */
  #opening: Buffer | undefined;
  /** The start of the last contact, which the splitter has not received yet. */
  #held: Buffer | undefined;

  /** Visits all contacts that contain the text, and possibly some that do not. */
  constructor(text: string, visit?: VisitRecord) {
    this.#text = Buffer.from(JSON.stringify(text).slice(1, -1));
    this.#splitter = new JsonArraySplitter((record) => {
      this.#opening ??= openingOf(record);
      return !visit || !this.#mayContainText(record) || visit(record);
    });
  }

  /** Whether only white space has arrived. */
  get empty(): boolean {
    return this.#splitter.empty;
  }

  /** The number of contacts that were not skipped. */
  get count(): number {
    return this.#splitter.count;
  }

  /** Whether the list is complete. Valid after {@link end}. */
  get ended(): boolean {
    return this.#splitter.ended;
  }

  /** Reads the next bytes. Returns false if `visit` stopped the reading. */
  push(chunk: Uint8Array): boolean {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (this.#held && !this.#matters(bytes, this.#held)) {
      const at = this.#lastStart(bytes);
      if (at > 0) {
        this.#hold(bytes.subarray(at));
        return true;
      }
    }
    return this.end() && this.#split(bytes);
  }

  /** Reads the remaining bytes. Returns false if `visit` stopped the reading. */
  end(): boolean {
    const held = this.#held;
    this.#held = undefined;
    return !held || this.#splitter.push(held);
  }

  #split(bytes: Buffer): boolean {
    const at = this.#lastStart(bytes);
    if (at < 0) return this.#splitter.push(bytes);
    if (!this.#splitter.push(bytes.subarray(0, at))) return false;
    const last = bytes.subarray(at);
    if (!this.#splitter.betweenRecords) return this.#splitter.push(last);
    this.#hold(last);
    return true;
  }

  /** Copies the bytes, because the memory of a chunk is freed after use. */
  #hold(bytes: Buffer): void {
    this.#held = Buffer.from(bytes);
  }

  /** Whether the chunk, or the contact that ends in it, may contain the text or the start of an array. */
  #matters(chunk: Buffer, held: Buffer): boolean {
    const border = Buffer.concat([held, chunk.subarray(0, this.#text.length)]);
    return [border, chunk].some((bytes) => bytes.includes(openBracket) || this.#mayContainText(bytes));
  }

  /** JSON may escape any character as `\u…` and a slash as `\/`. Contacts with such escapes count as possible matches. */
  #mayContainText(bytes: Buffer): boolean {
    if (bytes.includes(this.#text)) return true;
    return bytes.includes(backslash) && (bytes.includes('\\u') || bytes.includes('\\/'));
  }

  /** Returns the position of the last contact that starts in this chunk after a comma, or -1. */
  #lastStart(chunk: Buffer): number {
    if (!this.#opening) return -1;
    let at = chunk.lastIndexOf(this.#opening);
    while (at > 0) {
      let before = at - 1;
      while (before > 0 && (chunk[before] ?? 0) <= space) before -= 1;
      if (chunk[before] === comma) return at;
      at = chunk.lastIndexOf(this.#opening, at - 1);
    }
    return -1;
  }
}

/** Returns the contact up to the colon after its first key, or undefined if it starts differently. */
function openingOf(record: Buffer): Buffer | undefined {
  const [opening] = /^\{\s*"\w+"\s*:/.exec(record.toString('latin1', 0, 200)) ?? [];
  return opening === undefined ? undefined : Buffer.from(opening);
}
