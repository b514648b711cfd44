/**
 * Bodies too large to be held, in pieces as they come: one way of looking at each, and one of passing them on. Both give
 * a piece's memory back when it is done with. The garbage collector would do so too, but it goes by how small a piece is
 * in its own heap, and lets tens of megabytes of them pile up.
 */
import { OutgoingMessage } from 'node:http';
import { finished } from 'node:stream';

/**
 * Gives `take` the pieces of a body as they come, until it returns false; its promise holds the body back meanwhile.
 * It listens to events because a `for await` makes some promises a piece, and the platform keeps a book of each promise.
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

/** Bytes on their way to the other end before the source is held back, and before it may go on. */
const most = 1024 * 1024;
const few = most / 2;

/**
 * A stream that goes out as the body of a request, piece by piece. The platform's client splits every stream into two
 * and throws one of them away; it spares only form data, which it knows by `getBoundary`. It never asks for the boundary
 * where a media type has been set.
 *
 * Pieces that come together go out together: each step costs several times as much inside a run of the platform, which
 * keeps a book of every step.
 */
export const asRequestBody = <Body extends NodeJS.ReadableStream>(body: Body) =>
  Object.assign(body, {
    getBoundary: () => '',
    pipe<Target extends NodeJS.WritableStream>(target: Target): Target {
      const held = target instanceof OutgoingMessage ? target : undefined;
      let isHeld = false;
      let underWay = 0;
      const release = () => {
        isHeld = false;
        if (!held?.writableEnded) held?.uncork();
      };
      body.on('data', (piece: Uint8Array | string) => {
        const bytes = bytesOf(piece);
        const { byteLength } = bytes;
        if (held && !isHeld) {
          isHeld = true;
          held.cork();
          setImmediate(release);
        }
        underWay += byteLength;
        target.write(bytes, (error?: Error | null) => {
          if (error) return;
          freeMemory(bytes);
          underWay -= byteLength;
          if (underWay < few && body.isPaused()) body.resume();
        });
        if (underWay >= most) body.pause();
      });
      body.on('end', () => target.end());
      return target;
    },
  });

const bytesOf = (piece: Uint8Array | string): Uint8Array =>
  typeof piece === 'string' ? Buffer.from(piece) : piece;

/**
 * Frees the memory of a piece that nobody looks at again; that of a part of something larger is left alone. Node 20 cannot
 * do so; there the garbage collector has to.
 */
function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== byteLength) return;
  if ('transfer' in buffer) buffer.transfer(0);
}
