/** Loaded before the connector: tells the network which process sends a request, so that it can kill that process. */
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

subscribe('http.client.request.created', (message) => {
  (message as { request: ClientRequest }).request.setHeader('x-process', process.pid);
});
