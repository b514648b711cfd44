/** The fields of steps: forms, dropdowns and files. */
import { readFile } from 'node:fs/promises';
import { newsletterPdf } from '@print-and-mail/sandbox';
import {
  type Connection,
  type Definition,
  fetchInputFields,
  findOperation,
  type LocalZapier,
} from '@print-and-mail/zapier';
import { Hono } from 'hono';
import * as zod from 'zod';
import type { Accounts } from '../accounts/accounts.ts';
import { HttpError } from '../http/http_error.ts';
import { readJson } from '../http/request_body.ts';
import type { FieldsRequest, InputForm, Values } from '../protocol.ts';
import type { Zaps } from '../zaps/zaps.ts';
import { loadChoices } from './choices.ts';
import { serveFile, storeUpload } from './files.ts';

const fieldsRequest = zod.strictObject({
  kind: zod.enum(['triggers', 'searches', 'creates']),
  key: zod.string(),
  account: zod.string().optional(),
  values: zod.record(zod.string(), zod.unknown()),
  zap: zod.string().optional(),
  step: zod.string().optional(),
});
const choicesRequest = fieldsRequest.extend({
  field: zod.string(),
  pagingToken: zod.string().optional(),
  search: zod.string().optional(),
});

interface FormRoutesOptions {
  platform: LocalZapier;
  definition: Definition;
  accounts: Accounts;
  zaps: Zaps;
}

export function formRoutes({ platform, definition, accounts, zaps }: FormRoutesOptions): Hono {
  const app = new Hono();
  const connectionFor = (account: string | undefined): Connection | undefined =>
    account === undefined ? undefined : accounts.find(account);
  const resolveValues = ({ zap, step, values }: FieldsRequest): Values =>
    zap === undefined ? values : zaps.find(zap).resolveWithSamples(step, values);

  app.post('/api/fields', async (c) => {
    const request = await readJson(c, fieldsRequest);
    const { kind, key, account } = request;
    const { operation } = await orRespondNotFound(() => findOperation(definition, kind, key));
    const connection = connectionFor(account);
    const form: InputForm = {
      fields: await fetchInputFields(platform, kind, {
        key,
        inputData: resolveValues(request),
        ...(connection ? { connection } : {}),
      }),
      groups: operation.inputFieldGroups ?? [],
    };
    return c.json(form);
  });
  app.post('/api/choices', async (c) => {
    const request = await readJson(c, choicesRequest);
    const { kind, key, field, pagingToken, search } = request;
    const values = resolveValues(request);
    const connection = connectionFor(request.account);
    return c.json(
      await orRespondNotFound(() =>
        loadChoices(platform, { kind, key, field, values, connection, pagingToken, search }),
      ),
    );
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
  return app;
}

/** Reports an operation or field that the connector does not have as 404; these are plain errors. */
async function orRespondNotFound<Result>(find: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) throw new HttpError(404, error.message);
    throw error;
  }
}
