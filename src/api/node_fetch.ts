/**
 * Workarounds for node-fetch 2, the HTTP client of zapier-platform-core, and for how Zapier runs it. Each part says why it exists
 * and when it can be removed.
 */
import { subscribe } from 'node:diagnostics_channel';
import http, { ClientRequest, IncomingMessage } from 'node:http';
import https from 'node:https';
import { finished, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { isPlainObject } from '../text/values.ts';

// Fresh connections. node-fetch uses Node's global agent, which keeps connections for later requests. AWS Lambda freezes the
// connector's process between two runs; meanwhile the service or a proxy closes idle connections, and a request that the next run
// writes to one of them fails. That request may be an order. So every request gets a new connection.
//
// Remove this when Zapier no longer freezes processes between runs. frozen_process.test.ts simulates a frozen process.

/**
 * Returns an agent for one request. node-fetch also accepts a function, but zapier-platform-core sets an option of the agent if a run
 * does not verify certificates. The agent is never reused, so that this option does not outlive the run.
 */
export function makeAgent(url: string, options: http.AgentOptions = {}): http.Agent {
  const { Agent } = new URL(url).protocol === 'https:' ? https : http;
  return new Agent({ ...options, keepAlive: false });
}

// Truncated responses. If a connection ends in the middle of a response, node-fetch 2 notices only if the response is chunked. If its
// length is known, node-fetch waits for the rest until the timeout. So the `error` event of the request, which node-fetch handles, is
// emitted here.
//
// Upstream: `res.pipe(new PassThrough())` in node-fetch 2.7.0 forwards no errors; https://github.com/node-fetch/node-fetch/issues/1576.
// Remove this when zapier-platform-core no longer uses node-fetch 2; truncated_response.test.ts then fails.

/** Makes truncated responses fail immediately. */
export const detectTruncatedResponses = (): void =>
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = isPlainObject(message) ? message : {};
    if (!(request instanceof ClientRequest && response instanceof IncomingMessage)) return;
    response.once('close', () => {
      if (response.complete || request.listenerCount('error') === 0) return;
      const error = new Error('The connection ended in the middle of the response');
      request.emit('error', Object.assign(error, { code: 'ECONNRESET' }));
    });
  });

// Compressed bodies. node-fetch 2 accepts a gzip body that breaks off as if it were complete: half a list would count as whole. So
// streamed bodies are requested with `compress: false` and decompressed here.
//
// Upstream: `finishFlush: Z_SYNC_FLUSH` in node-fetch 2.7.0. Remove this when zapier-platform-core no longer uses node-fetch 2.

/** Returns the decompressed body, a stream that fails if the compressed data has no end. Other encodings, such as `utf-8`, stay. */
export async function decompress(
  body: NodeJS.ReadableStream,
  encoding: string | undefined,
): Promise<NodeJS.ReadableStream> {
  const decoder = await makeDecoder(body, encoding?.trim().toLowerCase());
  // The returned stream reports the errors. Without a callback, `pipeline` would throw them.
  return decoder ? pipeline(body, decoder, () => undefined) : body;
}

async function makeDecoder(body: NodeJS.ReadableStream, encoding: string | undefined) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  if (encoding !== 'deflate') return undefined;
  // Some servers leave out the header of zlib, whose first byte ends in 8.
  const [first = 8] = await peek(body, 1);
  return (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

/** Returns the first bytes of a stream, fewer if it ends before, and puts them back. */
export const peek = (stream: NodeJS.ReadableStream, length: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const stopWaiting = finished(stream, (error) => (error ? reject(error) : resolve(Buffer.alloc(0))));
    stream.on('readable', function read() {
      // `read` returns null until there are as many bytes, or the stream has ended.
      const head: string | Buffer | null = stream.read(length);
      if (head === null) return;
      stopWaiting();
      stream.off('readable', read);
      stream.unshift(head);
      resolve(Buffer.from(head));
    });
  });
