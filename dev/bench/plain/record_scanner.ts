/**
 * The scanner of the connector's mailing list in plain JavaScript, a byte at a time: what its WebAssembly is held against,
 * to see whether it is worth having.
 */
export const nowhere = 2 ** 31 - 1;

const pieceSize = 64 * 1024;

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const space = 0x20;

export class RecordScanner {
  count = 0;
  start = -1;
  closed = false;
  #piece: Buffer = Buffer.alloc(0);
  #depth = 0;
  #inString = false;
  #escaped = false;

  get inRecord(): boolean {
    return this.#depth > 0;
  }

  static *pieces(bytes: Buffer): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
  }

  load(piece: Buffer): void {
    this.#piece = piece;
    this.start = -1;
  }

  begin(at: number): void {
    this.start = at;
    this.#depth = 1;
  }

  read(from: number, end: number, until: number): number {
    const bytes = this.#piece;
    let [depth, inString, escaped] = [this.#depth, this.#inString, this.#escaped];
    let at = from;
    this.closed = false;
    for (; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) inString = false;
      } else if (byte === quote) inString = true;
      else if (byte === openBrace || byte === openBracket) {
        if (depth === 0) {
          if (byte === openBracket) break;
          this.start = at;
        }
        depth += 1;
      } else if (byte === closeBrace || byte === closeBracket) {
        if (depth === 0) break;
        depth -= 1;
        if (depth > 0) continue;
        this.count += 1;
        if (at <= until) continue;
        at += 1;
        this.closed = true;
        break;
      } else if (depth === 0 && byte !== comma && byte > space) break;
    }
    [this.#depth, this.#inString, this.#escaped] = [depth, inString, escaped];
    return at;
  }

  find(wanted: Buffer, from: number): number {
    const at = this.#piece.indexOf(wanted, from);
    return at < 0 ? nowhere : at;
  }
}
