/** The options of `npm start`. */
import { parseArgs } from 'node:util';
import { readZapFile } from '../workbench/zaps/zap_file.ts';

export interface Ports {
  sandbox: number;
  workbench: number;
}

export const defaultPorts: Ports = { sandbox: 4010, workbench: 4020 };

/** In the project's folder, and ignored by git. */
const defaultData = '.workbench/zaps.json';

export const help = `Usage: npm start -- [options]

Starts the workbench, a local Zap editor, and the sandbox, a local copy of the
letter service. Nothing is printed or mailed. Press Ctrl-C to stop.

Options:
  --port N          Port of the workbench. Default: ${defaultPorts.workbench}
  --sandbox-port N  Port of the sandbox. Default: ${defaultPorts.sandbox}
  --data FILE       File that keeps your Zaps. Default: ${defaultData}
  --help            Show this help

If a port is in use, another one is chosen and printed. Port 0 means any free port.

Environment:
  OAUTH_SCOPES      Scopes that the connector asks for, separated by spaces
`;

/** Returns the options, or what is wrong with them. */
export function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        'sandbox-port': { type: 'string' },
        data: { type: 'string', default: defaultData },
        help: { type: 'boolean', default: false },
      },
    });
    const ports = {
      workbench: readPort('--port', values.port, defaultPorts.workbench),
      sandbox: readPort('--sandbox-port', values['sandbox-port'], defaultPorts.sandbox),
    };
    // Only to check it.
    readZapFile(values.data);
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
