/** The sandbox's command line: starts the sandbox, or sends a command to a running one. */
import { type Call, callFor } from './command_line/calls.ts';
import { help, type Options, parseCommandLine } from './command_line/options.ts';
import { storageProblem } from './store/storage_problem.ts';

async function main(): Promise<void> {
  const { values, positionals } = parseCommandLine(process.argv.slice(2));
  const [word, ...rest] = positionals;
  if (values.help || word === 'help') process.stdout.write(help);
  else if (word === undefined) await serve(values);
  else await send(callFor(word, rest, values), values.url);
}

async function serve({ variants = [], world = [], data, seed, clock, ...values }: Options): Promise<void> {
  const port = values.port === undefined ? 4010 : Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port must be a number from 0 to 65535, not "${values.port}".`);
  // Imported here because the commands do not need it and start sooner without it.
  const { startSandbox } = await import('./server.ts');
  const sandbox = await startSandbox({
    port,
    variants: [...variants, ...world].join(','),
    ...(data === undefined ? {} : { data }),
    ...(seed === undefined ? {} : { seed }),
    ...(clock === undefined ? {} : { clock }),
  }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new Error(
        `Port ${port} is already in use. Choose another with --port, or any free port with --port 0.`,
      );
    throw error;
  });
  process.stdout.write(`sandbox ready: ${sandbox.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
}

/** Sends a request to a running sandbox and prints the response. */
async function send({ method, path, body }: Call, url: string): Promise<void> {
  const response = await fetch(`${url}/sandbox${path}`, {
    method,
    ...(body === undefined
      ? {}
      : {
          body: JSON.stringify(body),
          headers: { 'Content-Type': 'application/json' },
        }),
  }).catch(() => {
    throw new Error(
      `No sandbox is running at ${url}. Start one with "npm run sandbox", or pass its URL with --url.`,
    );
  });
  const text = await response.text();
  if (text) process.stdout.write(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  if (!response.ok) process.exitCode = 1;
}

await main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : error;
  process.stderr.write(`${storageProblem(error) ?? message}\n`);
  process.exitCode = 1;
});
