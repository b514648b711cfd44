/** Logs in on the letter service's pages and allows or denies access, as a person would. */
import { openBrowser } from '@print-and-mail/zapier';

export interface Login {
  email: string;
  password: string;
}

/** The user of the sandbox's demo account. */
export const demoUser: Login = { email: 'demo@example.com', password: 'demo' };

/**
 * Returns a browser for `connectAccount`. It stops at the redirect back to Zapier, so no server needs to listen there.
 * @param onPage called with the text of each page
 */
export const giveConsent =
  (
    { email, password }: Login = demoUser,
    decision: 'Allow' | 'Deny' = 'Allow',
    onPage: (text: string) => void = () => {},
  ) =>
  async (authorizeUrl: string): Promise<string> => {
    const service = new URL(authorizeUrl).origin;
    const browser = openBrowser(({ origin }) => origin !== service);
    onPage((await browser.open(authorizeUrl)).text);
    const afterLogin = await browser.press('Log in', { email, password });
    onPage(afterLogin.text);
    // A user who allowed the same access before is redirected at once.
    const isAsked = new URL(afterLogin.url).origin === service;
    const { url, text } = isAsked ? await browser.press(decision) : afterLogin;
    if (new URL(url).origin === service) {
      throw new Error(`The letter service did not redirect back to Zapier. Its page says: ${text}`);
    }
    return url;
  };
