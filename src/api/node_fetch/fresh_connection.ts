/**
 * node-fetch uses Node's global agent, which keeps connections for later requests. AWS Lambda freezes the connector's
 * process between two runs; meanwhile the service or a proxy closes idle connections, and a request that the
 * next run writes to one of them fails. That request may be an order. So every request gets a new connection.
 *
 * Remove this when Zapier no longer freezes processes between runs. frozen_process.test.ts simulates a frozen process.
 */
import http from 'node:http';
import https from 'node:https';

/**
 * Returns an agent for one request. It is an object, although node-fetch also takes a function: zapier-platform-core sets an option
 * of it if a run does not verify certificates. It is never reused, so that this option does not outlive the run.
 */
export function freshAgent(url: string, options: http.AgentOptions = {}): http.Agent {
  const { Agent } = new URL(url).protocol === 'https:' ? https : http;
  return new Agent({ ...options, keepAlive: false });
}
