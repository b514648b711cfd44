/** The workbench as an application of the sandbox: which client it is, and where its users' browsers come back to. */
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
 * The service sends browsers back to the address that is registered with the client and to no other. This one's port is
 * known only when the workbench has started, and a sandbox that was reset has forgotten it.
 */
export async function registerCallback(sandboxUrl: string, callback: string): Promise<void> {
  const { id, ...registration } = client;
  const answer = await fetch(`${sandboxUrl}/sandbox/clients/${id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...registration, callback }),
  }).catch(() => undefined);
  if (!answer) throw new HttpError(409, `The sandbox does not answer at ${sandboxUrl}. Start it again.`);
  if (!answer.ok)
    throw new HttpError(
      409,
      `The sandbox did not register the workbench (${answer.status}): ${await answer.text()}`,
    );
}
