/** Zapier's checks of the authentication. */
import { type App, allInputFields, authFields } from './app.ts';
import type { Problem } from './problem.ts';

/** Input fields do not ask for credentials, which belong in the connection. */
export const D001 = (app: App): Problem[] =>
  allInputFields(app)
    .filter(
      ({ field: { key, type } }) =>
        type === 'password' ||
        /(^|_)(api_?(key|token|secret)|access_token|auth_token|user_password|password|client_secret|credentials?)$/i.test(
          key,
        ),
    )
    .map(({ path }) => ({ where: path, problem: 'asks for a credential; use the connection’s instead' }));

/** The help text of each field of the connection form links to the page where its value can be found. */
export const D002 = (app: App): Problem[] =>
  authFields(app)
    .filter(
      ({ field: { helpText = '', type } }) =>
        type !== 'copy' && !/\[[^\]]+\]\(https:\/\/[^)\s]+\)/.test(helpText),
    )
    .map(({ path }) => ({
      where: path,
      problem: 'has no Markdown link in its help text to the page where the value can be found',
    }));

/** The connection label differs between accounts and contains no secret. */
export function D003(app: App): Problem[] {
  const where = 'authentication.connectionLabel';
  if (!app.authentication) return [];
  const label = app.authentication.connectionLabel ?? '';
  // The definition does not say what a function returns.
  if (label.startsWith('$func$')) return [];
  const placeholders = [...label.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name = '']) => name);
  if (placeholders.length === 0)
    return [
      { where, problem: `is "${label}" for every account; use a value that the authentication test returns` },
    ];
  const secret = placeholders.find((name) => /token|api_?key|password|secret/i.test(name));
  if (secret) return [{ where, problem: `shows the secret {{${secret}}}` }];
  return label.length > 80 ? [{ where, problem: 'is longer than 80 characters' }] : [];
}

/** A field for the domain of the user's server restricts what can be entered. */
export const D026 = (app: App): Problem[] =>
  authFields(app)
    .filter(({ field: { key, choices } }) => /domain|host|base_?url|instance/i.test(key) && !choices)
    .filter(({ field }) => typeof field.inputFormat !== 'string')
    .map(({ path }) => ({
      where: path,
      problem:
        'accepts any domain; add an inputFormat or choices, and validate the value, for example by /^[a-z0-9-]+$/',
    }));
