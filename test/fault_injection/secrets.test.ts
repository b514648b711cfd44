/**
 * Two canaries, the token and the client secret, and somebody who reads everything that leaves, is printed, logged or
 * answered. The token is for the API's origin alone; the secret for the token endpoint alone.
 */
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import app from '../../src/index.ts';
import type { Fault } from './support/faults.ts';
import { isLong, patience } from './support/rounds.ts';
import { scenariosFor } from './support/scenarios.ts';
import { clientSecret, type Outcome, Stage, type World } from './support/stage.ts';

let stage: Stage;
/** Another origin, which remembers all that it is told: another port of the same host. */
let stranger: http.Server;
let elsewhere = '';
const heard: string[] = [];

beforeAll(async () => {
  stage = await Stage.open();
  stranger = http.createServer((request, response) => {
    heard.push(JSON.stringify([request.method, request.url, request.rawHeaders]));
    request.on('data', (piece: Buffer) => heard.push(piece.toString('latin1')));
    request.on('end', () => response.end('%PDF-1.4 from a stranger'));
  });
  await new Promise<void>((ready) => stranger.listen(0, '127.0.0.1', () => ready()));
  const address = stranger.address();
  elsewhere = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});

afterAll(async () => {
  stranger.closeAllConnections();
  await new Promise((closed) => stranger.close(closed));
  await stage.close();
});

const basic = Buffer.from(`campaign:${clientSecret}`).toString('base64');
const forms = (world: World) => [
  world.token,
  clientSecret,
  basic,
  Buffer.from(world.token).toString('base64'),
];

/** Everything that a person or another machine could read of a run. */
function read(world: World, outcome: Outcome): string {
  const said = outcome.ok
    ? JSON.stringify(outcome.results)
    : `${outcome.error.raw}\n${outcome.error.connectorStack}`;
  return [said, ...world.logs, ...stage.printed].join('\n');
}

