/** Calls of the sandbox's control API, and of the letter service's own API on behalf of the selected account. */
import { messageOf, requestJson } from '../../../../ui/browser/requests.ts';
import { account, overview } from '../data/overview.ts';

export const callControlApi = <Result>(method: string, path: string, body?: unknown): Promise<Result> =>
  requestJson(method, `/sandbox${path}`, body);

/** Posts to the service's API as an app would, with an access token that is revoked afterwards. */
export async function postAsApp<Result>(scope: string, path: string, body: unknown): Promise<Result> {
  const { accounts = [], clients = [] } = overview.value ?? {};
  const [user] = accounts.find(({ id }) => id === account.value)?.users ?? [];
  const client = clients.find(({ trouble }) => trouble === null);
  if (user === undefined || !client)
    throw new Error('This needs an account with a user and an app that is allowed to connect.');
  const { access_token: accessToken } = await callControlApi<{ access_token: string }>('POST', '/tokens', {
    user,
    client: client.id,
    scopes: [scope],
  });
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The service returned an error (${response.status}): ${text}`);
    return JSON.parse(text);
  } finally {
    await callControlApi('DELETE', `/tokens/${encodeURIComponent(accessToken)}`).catch((error: unknown) =>
      console.warn(messageOf(error)),
    );
  }
}
