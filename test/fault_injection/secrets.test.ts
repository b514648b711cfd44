/**
 * Two canaries, the token and the client secret, and somebody who reads everything that leaves, is printed, logged or
 * answered. The token is for the API's origin alone; the secret for the token endpoint alone.
 */
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import app from '../../src/index.ts';
import type { Fault } from './support/fault.ts';
import { clientId, clientSecret, Harness } from './support/harness.ts';
import { scenariosFor } from './support/scenarios.ts';
import type { Outcome, TestAccount } from './support/test_account.ts';
import { isThorough, timeout } from './support/thoroughness.ts';

let harness: Harness;
/** Another origin, which remembers all that it is told: another port of the same host. */
let otherServer: http.Server;
let otherOrigin = '';
const received: string[] = [];

beforeAll(async () => {
  harness = await Harness.open();
  otherServer = http.createServer((request, response) => {
    received.push(JSON.stringify([request.method, request.url, request.rawHeaders]));
    request.on('data', (piece: Buffer) => received.push(piece.toString('latin1')));
    request.on('end', () => response.end('%PDF-1.4 from a otherServer'));
  });
  await new Promise<void>((ready) => otherServer.listen(0, '127.0.0.1', () => ready()));
  const address = otherServer.address();
  otherOrigin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});

afterAll(async () => {
  otherServer.closeAllConnections();
  await new Promise((closed) => otherServer.close(closed));
  await harness.close();
});

const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
const forms = (account: TestAccount) => [
  account.token,
  clientSecret,
  basic,
  Buffer.from(account.token).toString('base64'),
];

/** Everything that a person or another machine could read of a run. */
function read(account: TestAccount, outcome: Outcome): string {
  const said = outcome.ok
    ? JSON.stringify(outcome.results)
    : `${outcome.error.raw}\n${outcome.error.connectorStack}`;
  return [said, ...account.logs, ...harness.consoleOutput].join('\n');
}

/** Where the canaries went that are not where they belong. */
function leaks(account: TestAccount, outcome: Outcome): string[] {
  const found: string[] = [];
  for (const secret of forms(account)) {
    if (read(account, outcome).includes(secret)) found.push(`${secret} can be read`);
    if (received.join('\n').includes(secret)) found.push(`${secret} was told to a otherServer`);
    for (const { call, url, headers, body } of account.sent) {
      if (url.includes(secret) || body.includes(secret)) found.push(`${secret} stands in ${call}`);
      const belongs = call.startsWith('service ')
        ? account.token
        : call.startsWith('oauth ')
          ? basic
          : undefined;
      if (headers.includes(secret) && secret !== belongs) found.push(`${secret} went to ${call}`);
    }
  }
  return found;
}

/** Asking for the token brings it back, and the platform's own record of a raw request has its headers: both are meant to. */
const answersWithIt = (method: string) =>
  method === 'authentication.oauth2Config.getAccessToken' || method === 'request';

/** Every status with every way of writing an address elsewhere; at a glance each of them once. */
function redirects(): Fault[] {
  const host = otherOrigin.slice('http://'.length);
  const locations = [
    otherOrigin,
    `//${host}`,
    `http://token@${host}`,
    `\\\\${host}`,
    `${harness.origin}@${host}`,
  ];
  return [301, 302, 303, 307, 308].flatMap((status, index) =>
    locations
      .filter((_, at) => isThorough || at === index)
      .map((location) => ({
        name: `${status} to ${location}`,
        status,
        inject({ response }) {
          response.writeHead(status, { location: `${location}/v1/contacts` }).end();
        },
      })),
  );
}

