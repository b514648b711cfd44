/** Starts what `npm start` serves: the sandbox with its console, and the workbench. */
import { startSandbox } from '@print-and-mail/sandbox';
import { startLocalZapier } from '@print-and-mail/zapier';
import { workbenchSettings } from '../workbench/accounts/sandbox_client.ts';
import { startWorkbench } from '../workbench/server.ts';
import { demoUser } from './browser_consent.ts';
import { defaultPorts, type Ports } from './options.ts';
import type { Reporter } from './reporter.ts';

/** Starts a server on this port, or on a free one if the port is in use, and reports that. */
async function startOnPort<Server extends { port: number }>(
  reporter: Reporter,
  name: string,
  port: number,
  start: (port: number) => Promise<Server>,
): Promise<Server> {
  try {
    return await start(port);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    const server = await start(0);
    reporter.detail(`Port ${port} is in use. The ${name} uses port ${server.port} instead.`);
    return server;
  }
}

/**
 * Starts the sandbox and the workbench and prints their addresses.
 * @param options the ports, and the file that keeps the Zaps
 * @param settings further settings of the connector
 * @returns a function that stops both, after turning off all Zaps so that they unsubscribe
 */
export async function startServers(
  reporter: Reporter,
  { ports, data }: { ports: Ports; data: string },
  settings: Record<string, string>,
): Promise<() => Promise<void>> {
  reporter.title(
    'Print and Mail for Zapier',
    'Build and run Zaps against a local copy of the letter service. Nothing is printed or mailed.',
  );
  const sandbox = await startOnPort(reporter, 'sandbox', ports.sandbox, (port) => startSandbox({ port }));
  const zapier = await startLocalZapier({
    environment: { ...workbenchSettings(sandbox.url), ...settings },
    now: sandbox.now,
    // That of the browser, so that times in messages and on the page agree.
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const workbench = await startOnPort(reporter, 'workbench', ports.workbench, (port) =>
    startWorkbench({ port, platform: zapier, sandboxUrl: sandbox.url, zapFile: data }),
  );
  reporter.table([
    ['Workbench (the Zap editor)', `${workbench.url}/`],
    ['Sandbox (the letter service)', `${sandbox.url}/?workbench=${workbench.port}`],
    ['Your Zaps are kept in', data],
    ['Account to connect', `${demoUser.email}, password ${demoUser.password}`],
  ]);
  const url = sandbox.port === defaultPorts.sandbox ? '' : ` --url ${sandbox.url}`;
  reporter.title('In another terminal');
  reporter.table([
    ['Return a letter', `npm run sandbox -- trigger mail-returned --contact c-001-0003${url}`],
    ['List API requests', `npm run sandbox -- requests${url}`],
    ['More commands', 'npm run sandbox -- --help'],
  ]);
  reporter.title('Press Ctrl-C to stop. Your Zaps are kept; accounts, contacts and letters start afresh.');
  return async () => {
    for (const { message } of await workbench.close()) {
      reporter.detail(`A Zap could not unsubscribe: ${message}`);
    }
    await zapier.close();
    await sandbox.close();
  };
}