/** Where the canaries went that are not where they belong. */
function leaks(world: World, outcome: Outcome): string[] {
  const found: string[] = [];
  for (const secret of forms(world)) {
    if (read(world, outcome).includes(secret)) found.push(`${secret} can be read`);
    if (heard.join('\n').includes(secret)) found.push(`${secret} was told to a stranger`);
    for (const { call, url, headers, body } of world.sent) {
      if (url.includes(secret) || body.includes(secret)) found.push(`${secret} stands in ${call}`);
      const belongs = call.startsWith('service ')
        ? world.token
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
  const host = elsewhere.slice('http://'.length);
  const locations = [
    elsewhere,
    `//${host}`,
    `http://token@${host}`,
    `\\\\${host}`,
    `${stage.origin}@${host}`,
  ];
  return [301, 302, 303, 307, 308].flatMap((status, index) =>
    locations
      .filter((_, at) => isLong || at === index)
      .map((location) => ({
        name: `${status} to ${location}`,
        acts: false,
        status,
        strike({ response }) {
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
          const world = stage.world();
          const run = { method: scenario.method, ...scenario.arrange(world) };
          world.fault = { call: 'none', fault };
          // Every call of the run meets the redirect.
          world.faultFor = () => fault;
          heard.length = 0;
          stage.printed.length = 0;
          const outcome = await world.run(run);
          if (!answersWithIt(scenario.method) || !outcome.ok)
            found.push(...leaks(world, outcome).map((what) => `${scenario.method}, ${fault.name}: ${what}`));
          stage.leave(world);
        }
      }
      expect(found).toEqual([]);
    },
    patience(60_000),
  );

  it(
    'are not repeated when the service repeats them in its answer',
    async () => {
      const found: string[] = [];
      for (const [index, scenario] of scenariosFor(app).entries()) {
        const one = [400, 429, 500][index % 3] ?? 400;
        for (const status of isLong ? [400, 401, 403, 404, 429, 500] : [one]) {
          const world = stage.world();
          const told = `Bearer ${world.token} and ${clientSecret} are wrong`;
          const echo: Fault = {
            name: `${status} with the secrets in it`,
            acts: false,
            status,
            strike({ response }) {
              response.writeHead(status, { 'content-type': 'application/json' });
              response.end(
                JSON.stringify({ status, error: told, message: told, attribute: told, expected_type: told }),
              );
            },
          };
          const run = { method: scenario.method, ...scenario.arrange(world) };
          world.faultFor = (call) =>
            call.startsWith('service ') || call.startsWith('oauth ') ? echo : undefined;
          const outcome = await world.run(run);
          const shown = outcome.ok ? JSON.stringify(outcome.results) : outcome.error.raw;
          for (const secret of forms(world)) {
            if (shown?.includes(secret)) found.push(`${scenario.method} ${status}: ${shown}`);
          }
          stage.leave(world);
        }
      }
      expect(found).toEqual([]);
    },
    patience(60_000),
  );

  it('stay at home when everything is well, apart from the header that they are for', async () => {
    const found: string[] = [];
    for (const scenario of scenariosFor(app)) {
      const world = stage.world();
      const run = { method: scenario.method, ...scenario.arrange(world) };
      heard.length = 0;
      stage.printed.length = 0;
      const outcome = await world.run(run);
      if (!answersWithIt(scenario.method))
        found.push(...leaks(world, outcome).map((what) => `${scenario.method}: ${what}`));
      stage.leave(world);
    }
    expect(found).toEqual([]);
  }, 30_000);

  it.each([
    ['a file of a stranger', () => ({ file: `${elsewhere}/a.pdf` })],
    [
      'a file at the service itself',
      (origin: string) => ({ file: `${origin}/v1/files/f-100-0001/download` }),
    ],
    [
      'a stranger who looks like the service',
      (origin: string) => ({ file: `${origin}@${elsewhere.slice(7)}/a.pdf` }),
    ],
  ])('are not sent for %s', async (_what, input) => {
    const world = stage.world();
    heard.length = 0;
    const outcome = await world.run({
      method: 'creates.upload_file.operation.perform',
      inputData: input(stage.origin),
    });
    for (const { call, headers } of world.sent) {
      if (call.includes('GET')) expect(headers).not.toContain(world.token);
    }
    expect(heard.join()).not.toContain(world.token);
    expect(leaks(world, outcome)).toEqual([]);
  });

  it('are not sent by a request that a user wrote to another address', async () => {
    for (const url of [
      `${elsewhere}/v1/contacts`,
      `${stage.origin}@${elsewhere.slice(7)}/v1/contacts`,
      stage.origin.replace('127.0.0.1', '127.0.0.1.stranger.invalid'),
      `//${elsewhere.slice(7)}/v1/contacts`,
      `${stage.origin.replace('http:', 'https:')}/v1/contacts`,
    ]) {
      const world = stage.world();
      heard.length = 0;
      await world.run({ method: 'request', command: 'request', bundle: { request: { url } } });
      expect(heard.join('\n')).not.toContain(world.token);
      expect(world.sent).toEqual([]);
    }
  });

  it('do not follow addresses that stand in answers and their headers', async () => {
    const found: string[] = [];
    let offered = 0;
    for (const scenario of scenariosFor(app)) {
      const world = stage.world();
      const run = { method: scenario.method, ...scenario.arrange(world) };
      const abroad: Fault = {
        name: 'every address elsewhere',
        acts: true,
        strike({ response, act }) {
          const { status, headers, body } = act();
          const text = body.toString('latin1').replaceAll('"/v1/', `"${elsewhere}/v1/`);
          if (text.includes(elsewhere)) offered += 1;
          const links = { link: `<${elsewhere}/v1/contacts>; rel="next"`, 'content-location': elsewhere };
          response.writeHead(status, { ...headers, ...links, location: `${elsewhere}/v1/hooks/h-1` });
          response.end(status === 204 ? undefined : Buffer.from(text, 'latin1'));
        },
      };
      world.faultFor = (call) => (call.startsWith('service ') ? abroad : undefined);
      heard.length = 0;
      stage.printed.length = 0;
      const outcome = await world.run(run);
      if (!outcome.ok) found.push(`${scenario.method}: ${outcome.error.message}`);
      if (heard.length > 0) found.push(`${scenario.method} asked a stranger`);
      if (!answersWithIt(scenario.method))
        found.push(...leaks(world, outcome).map((what) => `${scenario.method}: ${what}`));
      stage.leave(world);
    }
    expect(found).toEqual([]);
    expect(offered).toBeGreaterThan(5);
  }, 30_000);

  it('are not sent where the address of a file leads back to the service', async () => {
    const world = stage.world();
    const back: Fault = {
      name: 'a redirect to the service',
      acts: false,
      strike({ response }) {
        response.writeHead(302, { location: `${stage.origin}/v1/files/f-100-0001/download` }).end();
      },
    };
    const file = world.offer('a.pdf', { content: 'x' });
    world.fault = { call: 'source GET a.pdf #1', fault: back };
    const outcome = await world.run({ method: 'creates.upload_file.operation.perform', inputData: { file } });
    expect(outcome.ok).toBe(false);
    // A request with the token would have been known for this world's and stand here.
    expect(world.calls).toEqual(['source GET a.pdf #1']);
    expect(leaks(world, outcome)).toEqual([]);
  });

  it('are kept when a download lies elsewhere: it is fetched, and without them', async () => {
    const world = stage.world();
    heard.length = 0;
    const fault: Fault = {
      name: 'a download elsewhere',
      acts: false,
      strike({ response }) {
        response.writeHead(302, { location: `${elsewhere}/file.pdf` }).end();
      },
    };
    world.fault = { call: 'service GET /v1/files/f-100-0001/download #1', fault };
    const outcome = await world.run({ method: 'hydrators.fileContent', inputData: { id: 'f-100-0001' } });
    expect(outcome.ok).toBe(true);
    expect(heard.length).toBeGreaterThan(0);
    expect(leaks(world, outcome)).toEqual([]);
  });
});
