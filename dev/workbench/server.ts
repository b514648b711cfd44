/**
 * The workbench: the Zap editor on one's own machine. This is its server: it speaks `protocol.ts` to the page and leaves
 * everything that is Zapier's part to `platform/`.
 */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { newsletterPdf } from '@print-and-mail/sandbox';
import {
  type Connection,
  fetchInputFields,
  findOperation,
  HandlerError,
  type LocalZapier,
} from '@print-and-mail/zapier';
import contentDisposition from 'content-disposition';
import { Hono } from 'hono';
import * as zod from 'zod';
import { servePage } from '../ui/serve_page.ts';
import { Accounts } from './accounts/accounts.ts';
import { registerCallback } from './accounts/sandbox_client.ts';
import type { WorkbenchContext } from './context.ts';
import { choicesPage } from './forms/choices.ts';
import { fileFrom, keepUpload } from './forms/files.ts';
import { ChangeStream } from './http/change_stream.ts';
import { HttpError } from './http/http_error.ts';
import { guardOrigin } from './http/origin_guard.ts';
import { readJson } from './http/request_body.ts';
import type { Connector, FieldsRequest, Form, Problem, State, Values } from './protocol.ts';
import { problemOf } from './runs/trace.ts';
import { readExamples } from './zaps/examples.ts';
import { planSchema } from './zaps/plan.ts';
import { Zaps } from './zaps/zaps.ts';

export interface WorkbenchOptions {
  /** 0 for any free port; 4020 when left out. */
  port?: number;
  /** Runs the connector; with its settings for the service that accounts are connected to. */
  platform: LocalZapier;
  /** The sandbox that the platform's settings lead to, if it is one; see `workbenchSettings`. */
  sandboxUrl?: string;
  /** Seconds between two polls of a Zap that is on; a few when left out. */
  pollSeconds?: number;
}

export interface Workbench {
  /** Without a trailing slash. */
  url: string;
  port: number;
  /** Waits until every run that has newZap is over. */
  settled(): Promise<void>;
  /**
   * Turns every Zap off and stops listening. The platform stays.
   * @returns what went wrong when Zaps unsubscribed, such as that the sandbox was reset and knows their account no more
   */
  close(): Promise<Problem[]>;
}

const values = zod.record(zod.string(), zod.unknown());
const fieldsRequest = zod.strictObject({
  kind: zod.enum(['triggers', 'searches', 'creates']),
  key: zod.string(),
  account: zod.string().optional(),
  values,
  zap: zod.string().optional(),
  step: zod.string().optional(),
});
const choicesRequest = fieldsRequest.extend({
  field: zod.string(),
  pagingToken: zod.string().optional(),
  search: zod.string().optional(),
});
const zapChange = zod.strictObject({ plan: planSchema, account: zod.string().optional() });
const answers = zod.record(zod.string(), zod.string());

