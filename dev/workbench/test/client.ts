/** A workbench on a sandbox, asked over HTTP as its page asks it. */
import { startSandbox } from '@print-and-mail/sandbox';
import { type LocalZapier, openBrowser, startLocalZapier } from '@print-and-mail/zapier';
import * as zod from 'zod';
import { demoUser } from '../../demo/browser_consent.ts';
import { Control } from '../../demo/control.ts';
import { workbenchSettings } from '../accounts/sandbox_client.ts';
import { startWorkbench, type Workbench } from '../server.ts';

const authorize = zod.object({ authorizeUrl: zod.string() });

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: The JSON has any shape. A test fails if it is not the expected one.
  body: any;
  headers: Headers;
}

/** A request of the workbench's own page. */
export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** @param heard receives the text of every response */
export const pageOf =
  ({ url }: Workbench, heard: (text: string) => void = () => {}): Send =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        Origin: url,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    });
    const text = await response.text();
    heard(`${text}\n${[...response.headers].join('\n')}`);
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };

export interface TestWorkbench {
  workbench: Workbench;
  platform: LocalZapier;
  control: Control;
  /** Every answer so far, to look for what must never be in one. */
  answers: string[];
  send: Send;
  /** Through the pages that log in and ask. @param again the account to connect once more @returns where the browser ended */
  connect(decision?: 'Allow' | 'Deny', again?: string): Promise<URL>;
  /** The service lets the account in no more that was used last. */
  lockOut(): Promise<void>;
  close(): Promise<void>;
}

export async function startTestWorkbench(environment: Record<string, string> = {}): Promise<TestWorkbench> {
  const sandbox = await startSandbox({ port: 0 });
  const platform = await startLocalZapier({
    processes: 2,
    environment: { ...workbenchSettings(sandbox.url), ...environment },
    now: sandbox.now,
  });
  const workbench = await startWorkbench({ port: 0, platform, sandboxUrl: sandbox.url, pollSeconds: 3600 });
  const answers: string[] = [];
  const send = pageOf(workbench, (text) => answers.push(text));
  const control = new Control(sandbox.url);
  return {
    workbench,
    platform,
    control,
    answers,
    send,
    async connect(decision = 'Allow', again = undefined) {
      const path = again === undefined ? '/api/accounts' : `/api/accounts/${again}/connect`;
      const { authorizeUrl } = authorize.parse((await send('POST', path)).body);
      const browser = openBrowser((url) => url.origin === workbench.url && url.pathname === '/');
      await browser.open(authorizeUrl);
      await browser.press('Log in', { ...demoUser });
      return new URL((await browser.press(decision)).url);
    },
    async lockOut() {
      const tokens = platform.runs.map(({ bundle }) => bundle.authData?.access_token);
      await control.revoke(tokens.findLast((token) => token !== undefined) ?? '');
    },
    async close() {
      await workbench.close();
      await platform.close();
      await sandbox.close();
    },
  };
}