describe('the token and the client secret', () => {
  it(
    'go nowhere else and are shown nowhere, however the service redirects',
    async () => {
      const found: string[] = [];
      for (const scenario of scenariosFor(app)) {
        for (const fault of redirects()) {
          const account = harness.createAccount();
          const run = { method: scenario.method, ...scenario.arrange(account) };
          account.fault = { call: 'none', fault };
          // Every call of the run meets the redirect.
          account.faultFor = () => fault;
          received.length = 0;
          harness.consoleOutput.length = 0;
          const outcome = await account.run(run);
          if (!answersWithIt(scenario.method) || !outcome.ok)
            found.push(
              ...leaks(account, outcome).map((what) => `${scenario.method}, ${fault.name}: ${what}`),
            );
          harness.removeAccount(account);
        }
      }
      expect(found).toEqual([]);
    },
    timeout(60_000),
  );

  it(
    'are not repeated when the service repeats them in its answer',
    async () => {
      const found: string[] = [];
      for (const [index, scenario] of scenariosFor(app).entries()) {
        const one = [400, 429, 500][index % 3] ?? 400;
        for (const status of isThorough ? [400, 401, 403, 404, 429, 500] : [one]) {
          const account = harness.createAccount();
          const told = `Bearer ${account.token} and ${clientSecret} are wrong`;
          const echo: Fault = {
            name: `${status} with the secrets in it`,
            status,
            inject({ response }) {
              response.writeHead(status, { 'content-type': 'application/json' });
              response.end(
                JSON.stringify({ status, error: told, message: told, attribute: told, expected_type: told }),
              );
            },
          };
          const run = { method: scenario.method, ...scenario.arrange(account) };
          account.faultFor = (call) =>
            call.startsWith('service ') || call.startsWith('oauth ') ? echo : undefined;
          const outcome = await account.run(run);
          const shown = outcome.ok ? JSON.stringify(outcome.results) : outcome.error.raw;
          for (const secret of forms(account)) {
            if (shown?.includes(secret)) found.push(`${scenario.method} ${status}: ${shown}`);
          }
          harness.removeAccount(account);
        }
      }
      expect(found).toEqual([]);
    },
    timeout(60_000),
  );

  it('stay at home when everything is well, apart from the header that they are for', async () => {
    const found: string[] = [];
    for (const scenario of scenariosFor(app)) {
      const account = harness.createAccount();
      const run = { method: scenario.method, ...scenario.arrange(account) };
      received.length = 0;
      harness.consoleOutput.length = 0;
      const outcome = await account.run(run);
      if (!answersWithIt(scenario.method))
        found.push(...leaks(account, outcome).map((what) => `${scenario.method}: ${what}`));
      harness.removeAccount(account);
    }
    expect(found).toEqual([]);
  }, 30_000);

  it.each([
    ['a file of a otherServer', () => ({ file: `${otherOrigin}/a.pdf` })],
    [
      'a file at the service itself',
      (origin: string) => ({ file: `${origin}/v1/files/f-100-0001/download` }),
    ],
    [
      'a otherServer who looks like the service',
      (origin: string) => ({ file: `${origin}@${otherOrigin.slice(7)}/a.pdf` }),
    ],
  ])('are not sent for %s', async (_what, input) => {
    const account = harness.createAccount();
    received.length = 0;
    const outcome = await account.run({
      method: 'creates.upload_file.operation.perform',
      inputData: input(harness.origin),
    });
    for (const { call, headers } of account.sent) {
      if (call.includes('GET')) expect(headers).not.toContain(account.token);
    }
    expect(received.join()).not.toContain(account.token);
    expect(leaks(account, outcome)).toEqual([]);
  });

  it('are not sent by a request that a user wrote to another address', async () => {
    for (const url of [
      `${otherOrigin}/v1/contacts`,
      `${harness.origin}@${otherOrigin.slice(7)}/v1/contacts`,
      harness.origin.replace('127.0.0.1', '127.0.0.1.otherServer.invalid'),
      `//${otherOrigin.slice(7)}/v1/contacts`,
      `${harness.origin.replace('http:', 'https:')}/v1/contacts`,
    ]) {
      const account = harness.createAccount();
      received.length = 0;
      await account.run({ method: 'request', command: 'request', bundle: { request: { url } } });
      expect(received.join('\n')).not.toContain(account.token);
      expect(account.sent).toEqual([]);
    }
  });

  it('do not follow addresses that stand in answers and their headers', async () => {
    const found: string[] = [];
    let offered = 0;
    for (const scenario of scenariosFor(app)) {
      const account = harness.createAccount();
      const run = { method: scenario.method, ...scenario.arrange(account) };
      const abroad: Fault = {
        name: 'every address elsewhere',
        inject({ response, handle }) {
          const { status, headers, body } = handle();
          const text = body.toString('latin1').replaceAll('"/v1/', `"${otherOrigin}/v1/`);
          if (text.includes(otherOrigin)) offered += 1;
          const links = { link: `<${otherOrigin}/v1/contacts>; rel="next"`, 'content-location': otherOrigin };
          response.writeHead(status, { ...headers, ...links, location: `${otherOrigin}/v1/hooks/h-1` });
          response.end(status === 204 ? undefined : Buffer.from(text, 'latin1'));
        },
      };
      account.faultFor = (call) => (call.startsWith('service ') ? abroad : undefined);
      received.length = 0;
      harness.consoleOutput.length = 0;
      const outcome = await account.run(run);
      if (!outcome.ok) found.push(`${scenario.method}: ${outcome.error.message}`);
      if (received.length > 0) found.push(`${scenario.method} asked a otherServer`);
      if (!answersWithIt(scenario.method))
        found.push(...leaks(account, outcome).map((what) => `${scenario.method}: ${what}`));
      harness.removeAccount(account);
    }
    expect(found).toEqual([]);
    expect(offered).toBeGreaterThan(5);
  }, 30_000);

  it('are not sent where the address of a file leads back to the service', async () => {
    const account = harness.createAccount();
    const back: Fault = {
      name: 'a redirect to the service',
      inject({ response }) {
        response.writeHead(302, { location: `${harness.origin}/v1/files/f-100-0001/download` }).end();
      },
    };
    const file = account.serveFile('a.pdf', { content: 'x' });
    account.fault = { call: 'source GET a.pdf #1', fault: back };
    const outcome = await account.run({
      method: 'creates.upload_file.operation.perform',
      inputData: { file },
    });
    expect(outcome.ok).toBe(false);
    // A request with the token would have been known for this account's and stand here.
    expect(account.calls).toEqual(['source GET a.pdf #1']);
    expect(leaks(account, outcome)).toEqual([]);
  });

  it('are kept when a download lies elsewhere: it is fetched, and without them', async () => {
    const account = harness.createAccount();
    received.length = 0;
    const fault: Fault = {
      name: 'a download elsewhere',
      inject({ response }) {
        response.writeHead(302, { location: `${otherOrigin}/file.pdf` }).end();
      },
    };
    account.fault = { call: 'service GET /v1/files/f-100-0001/download #1', fault };
    const outcome = await account.run({ method: 'hydrators.fileContent', inputData: { id: 'f-100-0001' } });
    expect(outcome.ok).toBe(true);
    expect(received.length).toBeGreaterThan(0);
    expect(leaks(account, outcome)).toEqual([]);
  });
});
