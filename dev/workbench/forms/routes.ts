/** What the fields of steps need: the choices of dropdowns, and files. */
import { readFile } from 'node:fs/promises';
import { newsletterPdf } from '@print-and-mail/sandbox';
import { fetchChoices, type LocalZapier } from '@print-and-mail/zapier';
import { Hono } from 'hono';
import * as zod from 'zod';
import type { Accounts } from '../accounts/accounts.ts';
import { readJson } from '../http/request_body.ts';
import type { ChoicesPage } from '../protocol.ts';
import type { Zaps } from '../zaps/zaps.ts';
import { serveFile, storeUpload } from './files.ts';

const choicesRequest = zod.strictObject({
  kind: zod.enum(['triggers', 'searches', 'creates']),
  key: zod.string(),
  field: zod.string(),
  account: zod.string(),
  values: zod.record(zod.string(), zod.unknown()),
  zap: zod.string(),
  step: zod.string(),
  pagingToken: zod.string().optional(),
});

interface FormRoutesOptions {
  platform: LocalZapier;
  accounts: Accounts;
  zaps: Zaps;
}

export function formRoutes({ platform, accounts, zaps }: FormRoutesOptions): Hono {
  const app = new Hono();

  app.post('/api/choices', async (c) => {
    const { kind, key, field, account, values, zap, step, pagingToken } = await readJson(c, choicesRequest);
    const page: ChoicesPage = await fetchChoices(platform, kind, {
      key,
      field,
      inputData: zaps.find(zap).resolveWithSamples(step, values),
      connection: accounts.find(account),
      ...(pagingToken === undefined ? {} : { pagingToken }),
    });
    return c.json(page);
  });
  app.post('/api/uploads', async (c) =>
    c.json({ url: await storeUpload(platform, c.req.query('filename') ?? '', c.req.raw.body) }),
  );
  app.get('/api/files/:folder{files|hydrate}/:id{[0-9a-f-]+}/:name?', (c) =>
    serveFile(platform, c.req.param('folder'), c.req.param('id')),
  );
  app.get('/examples/newsletter.pdf', async (c) =>
    c.body(new Uint8Array(await readFile(newsletterPdf)), 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'inline; filename="newsletter.pdf"',
    }),
  );
  app.get('/examples/:name{(?:donors|birthdays)\\.csv}', async (c) =>
    c.body(await readFile(new URL(`../examples/${c.req.param('name')}`, import.meta.url), 'utf8'), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${c.req.param('name')}"`,
    }),
  );
  return app;
}
