/**
 * node-fetch 2, zapier-platform-core's HTTP client, does not notice when a connection ends in the middle of a response
 * whose length is known: it waits for the rest until the timeout. It notices only for chunked responses. This module emits
 * the `error` event of the request, which node-fetch handles.
 *
 * Upstream: `res.pipe(new PassThrough())` in node-fetch 2.7.0 forwards no errors; https://github.com/node-fetch/node-fetch/issues/1576.
 * Remove this when zapier-platform-core no longer uses node-fetch 2; truncated_response.test.ts then fails.
 */
import { subscribe } from 'node:diagnostics_channel';
import { ClientRequest, IncomingMessage } from 'node:http';

export class TruncatedResponseError extends Error {
  readonly code = 'ECONNRESET';
  constructor() {
    super('The connection ended in the middle of the response');
  }
}

/** Makes truncated responses fail immediately. */
export const detectTruncatedResponses = (): void =>
  subscribe('http.client.response.finish', (message) => {
    if (typeof message !== 'object' || message === null) return;
    if (!('request' in message && message.request instanceof ClientRequest)) return;
    if (!('response' in message && message.response instanceof IncomingMessage)) return;
    const { request, response } = message;
    response.once('close', () => {
      if (!response.complete && request.listenerCount('error') > 0)
        request.emit('error', new TruncatedResponseError());
    });
  });
