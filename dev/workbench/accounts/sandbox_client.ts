/** The workbench as an OAuth client of the sandbox. */
import { HttpError } from '../http/http_error.ts';

const client = { id: 'workbench-client', secret: 'workbench-secret', name: 'Zapier Workbench' };

/** The connector's settings for a workbench on this sandbox. */
export const workbenchSettings = (sandboxUrl: string): Record<string, string> => ({
  BASE_URL: sandboxUrl,
  AUTH_URL: sandboxUrl,
  CLIENT_ID: client.id,
  CLIENT_SECRET: client.secret,
});

/**
 * Registers the redirect URL before each connection: the port is only known once the workbench listens, and a reset
 * sandbox has forgotten it.
 */
export async function registerCallback(sandboxUrl: string, callback: string): Promise<void> {
  const { id, ...registration } = client;
  const response = await fetch(`${sandboxUrl}/sandbox/clients/${id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...registration, callback }),
  }).catch(() => undefined);
  if (!response) throw new HttpError(409, `The sandbox at ${sandboxUrl} is not responding. Start it again.`);
  if (!response.ok)
    throw new HttpError(
      409,
      `The sandbox could not register the workbench (${response.status}): ${await response.text()}`,
    );
}