/** @throws when the port is taken */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { platform, sandboxUrl, pollSeconds = 5 } = options;
  const changes = new ChangeStream();
  const accounts = new Accounts(platform);
  let url = '';
  const definition = await platform.definition();
  const context: WorkbenchContext = {
    platform,
    definition,
    tell: changes.tell,
    pollEvery: pollSeconds * 1000,
    resolveAddress: (address) => (address.startsWith('/') ? url + address : address),
  };
  const zaps = new Zaps(context, accounts);
  const app = new Hono();

  app.use(guardOrigin);
  app.use('/api/*', async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });

  app.get('/api/connector', (c) => {
    const connector: Connector = {
      definition,
      // From there the way leads back here.
      consoleUrl: sandboxUrl && `${sandboxUrl}/?workbench=${new URL(url).port}`,
    };
    return c.json(connector);
  });
  app.get('/api/state', (c) => c.json({ accounts: accounts.list(), zaps: zaps.list() } satisfies State));
  app.get('/api/changes', (c) => changes.stream(c));
  app.get('/api/examples', async (c) => c.json(await readExamples()));

  const beginConnecting = async (again?: string) => {
    const callback = `${url}/oauth/return`;
    if (sandboxUrl !== undefined) await registerCallback(sandboxUrl, callback);
    const authorizeUrl = new URL(await accounts.begin(callback, again));
    // The sandbox then asks also whom it knows, so that somebody else can log in; the connector's own address is as it is.
    if (sandboxUrl !== undefined) authorizeUrl.searchParams.set('prompt', 'consent');
    return { authorizeUrl: authorizeUrl.href };
  };
  app.post('/api/accounts', async (c) => c.json(await beginConnecting()));
  app.post('/api/accounts/:id/connect', async (c) => c.json(await beginConnecting(c.req.param('id'))));
  app.get('/oauth/return', async (c) => {
    try {
      const { id } = await accounts.finish(c.req.query());
      changes.tell({ what: 'accounts' });
      return c.redirect(`/?${new URLSearchParams({ connected: id })}`);
    } catch (error) {
      return c.redirect(`/?${new URLSearchParams({ failed: problemOf(error).message })}`);
    }
  });
  app.post('/api/accounts/:id/test', async (c) => c.json(await accounts.test(c.req.param('id'))));
  app.delete('/api/accounts/:id', (c) => {
    const id = c.req.param('id');
    const user = zaps.usedBy(id);
    if (user) throw new HttpError(409, `“${user.plan.name}” is on and uses this account; turn it off first.`);
    accounts.remove(id);
    zaps.forget(id);
    changes.tell({ what: 'accounts' });
    return c.body(null, 204);
  });

  const connectionOf = (account: string | undefined): Connection | undefined =>
    account === undefined ? undefined : accounts.find(account);
  const resolveWithSamples = ({ zap, step, values: given }: FieldsRequest): Values =>
    zap === undefined ? given : zaps.resolveWithSamples(zap, step, given);

  app.post('/api/fields', async (c) => {
    const asked = await readJson(c, fieldsRequest);
    const { kind, key, account } = asked;
    const { operation } = await known(() => findOperation(definition, kind, key));
    const connection = connectionOf(account);
    const form: Form = {
      fields: await fetchInputFields(platform, kind, {
        key,
        inputData: resolveWithSamples(asked),
        ...(connection ? { connection } : {}),
      }),
      groups: operation.inputFieldGroups ?? [],
    };
    return c.json(form);
  });
  app.post('/api/choices', async (c) => {
    const asked = await readJson(c, choicesRequest);
    const { kind, key, field, pagingToken, search } = asked;
    const dropdown = {
      kind,
      key,
      field,
      values: resolveWithSamples(asked),
      connection: connectionOf(asked.account),
      pagingToken,
      search,
    };
    return c.json(await known(() => choicesPage(platform, dropdown)));
  });
  app.post('/api/uploads', async (c) =>
    c.json({ url: await keepUpload(platform, c.req.query('filename') ?? '', c.req.raw.body) }),
  );
  app.get('/api/files/:room{files|hydrate}/:id{[0-9a-f-]+}', (c) =>
    fileFrom(platform, c.req.param('room'), c.req.param('id')),
  );
  app.get('/examples/newsletter.pdf', async (c) =>
    c.body(new Uint8Array(await readFile(newsletterPdf)), 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'inline; filename="newsletter.pdf"',
    }),
  );

  app.post('/api/zaps', async (c) => c.json(zaps.add(await readJson(c, zapChange)), 201));
  app.put('/api/zaps/:id', async (c) => c.json(zaps.change(c.req.param('id'), await readJson(c, zapChange))));
  app.delete('/api/zaps/:id', async (c) => {
    await zaps.remove(c.req.param('id'));
    return c.body(null, 204);
  });
  app.get('/api/zaps/:id/file', (c) => {
    const { plan } = zaps.state(c.req.param('id'));
    return c.body(`${JSON.stringify(plan, null, 2)}\n`, 200, {
      'Content-Type': 'application/json',
      'Content-Disposition': contentDisposition(
        `${plan.name.replace(/[\\/:*?"<>|]+/g, ' ').trim() || 'Zap'}.json`,
      ),
    });
  });
  app.post('/api/zaps/:id/steps/:step/test', async (c) =>
    c.json(await zaps.test(c.req.param('id'), c.req.param('step'))),
  );
  app.post('/api/zaps/:id/on', async (c) => c.json(await zaps.turnOn(c.req.param('id'))));
  app.post('/api/zaps/:id/off', async (c) => c.json(await zaps.turnOff(c.req.param('id'))));
  app.post('/api/zaps/:id/poll', async (c) => c.json({ started: await zaps.poll(c.req.param('id')) }));
  app.post('/api/zaps/:id/submit', async (c) => {
    zaps.submit(c.req.param('id'), await readJson(c, answers));
    return c.body(null, 202);
  });
  app.get('/api/zaps/:id/runs', (c) => c.json(zaps.runs(c.req.param('id'))));
  app.post('/api/zaps/:id/runs/:run/again', (c) => {
    zaps.runAgain(c.req.param('id'), c.req.param('run'));
    return c.body(null, 202);
  });

  app.route(
    '/',
    servePage({
      entry: new URL('./page/main.tsx', import.meta.url),
      title: 'Workbench',
      description: 'Build, test and run Zaps with the connector on your own machine.',
    }),
  );
  app.notFound((c) => c.json({ message: `There is nothing at ${c.req.path.slice(0, 200)}.` }, 404));
  app.onError((error, c) => {
    if (error instanceof HttpError) return c.json(error.problem, error.status);
    if (error instanceof HandlerError) return c.json(problemOf(error), 422);
    return c.json(problemOf(error), 500);
  });

  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    // Loopback only: nobody else can reach the workbench.
    server.listen(options.port ?? 4020, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    settled: () => zaps.settled(),
    async close() {
      const problems = await zaps.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return problems;
    },
  };
}

/** What the connector does not have is the request's mistake: the platform's own sentence about it, and no more. */
async function known<Result>(look: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) throw new HttpError(404, error.message);
    throw error;
  }
}
