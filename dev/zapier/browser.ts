/** A minimal browser for OAuth pages: follows redirects, keeps cookies and submits forms. Runs no scripts. */
import { type HTMLElement, parse } from 'node-html-parser';

export interface Page {
  url: string;
  status: number;
  /** The visible text. */
  text: string;
  html: string;
}

export interface Browser {
  /** The current page. */
  readonly page: Page;
  open(url: string): Promise<Page>;
  /**
   * Fills in the form that has this button and submits it.
   * @param values by field name
   * @throws if there is no such button or field; the message has the page's text
   */
  press(button: string | RegExp, values?: Record<string, string>): Promise<Page>;
}

/**
 * Opens a browser with no cookies.
 * @param stopAt returns whether to stop at a URL without requesting it, such as a redirect URI without a server; the
 * page then has that URL and no text
 */
export function openBrowser(stopAt: (url: URL) => boolean = () => false): Browser {
  const cookies = new Map<string, Map<string, string>>();
  let page: Page = { url: 'about:blank', status: 0, text: '', html: '' };

  async function load(url: URL, init: RequestInit = {}): Promise<Page> {
    for (let hop = 0; hop < 20; hop += 1) {
      if (stopAt(url)) {
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
        page = { url: url.href, status: response.status, text: visibleText(parse(html)), html };
        return page;
      }
      await response.body?.cancel();
      url = new URL(location, url);
      // Like browsers, follow the redirect after a form with GET, unless it is 307 or 308.
      if (response.status !== 307 && response.status !== 308) init = {};
    }
    throw new Error(`Too many redirects, last to ${url.href}.`);
  }

  function keepCookies(origin: string, setCookies: readonly string[]): void {
    const jar = cookies.get(origin) ?? new Map<string, string>();
    cookies.set(origin, jar);
    for (const line of setCookies) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      const name = pair.slice(0, at);
      const isExpired = attributes.some((attribute) => /^max-age=(0|-\d+)$/i.test(attribute));
      if (isExpired) jar.delete(name);
      else jar.set(name, pair.slice(at + 1));
    }
  }

  return {
    get page() {
      return page;
    },
    open: (url) => load(new URL(url)),
    async press(button, values = {}) {
      const { form, pressed } = findButton(parse(page.html), button, page);
      const fields = new URLSearchParams(submittedFields(form, pressed));
      for (const [name, value] of Object.entries(values)) {
        if (!fields.has(name))
          throw new Error(`The form at ${page.url} has no field "${name}". ${page.text}`);
        fields.set(name, value);
      }
      const action = new URL(form.getAttribute('action') || page.url, page.url);
      if ((form.getAttribute('method') ?? 'get').toLowerCase() !== 'post') {
        action.search = fields.toString();
        return load(action);
      }
      const origin = new URL(page.url).origin;
      return load(action, { method: 'POST', body: fields, headers: { Origin: origin, Referer: page.url } });
    },
  };
}

const visibleText = (root: HTMLElement): string => {
  for (const hidden of root.querySelectorAll('head, style, script')) hidden.remove();
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
    `The page at ${page.url} (status ${page.status}) has no button "${name}". Its text: ${page.text}`,
  );
}

/** Returns the fields that a browser submits: their values, checked boxes and the pressed button. */
function submittedFields(form: HTMLElement, pressed: HTMLElement): [string, string][] {
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
