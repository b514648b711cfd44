/**
 * A person's browser, as far as connecting an account needs one: cookies, redirects, and forms filled in by the names
 * of their fields and sent by the words on their buttons. It runs no scripts, which such pages must do without.
 */
import { type HTMLElement, parse } from 'node-html-parser';

export interface Page {
  url: string;
  status: number;
  /** The words of the page, for whoever wants to know where the way ended. */
  text: string;
  html: string;
}

export interface Browser {
  /** The page one is on. */
  readonly page: Page;
  open(url: string): Promise<Page>;
  /**
   * Fills in and sends the form that has this button.
   * @param values by the field's name
   * @throws a sentence with the page's words when there is no such button
   */
  press(button: string | RegExp, values?: Record<string, string>): Promise<Page>;
}

/**
 * @param leaveAt an address that is not to be opened but to be stopped at, as a callback on which nobody listens; the
 * page is then that address with an empty text
 */
export function openBrowser(leaveAt: (url: URL) => boolean = () => false): Browser {
  const cookies = new Map<string, Map<string, string>>();
  let page: Page = { url: 'about:blank', status: 0, text: '', html: '' };

  async function go(url: URL, init: RequestInit = {}): Promise<Page> {
    for (let hop = 0; hop < 20; hop += 1) {
      if (leaveAt(url)) {
        page = { url: url.href, status: 0, text: '', html: '' };
        return page;
      }
      const headers = new Headers(init.headers);
      const jar = cookies.get(url.origin);
      if (jar?.size) headers.set('Cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
      const response = await fetch(url, { ...init, headers, redirect: 'manual' });
      keepCookies(url.origin, response.headers.getSetCookie());
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || !location) {
        const html = await response.text();
        page = { url: url.href, status: response.status, text: words(parse(html)), html };
        return page;
      }
      await response.body?.cancel();
      url = new URL(location, url);
      // After a form was sent, a browser follows the redirect by reading (307 and 308 aside).
      if (response.status !== 307 && response.status !== 308) init = {};
    }
    throw new Error(`The pages redirect in a circle, last to ${url.href}.`);
  }

  function keepCookies(origin: string, setCookies: readonly string[]): void {
    const jar = cookies.get(origin) ?? new Map<string, string>();
    cookies.set(origin, jar);
    for (const line of setCookies) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      const name = pair.slice(0, at);
      const gone = attributes.some((attribute) => /^max-age=(0|-\d+)$/i.test(attribute));
      if (gone) jar.delete(name);
      else jar.set(name, pair.slice(at + 1));
    }
  }

  return {
    get page() {
      return page;
    },
    open: (url) => go(new URL(url)),
    async press(button, values = {}) {
      const { form, pressed } = findButton(parse(page.html), button, page);
      const fields = new URLSearchParams(fieldsOf(form, pressed));
      for (const [name, value] of Object.entries(values)) {
        if (!fields.has(name))
          throw new Error(`The form at ${page.url} has no field "${name}". ${page.text}`);
        fields.set(name, value);
      }
      const action = new URL(form.getAttribute('action') || page.url, page.url);
      if ((form.getAttribute('method') ?? 'get').toLowerCase() !== 'post') {
        action.search = fields.toString();
        return go(action);
      }
      const origin = new URL(page.url).origin;
      return go(action, { method: 'POST', body: fields, headers: { Origin: origin, Referer: page.url } });
    },
  };
}

const words = (root: HTMLElement): string => {
  for (const silent of root.querySelectorAll('head, style, script')) silent.remove();
  return root.structuredText.replace(/\s*\n\s*/g, '\n').trim();
};

const labelOf = (button: HTMLElement): string =>
  (button.tagName === 'INPUT' ? (button.getAttribute('value') ?? '') : button.text).trim();

function findButton(root: HTMLElement, name: string | RegExp, page: Page) {
  for (const form of root.querySelectorAll('form')) {
    for (const pressed of form.querySelectorAll('button, input[type=submit]')) {
      const label = labelOf(pressed);
      if (typeof name === 'string' ? label === name : name.test(label)) return { form, pressed };
    }
  }
  throw new Error(
    `The page at ${page.url} (status ${page.status}) has no button ${name}. It says: ${page.text}`,
  );
}

/** What a browser would send for the form: values as they stand, checked boxes, and the button that was pressed. */
function fieldsOf(form: HTMLElement, pressed: HTMLElement): [string, string][] {
  return form.querySelectorAll('input, textarea, select, button').flatMap((field): [string, string][] => {
    const name = field.getAttribute('name');
    const type = field.getAttribute('type')?.toLowerCase();
    if (!name || field.hasAttribute('disabled')) return [];
    if (field.tagName === 'BUTTON' || type === 'submit') {
      return field === pressed ? [[name, field.getAttribute('value') ?? '']] : [];
    }
    if (type === 'checkbox' || type === 'radio') {
      return field.hasAttribute('checked') ? [[name, field.getAttribute('value') ?? 'on']] : [];
    }
    if (field.tagName === 'TEXTAREA') return [[name, field.text]];
    if (field.tagName === 'SELECT') {
      const chosen = field.querySelector('option[selected]') ?? field.querySelector('option');
      return chosen ? [[name, chosen.getAttribute('value') ?? chosen.text]] : [];
    }
    return [[name, field.getAttribute('value') ?? '']];
  });
}
