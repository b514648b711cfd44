/** Zapier's checks of how an account is connected. */
import { type App, allInputFields, authFields } from './app.ts';
import type { Problem } from './problem.ts';

/** Input fields must not ask for credentials: an account is connected once, not typed into every step. */
export const D001 = (app: App): Problem[] =>
  allInputFields(app)
    .filter(
      ({ field: { key, type } }) =>
        type === 'password' ||
        /(^|_)(api_?(key|token|secret)|access_token|auth_token|user_password|password|client_secret|credentials?)$/i.test(
          key,
        ),
    )
    .map(({ path }) => ({ where: path, problem: 'asks for a credential; let the connection carry it' }));

/** A field of the connection form tells, with a link, where its value is found. */
export const D002 = (app: App): Problem[] =>
  authFields(app)
    .filter(
      ({ field: { helpText = '', type } }) =>
        type !== 'copy' && !/\[[^\]]+\]\(https:\/\/[^)\s]+\)/.test(helpText),
    )
    .map(({ path }) => ({
      where: path,
      problem: 'its help text has no Markdown link to the page where the value is found',
    }));

/** The connection label tells one account from another and gives no secret away. */
export function D003(app: App): Problem[] {
  const where = 'authentication.connectionLabel';
  if (!app.authentication) return [];
  const label = app.authentication.connectionLabel ?? '';
  // A function's answer is known only when it runs.
  if (label.startsWith('$func$')) return [];
  const placeholders = [...label.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name = '']) => name);
  if (placeholders.length === 0)
    return [
      { where, problem: `is "${label}", the same for every account; use what the account test answers` },
    ];
  const secret = placeholders.find((name) => /token|api_?key|password|secret/i.test(name));
  if (secret) return [{ where, problem: `shows the secret {{${secret}}}` }];
  return label.length > 80 ? [{ where, problem: 'is too long to be read in a list of connections' }] : [];
}

/** Where users type the address of their own server, what they type is checked. */
export const D026 = (app: App): Problem[] =>
  authFields(app)
    .filter(({ field: { key, choices } }) => /domain|host|base_?url|instance/i.test(key) && !choices)
    .filter(({ field }) => typeof field.inputFormat !== 'string')
    .map(({ path }) => ({
      where: path,
      problem:
        'takes a domain as it is typed; give it an inputFormat or choices, and check it such as by /^[a-z0-9-]+$/',
    }));
