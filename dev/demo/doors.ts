/** The two pages: the sandbox with its console, and the workbench that makes Zaps with it. */

import { type Sandbox, startSandbox } from '@print-and-mail/sandbox';
import { startLocalZapier } from '@print-and-mail/zapier';
import { workbenchSettings } from '../workbench/sandbox_client.ts';
import { startWorkbench } from '../workbench/server.ts';
import { demoOwner } from './consent.ts';
import type { Teller } from './teller.ts';

const usualPorts = { sandbox: 4010, workbench: 4020 };

/** On the usual port, or on any other when that one is taken. */
async function onFreePort<Started>(
  usual: number,
  start: (port: number) => Promise<Started>,
): Promise<Started> {
  try {
    return await start(usual);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    return start(0);
  }
}

/** A sandbox of one's own, its data gone when it stops. */
export const startOwnSandbox = (): Promise<Sandbox> =>
  onFreePort(usualPorts.sandbox, (port) => startSandbox({ port }));

/**
 * Starts both and tells where they are.
 * @param settings of the connector, beside those that lead to the sandbox
 * @returns what stops them: every Zap off first, so that its subscription ends
 */
export async function openDoors(
  teller: Teller,
  settings: Record<string, string> = {},
): Promise<() => Promise<void>> {
  const sandbox = await startOwnSandbox();
  const platform = await startLocalZapier({
    environment: { ...workbenchSettings(sandbox.url), ...settings },
  });
  const workbench = await onFreePort(usualPorts.workbench, (port) =>
    startWorkbench({ port, platform, sandboxUrl: sandbox.url }),
  );
  teller.title(
    'Letters from a Zap',
    'The built connector between a Zap editor and a letter service, both on this machine:',
    'nothing is printed, nothing costs money. Stop with Ctrl-C.',
  );
  teller.pairs([
    ['Make Zaps and watch them run', `${workbench.url}/`],
    ['The letter service, and what happens there', `${sandbox.url}/?workbench=${workbench.port}`],
    ['The account to connect', `${demoOwner.email}, password ${demoOwner.password}`],
  ]);
  const url = sandbox.port === usualPorts.sandbox ? '' : ` --url ${sandbox.url}`;
  teller.title('Or in another window');
  teller.pairs([
    ['A letter comes back', `npm run sandbox -- trigger mail-returned --contact c-001-0003${url}`],
    ['What was asked of the service', `npm run sandbox -- requests${url}`],
    ['One whole Zap, told step by step', 'npm start -- --once'],
    ['Everything else', 'npm run sandbox -- --help'],
  ]);
  return async () => {
    for (const { message } of await workbench.close()) teller.say(`A Zap could not unsubscribe: ${message}`);
    await platform.close();
    await sandbox.close();
  };
}
