/**
 * `npm start`: one whole Zap on one's own machine, then the sandbox stays up to be tried until Ctrl-C.
 * `npm start -- --once` ends after the Zap; the exit code tells whether every step went well.
 */
import { parseArgs } from 'node:util';
import { entryOf, type Platform, PlatformError, startPlatform, type Zap } from '../platform/index.ts';
import { type Sandbox, startSandbox } from '../sandbox/server.ts';
import { demoOwner } from './consent.ts';
import { Control } from './control.ts';
import { playWholeZap } from './story.ts';
import { Teller } from './teller.ts';

const usualPort = 4010;

const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
const teller = new Teller();

/** On the usual port, or on any other when that one is taken. */
async function startOnFreePort(): Promise<Sandbox> {
  try {
    return await startSandbox({ port: usualPort });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    return startSandbox({ port: 0 });
  }
}

const sandbox = await startOnFreePort();
const platform = await startPlatform({
  environment: {
    BASE_URL: sandbox.url,
    AUTH_URL: sandbox.url,
    CLIENT_ID: 'sandbox-client',
    CLIENT_SECRET: 'sandbox-secret',
    ...(process.env.OAUTH_SCOPES ? { OAUTH_SCOPES: process.env.OAUTH_SCOPES } : {}),
  },
});

teller.title(
  'Letters from a Zap',
  "The built connector, run by the platform's own handler. In place of the letter service stands the sandbox,",
  `${sandbox.url}: nothing is printed, nothing costs money.`,
);

const stackOf = (error: unknown): string => (error instanceof Error && error.stack) || String(error);

let zaps: Zap[] = [];
try {
  ({ zaps } = await playWholeZap(platform, new Control(sandbox.url), teller));
} catch (error) {
  process.exitCode = 1;
  const isConnectors = error instanceof PlatformError;
  teller.title('A step failed, so the Zap ends here.', ...(isConnectors ? [] : [stackOf(error)]));
}

if (values.once) await stop();
else await stayUp();

async function stayUp(): Promise<void> {
  teller.title(
    zaps.length > 0 ? 'The sandbox stays up, and both Zaps are on.' : 'The sandbox stays up.',
    'Stop with Ctrl-C.',
  );
  teller.pairs([
    ['Its page', `${sandbox.url}/`],
    ['Account', `${demoOwner.email}, password ${demoOwner.password}`],
  ]);
  const url = sandbox.port === usualPort ? '' : ` --url ${sandbox.url}`;
  teller.title('Try next, in another window');
  teller.pairs([
    ['A letter comes back', `npm run sandbox -- trigger mail-returned --contact c-001-0003${url}`],
    [
      'Somebody moves',
      `npm run sandbox -- trigger address-update --contact c-001-0002 --city Cleveland${url}`,
    ],
    ['What was asked of the service', `npm run sandbox -- requests${url}`],
    ['Everything else', 'npm run sandbox -- --help'],
  ]);
  await announce(platform, zaps);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}

/** What starts a Zap from now on is told as it happens. */
async function announce(on: Platform, these: readonly Zap[]): Promise<void> {
  const definition = await on.definition();
  for (const zap of these) {
    const entry = entryOf(definition, 'triggers', zap.trigger);
    zap.onRecord((record) => {
      teller.event(`The Zap on “${entry.display.label}” started:`);
      teller.record(record, entry);
    });
  }
}

async function stop(): Promise<void> {
  for (const zap of zaps) await zap.turnOff();
  await platform.close();
  await sandbox.close();
}
