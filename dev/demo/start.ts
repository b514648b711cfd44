/** The command line of `npm start`. Loads the servers only if they start. */
import { help, readOptions } from './options.ts';
import { Reporter } from './reporter.ts';

const options = readOptions();
if (typeof options === 'string') {
  process.exitCode = 2;
  console.error(`${options}\nRun "npm start -- --help" for all options.`);
} else if (options.help) {
  process.stdout.write(help);
} else {
  const { OAUTH_SCOPES } = process.env;
  const { startServers } = await import('./servers.ts');
  const stop = await startServers(new Reporter(), options, OAUTH_SCOPES ? { OAUTH_SCOPES } : {});
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}
