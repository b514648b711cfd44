/** The command line of `npm start`. */
import { parseArgs } from 'node:util';
import { startLocalZapier } from '@print-and-mail/zapier';
import { Control } from './control.ts';
import { Reporter } from './reporter.ts';
import { playScenario } from './scenario.ts';
import { defaultPorts, startDemoSandbox, startServers } from './servers.ts';

const help = `Usage: npm start -- [options]

Starts the workbench, a local Zap editor, and the sandbox, a local copy of the
letter service. Nothing is printed or mailed. Press Ctrl-C to stop.

Options:
  --port N          Port of the workbench. Default: ${defaultPorts.workbench}
  --sandbox-port N  Port of the sandbox. Default: ${defaultPorts.sandbox}
  --once            Run one Zap in the terminal instead, then exit
  --help            Show this help

If a port is in use, another one is chosen and printed. Port 0 means any free port.

Environment:
  OAUTH_SCOPES      Scopes that the connector asks for, separated by spaces
`;

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
  if (options.help) process.stdout.write(help);
  else if (options.once) await playOnce(options.ports.sandbox, settings);
  else {
    const stop = await startServers(reporter, options.ports, settings);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  }
}

/** Returns the options, or what is wrong with them. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        'sandbox-port': { type: 'string' },
        once: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const ports = {
      workbench: readPort('--port', values.port, defaultPorts.workbench),
      sandbox: readPort('--sandbox-port', values['sandbox-port'], defaultPorts.sandbox),
    };
    return { ...values, ports };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @throws if the text is not a port number */
function readPort(option: string, text: string | undefined, defaultPort: number): number {
  if (text === undefined) return defaultPort;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new Error(`${option} must be a number from 0 to 65535, not "${text}".`);
  }
  return Number(text);
}

async function playOnce(port: number, settings: Record<string, string>): Promise<void> {
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
  });
  try {
    await playScenario(zapier, new Control(sandbox.url), reporter);
  } finally {
    await zapier.close();
    await sandbox.close();
  }
}
