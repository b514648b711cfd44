/** `npm start -- --once`: runs one Zap in the terminal. */
import { startLocalZapier } from '@print-and-mail/zapier';
import { Control } from './control.ts';
import type { Reporter } from './reporter.ts';
import { playScenario } from './scenario.ts';
import { startDemoSandbox } from './servers.ts';

/**
 * Starts a sandbox, runs the Zap and stops the sandbox.
 * @param settings further settings of the connector
 */
export async function playOnce(
  reporter: Reporter,
  port: number,
  settings: Record<string, string>,
): Promise<void> {
  reporter.title('One Zap, from start to finish', 'Nothing is printed or mailed.');
  const sandbox = await startDemoSandbox(reporter, port);
  const zapier = await startLocalZapier({
    environment: {
      BASE_URL: sandbox.url,
      AUTH_URL: sandbox.url,
      CLIENT_ID: 'sandbox-client',
      CLIENT_SECRET: 'sandbox-secret',
      ...settings,
    },
    now: sandbox.now,
  });
  try {
    await playScenario(zapier, new Control(sandbox.url), reporter);
  } finally {
    await zapier.close();
    await sandbox.close();
  }
}
