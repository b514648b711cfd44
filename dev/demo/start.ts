/** The command line of `npm start`. Loads the servers only if they start. */
import { help, readOptions } from './options.ts';
import { Reporter } from './reporter.ts';

const reporter = new Reporter();

try {
  await main();
} catch (error) {
  process.exitCode = 1;
  if (!reporter.hasFailed) console.error(error);
}

async function main(): Promise<void> {
  const options = readOptions();
  if (typeof options === 'string') {
    process.exitCode = 2;
    console.error(`${options}\nRun "npm start -- --help" for all options.`);
    return;
  }
  const { OAUTH_SCOPES } = process.env;
  const settings: Record<string, string> = OAUTH_SCOPES ? { OAUTH_SCOPES } : {};
  if (options.help) {
    process.stdout.write(help);
  } else if (options.once) {
    const { playOnce } = await import('./once.ts');
    await playOnce(reporter, options.ports.sandbox, settings);
  } else {
    const { startServers } = await import('./servers.ts');
    const stop = await startServers(reporter, options.ports, settings);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  }
}
