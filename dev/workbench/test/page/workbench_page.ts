/** The workbench's page in a real browser, for the tests of the page; run by `npm run test:pages`. */
import { expect } from '@jest/globals';
import { type Browser, type Locator, type Look, openPage, type Page } from '../../../ui/test/chromium.ts';
import type { PlannedStep } from '../../protocol.ts';
import { startTestWorkbench, type TestWorkbench } from '../client.ts';

/** A tab on the workbench, and what it asked of anybody but this machine or did wrong. */
export interface Tab {
  page: Page;
  strays: string[];
  close(): Promise<void>;
}

export async function openTab(
  browser: Browser,
  { workbench: { url } }: TestWorkbench,
  look: Look = {},
): Promise<Tab> {
  const { page, close } = await openPage(browser, look);
  page.setDefaultTimeout(15_000);
  const strays: string[] = [];
  page.on('request', (request) => {
    if (!/^(?:http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) strays.push(request.url());
  });
  page.on('pageerror', (error) => strays.push(`${error.stack}`));
  page.on('console', (message) => {
    // The page shows a refused request with a message; the browser also logs its status.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) strays.push(message.text());
  });
  await page.goto(url);
  return { page, strays, close };
}

/** Workbench with an account that is already connected, by its id. */
export async function startConnectedWorkbench(): Promise<{ bench: TestWorkbench; account: string }> {
  const bench = await startTestWorkbench();
  const account = (await bench.connect()).searchParams.get('connected');
  if (account === null) throw new Error('The account is not connected.');
  return { bench, account };
}

/** Makes a Zap through the API, so that a test starts where it has something to test. @returns its id */
export async function makeZap(
  bench: TestWorkbench,
  account: string,
  steps: PlannedStep[],
  name = 'A Zap',
): Promise<string> {
  const { status, body } = await bench.send('POST', '/api/zaps', { plan: { name, steps }, account });
  expect(status).toBeLessThan(300);
  return body.id;
}

/** Goes to a Zap's page and opens the step at a place, counted from 1. */
export async function openStep(page: Page, zap: string, place: number): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#/zaps/${zap}`);
  const head = page.locator('.step-head').nth(place - 1);
  await head.waitFor();
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  await page.locator('.step.open .step-fields, .step.open .form-field').first().waitFor();
}

/**
 * Returns the value of a field as soon as it matches, or its value at the timeout. The page's content security policy lets
 * Playwright's `waitForFunction` check only once.
 */
export async function settledValue(field: Locator, wanted: RegExp): Promise<string> {
  const end = performance.now() + 15_000;
  for (;;) {
    const value = await field.inputValue();
    if (wanted.test(value) || performance.now() > end) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What the server has of a step's values, after everything typed so far is saved. */
export async function savedStep(
  page: Page,
  bench: TestWorkbench,
  zap: string,
  place: number,
): Promise<unknown> {
  await page.getByText('Saved', { exact: true }).waitFor();
  const { body } = await bench.send('GET', '/api/state');
  const state: { zaps: { id: string; plan: { steps: unknown[] } }[] } = body;
  return state.zaps.find(({ id }) => id === zap)?.plan.steps[place - 1];
}

export const aForm: PlannedStep = {
  id: '1',
  kind: 'form',
  fields: [
    { key: 'name', label: 'Name', example: 'Ada Lovelace' },
    { key: 'city', label: 'City', example: 'London' },
  ],
};

/** Turns the open Zap on, and confirms that steps of it are not tested. */
export async function turnOnUntested(page: Page): Promise<void> {
  await page.getByRole('switch').press('Space');
  await page.getByRole('button', { name: 'Turn on', exact: true }).press('Enter');
}
