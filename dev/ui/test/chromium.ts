/**
 * Headless Chromium from npm for the tests of the pages, with an accessibility check.
 *
 * The npm package unpacks the browser into the temporary folder on first use, where two test files would get in each
 * other's way. So it is unpacked once into node_modules, in a folder that is renamed when it is complete.
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
 * Arguments of the package that make the browser differ from users' browsers: a single process, no isolation of
 * origins, and software rendering of the GPU, which is slow.
 */
const unwantedArguments = new Set([
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
    args: [...chromium.args.filter((argument) => !unwantedArguments.has(argument)), '--disable-gpu'],
    headless: true,
    env: (await starts(executablePath)) ? env : { ...env, LD_LIBRARY_PATH: join(folder, 'al2023/lib') },
  });
}

export interface Look {
  width?: number;
  colorScheme?: 'light' | 'dark';
}

/**
 * Opens a page without cookies. All pages share one browser context, because starting one is slow; `close` removes what
 * the page has stored.
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

/** Returns whether the machine has the libraries the browser needs; if not, the package's own are used. */
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
    // Makes the package unpack its libraries too, as on AWS Lambda.
    env: { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  });
  // The package's font configuration has the folders of AWS Lambda.
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

/** Runs axe on the page and returns one line per problem: the rule, its explanation and the elements. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await readFile(axeFile, 'utf8'));
  // Elements partly covered by the sticky header would be reported as too small to touch.
  await page.evaluate('scrollTo(0, 0)');
  // Transfers only the violations; the full report is large.
  const report = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], runOnly: ${JSON.stringify(rules)} }).then(({ violations }) => ({ violations }))`,
  );
  return axeReport
    .parse(report)
    .violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
    );
}
