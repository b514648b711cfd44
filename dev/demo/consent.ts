/** The account owner's part in connecting an account: logs in on the service's own pages and allows or denies. */
import { openBrowser } from '@print-and-mail/zapier';

export interface Owner {
  email: string;
  password: string;
}

export const demoOwner: Owner = { email: 'demo@example.com', password: 'demo' };

/**
 * A way through the pages for `connect()`. It stops at the address where the service sends the browser back to, so
 * nothing has to listen there.
 * @param seen is told of each page on the way
 */
export const throughConsentPages =
  (
    { email, password }: Owner = demoOwner,
    decision: 'Allow' | 'Deny' = 'Allow',
    seen: (text: string) => void = () => {},
  ) =>
  async (authorizeUrl: string): Promise<string> => {
    const service = new URL(authorizeUrl).origin;
    const browser = openBrowser(({ origin }) => origin !== service);
    seen((await browser.open(authorizeUrl)).text);
    const answer = await browser.press('Log in', { email, password });
    seen(answer.text);
    // Whoever has allowed the same before is not asked again.
    const isAsked = new URL(answer.url).origin === service;
    const { url, text } = isAsked ? await browser.press(decision) : answer;
    if (new URL(url).origin === service)
      throw new Error(`The service did not send the browser back. It says: ${text}`);
    return url;
  };
