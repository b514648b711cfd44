import { parse } from 'node-html-parser';
import type { Answer, ServiceClient } from '../service_client.ts';

/** A browser without JavaScript: follows redirects within the sandbox, fills in and submits forms. */
export class Person {
  readonly #service: ServiceClient;
  #cookie = '';
  page: Answer | undefined;

  constructor(service: ServiceClient) {
    this.#service = service;
  }

  /** @returns the URL of a redirect that leaves the sandbox */
  async go(method: string, path: string, form?: URLSearchParams): Promise<URL | undefined> {
    const headers = {
      ...(this.#cookie ? { Cookie: this.#cookie } : {}),
      ...(form ? { 'Content-Type': 'application/x-www-form-urlencoded', Origin: this.#service.url } : {}),
    };
    const answer = await this.#service.send(method, path, {
      headers,
      ...(form ? { body: String(form) } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) this.#cookie = cookie.split(';', 1)[0] ?? '';
    const location = answer.headers.get('location');
    if (location === null) {
      this.page = answer;
      return undefined;
    }
    const target = new URL(location, this.#service.url);
    if (target.origin !== this.#service.url) return target;
    return this.go('GET', target.pathname + target.search);
  }

  /** Fills in the page's form and presses the button with this label. */
  async press(label: string, fill: Record<string, string> = {}): Promise<URL | undefined> {
    const root = parse(String(this.page?.body));
    const form = root
      .querySelectorAll('form')
      .find((each) => each.querySelectorAll('button').some((button) => button.text === label));
    const button = form?.querySelectorAll('button').find(({ text }) => text === label);
    if (!form || !button) throw new Error(`The page has no button ${label}: ${root.text}`);
    const values = new URLSearchParams();
    for (const input of form.querySelectorAll('input')) {
      const name = input.getAttribute('name') ?? '';
      values.append(name, fill[name] ?? input.getAttribute('value') ?? '');
    }
    const name = button.getAttribute('name');
    if (name !== undefined) values.append(name, button.getAttribute('value') ?? '');
    return this.go('POST', form.getAttribute('action') ?? '', values);
  }

  async logIn(email = 'demo@example.com', password = 'demo'): Promise<URL | undefined> {
    return this.press('Log in', { email, password });
  }
}
