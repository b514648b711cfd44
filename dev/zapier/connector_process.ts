/**
 * The child process that runs the connector: loads the build as Zapier does and calls its handler, one event at a time.
 * Imports only types from this project, so that time and memory are those of the connector alone.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  HandlerEvent,
  LogLine,
  MessageFromProcess,
  MessageToProcess,
  ThrownError,
} from './handler_event.ts';

const machineDate = Date;
const machineTime = Date.now;
let clockOffset = 0;

/** Makes the connector see the local Zapier's time. Its timers still follow the machine's clock. */
function moveClock(offset: number): void {
  if (offset !== 0 && Date === machineDate) {
    machineDate.now = () => machineTime() + clockOffset;
    globalThis.Date = new Proxy(machineDate, {
      construct: (target, args, newTarget) =>
        Reflect.construct(target, args.length === 0 ? [target.now()] : args, newTarget),
    });
  }
  clockOffset = offset;
}

/** What the handler returns. */
interface HandlerResult {
  results: unknown;
  status: string;
  resultsUrl?: string;
}

type Handler = (event: HandlerEvent & { customLogger: Logger }) => Promise<HandlerResult>;
type Logger = (message: string, data: Record<string, unknown>) => void;

const send = (message: MessageFromProcess): void => {
  process.send?.(message);
};

/** @param path a folder with the contents of build.zip, whose wrapper exports the handler, or the built module */
async function loadHandler(path: string): Promise<Handler> {
  const wrapper = join(path, 'zapierwrapper.js');
  if (existsSync(wrapper)) return (await import(pathToFileURL(wrapper).href)).handler;
  const app = await import(pathToFileURL(path).href);
  const core = createRequire(pathToFileURL(path))('zapier-platform-core');
  return core.createAppHandler(app.default ?? app);
}

/** Collects what a run prints, and still prints it. */
function captureOutput(): { take(): string } {
  let text = '';
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: []) => {
      text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      return write(chunk, ...rest);
    };
  }
  return {
    take() {
      const taken = text;
      text = '';
      return taken;
    },
  };
}

function serializeError(error: unknown): ThrownError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined };
  return { name: error.name, message: error.message, stack: error.stack };
}

const measureMemory = () => {
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  return { rss, heapUsed, external, arrayBuffers, peakRss: process.resourceUsage().maxRSS * 1024 };
};

async function handle(
  handler: Handler,
  event: HandlerEvent,
  output: { take(): string },
): Promise<MessageFromProcess> {
  const logs: LogLine[] = [];
  const customLogger: Logger = (message, data) => {
    logs.push({ message, data });
  };
  const start = performance.now();
  const report = () => ({
    kind: 'done' as const,
    logs,
    output: output.take(),
    milliseconds: performance.now() - start,
    memory: measureMemory(),
  });
  try {
    const { results, status, resultsUrl } = await handler({ ...event, customLogger });
    return { ...report(), results, status, ...(resultsUrl === undefined ? {} : { resultsUrl }) };
  } catch (error) {
    return { ...report(), error: serializeError(error) };
  }
}

const connector = process.argv[2] ?? '';
const output = captureOutput();
try {
  const handler = await loadHandler(connector);
  process.on('message', async ({ event, clockOffset: offset = 0 }: MessageToProcess) => {
    output.take();
    moveClock(offset);
    send(await handle(handler, event, output));
  });
  process.once('disconnect', () => process.exit());
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'broken', error: serializeError(error) });
  process.disconnect?.();
}
