/**
 * Reads a large body chunk by chunk, and frees the memory of each chunk after use. The garbage collector sees only the small
 * object of a chunk, not the memory behind it, and would let tens of megabytes pile up.
 */
import { finished } from 'node:stream';

/**
 * Calls `take` with each chunk until it returns false; if it returns a promise, reading pauses. Listens to events, because
 * zapier-platform-core tracks every async operation, and a `for await` makes several promises for each chunk.
 */
export const forEachChunk = (
  body: NodeJS.ReadableStream,
  take: (bytes: Uint8Array) => Promise<void> | false | undefined,
): Promise<void> =>
  new Promise((resolve, reject) => {
    /** The pending work on the last chunk, to wait for, because a paused stream may still end. */
    let work: Promise<void> | undefined;
    finished(body, (error) => (error ? reject(error) : resolve(work)));
    const resume = (bytes: Uint8Array) => {
      freeMemory(bytes);
      body.resume();
    };
    const onData = (bytes: Uint8Array) => {
      try {
        const taken = take(bytes);
        if (taken === undefined) return freeMemory(bytes);
        body.pause();
        if (taken) {
          work = taken;
          return void taken.then(() => resume(bytes), reject);
        }
        resolve();
      } catch (error) {
        reject(error);
      }
      body.off('data', onData);
    };
    body.on('data', onData);
  });

/** Frees the memory of a used chunk, unless it is part of a larger buffer. Does nothing on Node 20. */
function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== byteLength) return;
  if ('transfer' in buffer) buffer.transfer(0);
}
