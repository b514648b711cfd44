/**
 * `npm start`: the letter service and the Zap editor on one's own machine, each with its page, until Ctrl-C.
 * `npm start -- --once` plays one whole Zap on the terminal instead; the exit code tells whether every step went well.
 */
import { parseArgs } from 'node:util';
import { HandlerError, startLocalZapier } from '@print-and-mail/zapier';
import { Control } from './control.ts';
import { openDoors, startOwnSandbox } from './doors.ts';
import { playWholeZap } from './story.ts';
import { Teller } from './teller.ts';

const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
const teller = new Teller();
/** Settings of the connector that whoever starts this may choose. */
const chosen: Record<string, string> = process.env.OAUTH_SCOPES
  ? { OAUTH_SCOPES: process.env.OAUTH_SCOPES }
  : {};

if (values.once) await playOnce();
else {
  const close = await openDoors(teller, chosen);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}

async function playOnce(): Promise<void> {
  const sandbox = await startOwnSandbox();
  const platform = await startLocalZapier({
    environment: {
      BASE_URL: sandbox.url,
      AUTH_URL: sandbox.url,
      CLIENT_ID: 'sandbox-client',
      CLIENT_SECRET: 'sandbox-secret',
      ...chosen,
    },
  });
  teller.title(
    'Letters from a Zap',
    "The built connector, run by the platform's own handler. In place of the letter service stands the sandbox,",
    `${sandbox.url}: nothing is printed, nothing costs money.`,
  );
  try {
    const { zaps } = await playWholeZap(platform, new Control(sandbox.url), teller);
    for (const zap of zaps) await zap.turnOff();
  } catch (error) {
    process.exitCode = 1;
    const stack = (error instanceof Error && error.stack) || String(error);
    teller.title('A step failed, so the Zap ends here.', ...(error instanceof HandlerError ? [] : [stack]));
  }
  await platform.close();
  await sandbox.close();
}
