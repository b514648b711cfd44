/**
 * A real browser for the tests of the pages: Chromium from npm, without a window, and an accessibility check in it.
 *
 * The package unpacks its browser into the temporary folder as soon as it is asked, which two test files at the same time
 * must not do. So it is unpacked beside the modules, once, in a folder that gets its name when it is whole.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import { type Browser, type Locator, type Page, chromium as playwright } from 'playwright-core';
import * as zod from 'zod';

export type { Browser, Locator, Page };

const run = promisify(execFile);
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const { version } = createRequire(import.meta.url)(join(modules, '@sparticuz/chromium/package.json'));

/**
 * What makes the package's browser another than people have: one process for everything, no walls between origins, and a
 * graphics card that is only imitated, which takes most of the time.
 */
const unlikeOthers = new Set([
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--disable-site-isolation-trials',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
]);

export async function openChromium(): Promise<Browser> {
  const folder = await unpackedChromium();
  const executablePath = join(folder, 'chromium');
  const env = { ...process.env, FONTCONFIG_PATH: join(folder, 'fonts'), HOME: folder };
  return playwright.launch({
    executablePath,
    args: [...chromium.args.filter((argument) => !unlikeOthers.has(argument)), '--disable-gpu'],
    headless: true,
    env: (await starts(executablePath)) ? env : { ...env, LD_LIBRARY_PATH: join(folder, 'al2023/lib') },
  });
}

export interface Look {
  width?: number;
  colorScheme?: 'light' | 'dark';
}

/**
 * A page that knows nobody yet. All pages of a browser share a process, which is what takes long to start; so what one
 * leaves behind goes when it is closed with the function that comes with it.
 */
export async function openPage(
  browser: Browser,
  { width = 1280, colorScheme = 'light' }: Look = {},
): Promise<{ page: Page; close(): Promise<void> }> {
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  return {
    page,
    async close() {
      await page.close();
      await context.clearCookies();
    },
  };
}

/** Whether the machine has the libraries that the browser needs; else those which come with it are used. */
const starts = (executable: string): Promise<boolean> =>
  run(executable, ['--version']).then(
    () => true,
    () => false,
  );

async function unpackedChromium(): Promise<string> {
  const folder = join(modules, '.cache', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(join(modules, '.cache'), { recursive: true });
  const fresh = await mkdtemp(`${folder}-`);
  const unpack = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  await run(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: join(modules, '..'),
    // As on the machines that the package is made for, so that it unpacks its libraries too.
    env: { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  });
  // Its own list of folders is that of those machines.
  await writeFile(
    join(fresh, 'fonts/fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(folder, 'fonts')}</dir><dir>/usr/share/fonts</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`,
  );
  try {
    await rename(fresh, folder);
  } catch (error) {
    await rm(fresh, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const axeReport = zod.object({
  violations: zod.array(
    zod.object({
      id: zod.string(),
      help: zod.string(),
      nodes: zod.array(zod.object({ target: zod.array(zod.unknown()) })),
    }),
  ),
});

/** What axe finds wrong on the page as it is now, a line each: the rule, what it means and where. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await readFile(axeFile, 'utf8'));
  // What has gone half under the head that stays would be found too small to be touched.
  await page.evaluate('scrollTo(0, 0)');
  // Only what is wrong comes over: the rest is long.
  const report = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], runOnly: ${JSON.stringify(rules)} }).then(({ violations }) => ({ violations }))`,
  );
  return axeReport
    .parse(report)
    .violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
    );
}
