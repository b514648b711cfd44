/**
 * Finds the contacts that contain a text without looking at every byte of the others: it searches each chunk of the
 * list with `Buffer.includes`, which is native code, and splits only the chunks that may matter.
 *
 * To split a chunk in the middle of the list, it must know where a contact begins. The first contact shows how they
 * begin, such as `{"contact_id":`. This cannot be part of a string, where its quotes would have backslashes, and after
 * a comma it is the element of an array. So where no other array begins or ends, it is the beginning of a contact.
 */
import { JsonArraySplitter, type VisitRecord } from './json_array_splitter.ts';

const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const space = 0x20;

export class RecordSearch {
  readonly #splitter: JsonArraySplitter;
  readonly #text: Buffer;
  /** How contacts begin, once one has been seen. */
  #opening: Buffer | undefined;
  /** The beginning of the last contact, while the splitter is at the end of the one before. */
  #held: Buffer | undefined;

  /** Visits all contacts that contain the text, and those that may. */
  constructor(text: string, visit?: VisitRecord) {
    this.#text = Buffer.from(JSON.stringify(text).slice(1, -1));
    this.#splitter = new JsonArraySplitter((record) => {
      this.#opening ??= openingOf(record);
      return !visit || !this.#mayContainText(record) || visit(record);
    });
  }

  /** Whether nothing but white space has arrived. */
  get empty(): boolean {
    return this.#splitter.empty;
  }

  /** Contacts that were not skipped. */
  get count(): number {
    return this.#splitter.count;
  }

  /** Whether the list is complete; known after {@link end}. */
  get ended(): boolean {
    return this.#splitter.ended;
  }

  /** Reads the next bytes. Returns false if `visit` stopped the reading. */
  push(chunk: Uint8Array): boolean {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (this.#held && !this.#matters(bytes, this.#held)) {
      const at = this.#lastBeginning(bytes);
      if (at > 0) {
        this.#hold(bytes.subarray(at));
        return true;
      }
    }
    return this.end() && this.#split(bytes);
  }

  /** Reads what is held back. Returns false if `visit` stopped the reading. */
  end(): boolean {
    const held = this.#held;
    this.#held = undefined;
    return !held || this.#splitter.push(held);
  }

  #split(bytes: Buffer): boolean {
    const at = this.#lastBeginning(bytes);
    if (at < 0) return this.#splitter.push(bytes);
    if (!this.#splitter.push(bytes.subarray(0, at))) return false;
    const last = bytes.subarray(at);
    if (!this.#splitter.betweenRecords) return this.#splitter.push(last);
    this.#hold(last);
    return true;
  }

  /** Copies the bytes, because the memory of a chunk is freed. */
  #hold(bytes: Buffer): void {
    this.#held = Buffer.from(bytes);
  }

  /** Whether the chunk, or the contact that ends in it, may contain the text or a part of an array. */
  #matters(chunk: Buffer, held: Buffer): boolean {
    const border = Buffer.concat([held, chunk.subarray(0, this.#text.length)]);
    return [border, chunk].some(
      (bytes) => bytes.includes(openBracket) || bytes.includes(closeBracket) || this.#mayContainText(bytes),
    );
  }

  /** JSON may write any character as `\u…` and a slash as `\/`, so decoding the contact decides about these. */
  #mayContainText(bytes: Buffer): boolean {
    if (bytes.includes(this.#text)) return true;
    return bytes.includes(backslash) && (bytes.includes('\\u') || bytes.includes('\\/'));
  }

  /** Returns where the last contact begins that begins in this chunk after a comma, or -1. */
  #lastBeginning(chunk: Buffer): number {
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

/** Returns the contact up to the colon after its first key, or nothing if it begins in another way. */
function openingOf(record: Buffer): Buffer | undefined {
  const [opening] = /^\{\s*"\w+"\s*:/.exec(record.toString('latin1', 0, 200)) ?? [];
  return opening === undefined ? undefined : Buffer.from(opening);
}
