/**
 * Finds where the records of a JSON array of objects end, piece by piece, at about the speed of copying them: the work
 * is done sixty-four bytes at a time by a small WebAssembly module (`json_scanner.wat`), because a loop in JavaScript
 * over each byte takes several times as long as fetching the list does.
 */
import { scannerCode } from './json_scanner.generated.ts';

/** What json_scanner.wat exports, and what of WebAssembly that takes; Node's types do without. */
declare namespace WebAssembly {
  class Module {
    constructor(code: Uint8Array);
  }
  class Instance {
    readonly exports: {
      memory: { buffer: ArrayBuffer };
      scan(at: number, end: number, until: number): number;
      find(at: number, end: number, first: number, last: number, distance: number): number;
      depth: { value: number };
      start: { value: number };
      count: { value: number };
      closed: { value: number };
    };
    constructor(module: Module);
  }
}

/** Bytes that are scanned at once; half of the scanner's memory, because its blocks may reach past the end. */
const pieceSize = 64 * 1024;

/** What {@link RecordScanner.find} answers when there is nothing to be found. */
export const nowhere = 2 ** 31 - 1;

let compiled: WebAssembly.Module | undefined;

export class RecordScanner {
  readonly #code: WebAssembly.Instance['exports'];
  readonly #memory: Uint8Array;
  /** Bytes of the piece. */
  #length = 0;

  constructor() {
    compiled ??= new WebAssembly.Module(Buffer.from(scannerCode, 'base64'));
    this.#code = new WebAssembly.Instance(compiled).exports;
    this.#memory = new Uint8Array(this.#code.memory.buffer);
  }

  /** Records that have ended so far. */
  get count(): number {
    return this.#code.count.value;
  }

  /** Whether the next byte belongs to a record that has begun. */
  get inRecord(): boolean {
    return this.#code.depth.value > 0;
  }

  /** Where the record that is being read began, or began last; -1 when that was in an earlier piece. */
  get start(): number {
    return this.#code.start.value;
  }

  /** Whether {@link read} came back because of the end of a record. */
  get closed(): boolean {
    return this.#code.closed.value === 1;
  }

  /** Bytes in pieces that the scanner can take. */
  static *pieces(bytes: Buffer): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
  }

  /** Lays a piece before the scanner. */
  load(piece: Buffer): void {
    this.#memory.set(piece);
    this.#length = piece.length;
    this.#code.start.value = -1;
  }

  /** Tells that a record begins with the brace at `at`. */
  begin(at: number): void {
    this.#code.start.value = at;
    this.#code.depth.value = 1;
  }

  /**
   * Reads on from `at`, inside a record, to the end of the first record that ends behind `until`. @returns the position
   * behind that, or the end of the piece, or the position of something between two records that is no record
   */
  read(at: number, end: number, until: number): number {
    return this.#code.scan(at, end, until);
  }

  /** Where the first of these bytes at or behind `from` begins in the piece; {@link nowhere} when there are none. */
  find(wanted: Buffer, from: number): number {
    // Two bytes tell all but a few wrong places, and these are compared. References have much in common where they begin
    // and little where they end, so the two are taken from there.
    const skipped = Math.max(0, wanted.length - 3);
    const distance = wanted.length - 1 - skipped;
    const [first = 0, last = 0] = [wanted[skipped], wanted[skipped + distance]];
    const end = this.#length - distance;
    for (let at = from + skipped; at < end; at += 1) {
      at = this.#code.find(at, end, first, last, distance);
      if (at >= end) break;
      const begin = at - skipped;
      if (wanted.equals(this.#memory.subarray(begin, begin + wanted.length))) return begin;
    }
    return nowhere;
  }
}
