/**
 * node-fetch uses Node's global agent, which keeps connections for later requests. AWS Lambda freezes the connector's
 * process between two runs; meanwhile the service or a proxy closes idle connections, and a request that the
 * next run writes to one of them fails. That request may be an order. So every request gets a new connection.
 *
 * Remove this when Zapier no longer freezes processes between runs. frozen_process.test.ts simulates a frozen process.
 */
import http from 'node:http';
import https from 'node:https';

/** Returns options for a request. node-fetch also takes a function that picks the agent by URL; the types of zapier-platform-core do not. */
export function connectionOptions(options: http.AgentOptions = {}): Record<string, unknown> {
  const httpAgent = new http.Agent({ ...options, keepAlive: false });
  const httpsAgent = new https.Agent({ ...options, keepAlive: false });
  return { agent: ({ protocol }: URL): http.Agent => (protocol === 'https:' ? httpsAgent : httpAgent) };
}

export const freshConnection = connectionOptions();
