/** The responses of the OAuth pages: pages and redirects. */
import type { SandboxContext } from '../http/context.ts';
import type { Client } from '../store/records.ts';
import type { Page } from './pages.ts';

/** Sends a page that cannot be framed and whose forms can only lead here and back to the application. */
export async function showPage(
  c: SandboxContext,
  page: Page,
  status: 200 | 400 | 401 | 403,
  client?: Client,
): Promise<Response> {
  const formTargets = client ? `'self' ${new URL(client.callback).origin}` : "'none'";
  c.header(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      `form-action ${formTargets}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
  );
  c.header('X-Frame-Options', 'DENY');
  // With no-referrer, browsers send the forms with `Origin: null`, which the sandbox rejects.
  c.header('Referrer-Policy', 'same-origin');
  c.header('Cache-Control', 'no-store');
  return c.html(page, status);
}

/** Redirects to the client's registered callback. */
export function redirectToCallback(c: SandboxContext, client: Client, parameters: object): Response {
  const url = new URL(client.callback);
  for (const [name, value] of Object.entries(parameters))
    if (typeof value === 'string') url.searchParams.set(name, value);
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(url.href, 302);
}

/** Redirects to the same request by GET, so that reloading the page does not submit the form again. */
export const redirectToAuthorization = (c: SandboxContext, query: string): Response =>
  c.redirect(`/my/oauth/authorize?${new URLSearchParams(query)}`, 303);
