/**
 * `npm run screenshots`: takes the screenshots in `docs/images/`. Starts the sandbox and the workbench, and builds and
 * runs example Zaps in a browser.
 */
import { mkdir, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '@print-and-mail/sandbox';
import { startLocalZapier } from '@print-and-mail/zapier';
import { demoUser } from '../demo/browser_consent.ts';
import { Control } from '../demo/control.ts';
import { openChromium, type Page } from '../ui/test/chromium.ts';
import { workbenchSettings } from '../workbench/accounts/sandbox_client.ts';
import { startWorkbench } from '../workbench/server.ts';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const wide = { width: 1200, height: 800 };
const phone = { width: 375, height: 780 };
/** Larger images would make the README slow to load. */
const maxBytes = 200_000;

await mkdir(folder, { recursive: true });
const sandbox = await startSandbox({ port: 0 });
const platform = await startLocalZapier({ environment: workbenchSettings(sandbox.url), now: sandbox.now });
const workbench = await startWorkbench({ port: 0, platform, sandboxUrl: sandbox.url });
const control = new Control(sandbox.url);
const browser = await openChromium();
try {
  const context = await browser.newContext({ viewport: wide, reducedMotion: 'reduce', colorScheme: 'light' });
  const page = await context.newPage();
  await captureWorkbench(page);
  await captureConsole(page);
} finally {
  await browser.close();
  await workbench.close();
  await platform.close();
  await sandbox.close();
}

async function takeScreenshot(page: Page, name: string): Promise<void> {
  const path = `${folder}${name}.png`;
  await page.mouse.move(0, 0);
  await page.screenshot({ path });
  const { size } = await stat(path);
  if (size > maxBytes) throw new Error(`${name}.png has ${size} bytes; the limit is ${maxBytes}.`);
  process.stdout.write(`docs/images/${name}.png  ${Math.round(size / 1000)} kB\n`);
}

async function useExample(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
}

/** Notices disappear on their own, but not before the screenshot. */
async function dismissNotices(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: /^Dismiss/ });
  while ((await buttons.count()) > 0) await buttons.first().click();
}

/** Scrolls to an element, below the page's header. */
async function showFromTop(page: Page, selector: string): Promise<void> {
  await page.locator(selector).evaluate((element) => element.scrollIntoView());
  await page.mouse.wheel(0, -70);
  await page.waitForTimeout(200);
}

async function captureWorkbench(page: Page): Promise<void> {
  await page.goto(workbench.url);
  await page.getByRole('button', { name: 'Connect an account' }).first().click();
  await page.getByLabel('Email address').fill(demoUser.email);
  await page.getByLabel('Password').fill(demoUser.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('is connected').first().waitFor();

  await useExample(page, /^Use this Zap: Donors in a CSV file/);
  await page.getByRole('button', { name: 'Test step' }).click();
  await page.getByText('This was a preview.').waitFor();
  await dismissNotices(page);
  await showFromTop(page, '.step.open');
  await takeScreenshot(page, 'workbench-step');

  await page.getByRole('link', { name: 'Start' }).click();
  await useExample(page, /^Use this Zap: Form → thank-you letter/);
  await page.getByRole('button', { name: 'Test step' }).click();
  await page.getByText('This was a preview.').waitFor();
  await page.getByRole('switch').click();
  await page.getByRole('link', { name: 'Fill in the form' }).click();
  for (const [index, name] of ['Maria Miller', 'John Baker', 'Grace Kim', 'Hannah Weber'].entries()) {
    if (index === 1) await control.fault({ match: { path: '/v1/lists' }, then: { status: 500 } });
    if (index === 3) await control.clearFaults();
    await page.getByRole('form').getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Donation Number').fill(`donation-${2041 + index}`);
    await page.getByRole('button', { name: 'Submit form' }).click();
    await page
      .getByRole('link', { name: index === 1 || index === 2 ? /^Failed / : /^Done / })
      .first()
      .waitFor();
    await workbench.settled();
  }
  await page.getByRole('link', { name: /^Failed .*Grace Kim/ }).click();
  await page.getByRole('button', { name: 'Replay from failed step' }).click();
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await page.getByRole('link', { name: /^Mended by a replay/ }).waitFor();
  await page.getByRole('link', { name: /^Done .*Maria Miller/ }).click();
  await dismissNotices(page);
  await showFromTop(page, '.runs-total');
  await takeScreenshot(page, 'workbench-run');

  await page.getByRole('link', { name: 'Start' }).click();
  await useExample(page, /^Use this Zap: When a letter comes back/);
  await page.getByRole('button', { name: 'Test trigger' }).click();
  await page.getByText('An example of the event, with data from your account.').waitFor();
  await page.locator('.step-head').nth(2).click();
  await page.getByText('Contact ID from step 1').waitFor();

  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Insert data into Name' }).click();
  await page.getByRole('combobox', { name: 'Insert data into Name' }).waitFor();
  await showFromTop(page, '.step.open');
  await takeScreenshot(page, 'workbench-mapping-dark');
  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });

  await page.getByRole('switch').click();
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await page.getByText('This Zap is on.').waitFor();
  await page.getByRole('link', { name: /^Runs/ }).click();
  await page.getByText('No runs yet.').waitFor();
  await control.event('mail-returned', { contact_id: 'c-001-0003' });
  await page.getByRole('link', { name: /^Done A letter/ }).waitFor();
  await dismissNotices(page);
  await page.setViewportSize(phone);
  await takeScreenshot(page, 'workbench-phone');
  await page.setViewportSize(wide);
}

async function captureConsole(page: Page): Promise<void> {
  await page.goto(sandbox.url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await takeScreenshot(page, 'console');
  await page.goto(`${sandbox.url}/#/orders`);
  await page.getByRole('rowheader').getByRole('link').first().click();
  await page.getByRole('img', { name: /^Page 1: .*Dear/ }).waitFor();
  await takeScreenshot(page, 'console-order');
}
