/** A real browser for the tests of the pages: Chromium from npm, without a window, and an accessibility check in it. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import chromium from '@sparticuz/chromium';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import * as zod from 'zod';

export type { Browser, Page };

export async function openChromium(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args,
    headless: true,
  });
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
  await page.evaluate(await readFile(axeFile, 'utf8'));
  const report = await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(rules)} })`);
  return axeReport
    .parse(report)
    .violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
    );
}
