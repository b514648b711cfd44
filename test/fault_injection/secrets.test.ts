/**
 * Searches everything that is sent, logged, printed or returned for the access token, which belongs only in requests to
 * the letter service, and for the client secret, which belongs only in requests to its token endpoint.
 */
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import app from '../../src/index.ts';
import { isThorough, timeout } from '../support/thoroughness.ts';
import type { Fault } from './support/fault.ts';
import { clientId, clientSecret, Harness } from './support/harness.ts';
import { scenariosFor } from './support/scenarios.ts';
import type { Outcome, TestAccount } from './support/test_account.ts';

let harness: Harness;
let otherServer: http.Server;
/** Another origin: the same host with another port. */
let otherOrigin = '';
/** What the other origin received. */
const received: string[] = [];

beforeAll(async () => {
  harness = await Harness.open();
  otherServer = http.createServer((request, response) => {
    received.push(JSON.stringify([request.method, request.url, request.rawHeaders]));
    request.on('data', (chunk: Buffer) => received.push(chunk.toString('latin1')));
    request.on('end', () => response.end('%PDF-1.4 from another origin'));
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
const secretsOf = (account: TestAccount) => [
  account.token,
  clientSecret,
  basic,
  Buffer.from(account.token).toString('base64'),
];

/** Returns everything that a run returned, threw, logged and printed. */
function outputOf(account: TestAccount, outcome: Outcome): string {
  const result = outcome.ok
    ? JSON.stringify(outcome.results)
    : `${outcome.error.raw}\n${outcome.error.connectorStack}`;
  return [result, ...account.logs, ...harness.consoleOutput].join('\n');
}

/** Returns where the secrets are that they do not belong. */
function leaks(account: TestAccount, outcome: Outcome): string[] {
  const found: string[] = [];
  for (const secret of secretsOf(account)) {
    if (outputOf(account, outcome).includes(secret)) found.push(`${secret} is in the output`);
    if (received.join('\n').includes(secret)) found.push(`${secret} was sent to another origin`);
    for (const { call, url, headers, body } of account.sent) {
      if (url.includes(secret) || body.includes(secret))
        found.push(`${secret} is in the URL or body of ${call}`);
      const belongs = call.startsWith('service ')
        ? account.token
        : call.startsWith('oauth ')
          ? basic
          : undefined;
      if (headers.includes(secret) && secret !== belongs)
        found.push(`${secret} is in the headers of ${call}`);
    }
  }
  return found;
}

/** Counts the requests of the connector that carried the access token. */
const countAuthorized = (account: TestAccount): number =>
  account.sent.filter(({ headers }) => headers.includes(account.token)).length;

/** Only the token request returns the access token. */
const returnsToken = (method: string) => method === 'authentication.oauth2Config.getAccessToken';

/** Returns redirects with every status to every spelling of the other origin. `npm test` uses each status and spelling once. */
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

describe('The access token and the client secret', () => {
  it(
    'are not sent to another origin by a redirect',
    async () => {
      const found: string[] = [];
      let redirected = 0;
      for (const scenario of scenariosFor(app)) {
        for (const fault of redirects()) {
          const account = harness.createAccount();
          const run = { method: scenario.method, ...scenario.arrange(account) };
          account.faultFor = (call) => (call.startsWith('zapier ') ? undefined : fault);
          received.length = 0;
          harness.consoleOutput.length = 0;
          const outcome = await account.run(run);
          redirected += countAuthorized(account);
          if (!returnsToken(scenario.method) || !outcome.ok)
            found.push(
              ...leaks(account, outcome).map((leak) => `${scenario.method}, ${fault.name}: ${leak}`),
            );
          harness.removeAccount(account);
        }
      }
      expect(found).toEqual([]);
      expect(redirected).toBeGreaterThan(scenariosFor(app).length);
    },
    timeout(60_000),
  );

  it(
    'are masked if the service repeats them in an error',
    async () => {
      const found: string[] = [];
      let masked = 0;
      for (const [index, scenario] of scenariosFor(app).entries()) {
        const sampled = [400, 429, 500][index % 3] ?? 400;
        for (const status of isThorough ? [400, 401, 403, 404, 429, 500] : [sampled]) {
          const account = harness.createAccount();
          const message = `Bearer ${account.token} and ${clientSecret} are wrong`;
          const echo: Fault = {
            name: `${status} with the secrets in it`,
            status,
            inject({ response }) {
              response.writeHead(status, { 'content-type': 'application/json' });
              response.end(
                JSON.stringify({
                  status,
                  error: message,
                  message,
                  attribute: message,
                  expected_type: message,
                }),
              );
            },
          };
          const run = { method: scenario.method, ...scenario.arrange(account) };
          account.faultFor = (call) =>
            call.startsWith('service ') || call.startsWith('oauth ') ? echo : undefined;
          const outcome = await account.run(run);
          const shown = outcome.ok ? JSON.stringify(outcome.results) : outcome.error.raw;
          if (shown?.includes('[secret] and [secret] are wrong')) masked += 1;
          for (const secret of secretsOf(account)) {
            if (shown?.includes(secret)) found.push(`${scenario.method} ${status}: ${shown}`);
          }
          harness.removeAccount(account);
        }
      }
      expect(found).toEqual([]);
      expect(masked).toBeGreaterThan(10);
    },
    timeout(60_000),
  );

  it('are only in the Authorization header if nothing fails', async () => {
    const found: string[] = [];
    let authorized = 0;
    for (const scenario of scenariosFor(app)) {
      const account = harness.createAccount();
      const run = { method: scenario.method, ...scenario.arrange(account) };
      received.length = 0;
      harness.consoleOutput.length = 0;
      const outcome = await account.run(run);
      if (!outcome.ok) found.push(`${scenario.method}: ${outcome.error.message}`);
      authorized += countAuthorized(account);
      if (!returnsToken(scenario.method))
        found.push(...leaks(account, outcome).map((leak) => `${scenario.method}: ${leak}`));
      harness.removeAccount(account);
    }
    expect(found).toEqual([]);
    expect(authorized).toBeGreaterThan(scenariosFor(app).length / 2);
  }, 30_000);

  it.each([
    ['another origin', () => ({ file: `${otherOrigin}/a.pdf` }), /^uploaded$/],
    [
      'the letter service',
      (origin: string) => ({ file: `${origin}/v1/files/f-100-0001/download` }),
      /its server returned status 401\./,
    ],
    [
      'a URL that starts with the letter service’s origin',
      (origin: string) => ({ file: `${origin}@${otherOrigin.slice(7)}/a.pdf` }),
      /^uploaded$/,
    ],
  ])('are not sent to download a file from %s', async (_source, input, expected) => {
    const account = harness.createAccount();
    received.length = 0;
    const outcome = await account.run({
      method: 'creates.upload_file.operation.perform',
      inputData: input(harness.origin),
    });
    for (const { call, headers } of account.sent) {
      if (call.includes('GET')) expect(headers).not.toContain(account.token);
    }
    expect(outcome.ok ? 'uploaded' : outcome.error.message).toMatch(expected);
    expect(received.join()).not.toContain(account.token);
    expect(leaks(account, outcome)).toEqual([]);
  });

  it('are not sent by API Request to another origin', async () => {
    let requests = 0;
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
      if (received.length > 0) requests += 1;
      expect(received.join('\n')).not.toContain(account.token);
      expect(account.sent).toEqual([]);
    }
    expect(requests).toBeGreaterThan(1);
  });

  it('are not sent to URLs in responses', async () => {
    const found: string[] = [];
    let replacedCount = 0;
    for (const scenario of scenariosFor(app)) {
      const account = harness.createAccount();
      const run = { method: scenario.method, ...scenario.arrange(account) };
      const withOtherUrls: Fault = {
        name: 'every URL is at another origin',
        inject({ response, handle }) {
          const { status, headers, body } = handle();
          const text = body.toString('latin1').replaceAll('"/v1/', `"${otherOrigin}/v1/`);
          if (text.includes(otherOrigin)) replacedCount += 1;
          const links = { link: `<${otherOrigin}/v1/contacts>; rel="next"`, 'content-location': otherOrigin };
          response.writeHead(status, { ...headers, ...links, location: `${otherOrigin}/v1/hooks/h-1` });
          response.end(status === 204 ? undefined : Buffer.from(text, 'latin1'));
        },
      };
      account.faultFor = (call) => (call.startsWith('service ') ? withOtherUrls : undefined);
      received.length = 0;
      harness.consoleOutput.length = 0;
      const outcome = await account.run(run);
      if (!outcome.ok) found.push(`${scenario.method}: ${outcome.error.message}`);
      if (received.length > 0) found.push(`${scenario.method} called another origin`);
      if (!returnsToken(scenario.method))
        found.push(...leaks(account, outcome).map((leak) => `${scenario.method}: ${leak}`));
      harness.removeAccount(account);
    }
    expect(found).toEqual([]);
    expect(replacedCount).toBeGreaterThan(5);
  }, 30_000);

  it('are not sent if the server of a file redirects to the letter service', async () => {
    const account = harness.createAccount();
    const redirect: Fault = {
      name: 'a redirect to the service',
      inject({ response }) {
        response.writeHead(302, { location: `${harness.origin}/v1/files/f-100-0001/download` }).end();
      },
    };
    const file = account.serveFile('a.pdf', { content: 'x' });
    account.fault = { call: 'source GET a.pdf #1', fault: redirect };
    const outcome = await account.run({
      method: 'creates.upload_file.operation.perform',
      inputData: { file },
    });
    expect(outcome.ok).toBe(false);
    // A request with the access token would be listed as a second call.
    expect(account.calls).toEqual(['source GET a.pdf #1']);
    expect(leaks(account, outcome)).toEqual([]);
  });

  it('are not sent if the letter service redirects a download, which succeeds', async () => {
    const account = harness.createAccount();
    received.length = 0;
    const fault: Fault = {
      name: 'a redirect to another origin',
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
