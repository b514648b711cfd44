/**
 * Reads a body that is too large to hold, chunk by chunk. It frees each chunk's memory when it is done with: the garbage
 * collector goes by how small a chunk is in its own heap, and would let tens of megabytes of them pile up.
 */
import { finished } from 'node:stream';

/**
 * Calls `take` with each chunk until it returns false; a promise pauses the body. It listens to events, because
 * zapier-platform-core tracks every async operation, and a `for await` makes several promises for each chunk.
 */
export const forEachChunk = (
  body: NodeJS.ReadableStream,
  take: (bytes: Uint8Array) => Promise<void> | false | undefined,
): Promise<void> =>
  new Promise((resolve, reject) => {
    finished(body, (error) => (error ? reject(error) : resolve()));
    const goOn = (bytes: Uint8Array) => {
      freeMemory(bytes);
      body.resume();
    };
    const onPiece = (piece: Uint8Array | string) => {
      try {
        const bytes = bytesOf(piece);
        const taken = take(bytes);
        if (taken === undefined) return freeMemory(bytes);
        body.pause();
        if (taken) return void taken.then(() => goOn(bytes), reject);
        resolve();
      } catch (error) {
        reject(error);
      }
      body.off('data', onPiece);
    };
    body.on('data', onPiece);
  });

const bytesOf = (piece: Uint8Array | string): Uint8Array =>
  typeof piece === 'string' ? Buffer.from(piece) : piece;

/** Frees the memory of a chunk that nobody uses again, unless it is part of a larger buffer. Node 20 cannot do so. */
function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== byteLength) return;
  if ('transfer' in buffer) buffer.transfer(0);
}
