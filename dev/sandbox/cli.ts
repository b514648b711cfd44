/** The sandbox's command line: starts the sandbox, or sends a command to a running one. */
import { parseArgs } from 'node:util';
import { variantDescriptions } from './variants.ts';

const help = `npm run sandbox -- [--port 4010] [--world NAME[,NAME…]] [--data FILE] [--seed FILE] [--clock ISO]
  starts the sandbox; Ctrl-C stops it

npm run sandbox -- COMMAND … [--url http://127.0.0.1:4010]
  trigger address-update [--contact ID] [--code CODE] [--street S] [--city C] [--state S] [--postal-code P] [--country C] [--message M]
  trigger mail-returned  [--contact ID] [the forwarding address as above]
  trigger order-complete --order ID
  trigger shipped        --order ID
  trigger raw            --event NAME [--query JSON] [--body JSON] [--user EMAIL]
  order ID               advances an order to its next state
  advance 3d2h           advances the clock
  freeze ISO             freezes the clock at that time
  run                    unfreezes the clock
  clock                  shows the clock
  reset                  restores the seed data and the clock
  token [--user EMAIL] [--client ID] [--scopes "a b"]   creates an access token
  deliveries [ID]        lists webhook deliveries, or shows one
  resend ID              sends a webhook delivery again
  lists [ID]             lists temporary lists with their recipients
  requests               shows the request log
  fault                  lists the fault rules
  fault [--method M] [--path P] [--nth N] [--probability P] [--seed-number N] [--status S] [--answer TEXT] [--header "Name: value"]
        [--delay MS] [--reset before|after] [--truncate BYTES]      adds a rule
  fault '{"match": …, "then": …}'                                 the same as JSON
  fault clear            removes all fault rules
  seed                   shows the seed data

Variants (--world):
${variantDescriptions.map(([name, meaning]) => `  ${name.padEnd(16)} ${meaning}`).join('\n')}
`;

const options = {
  help: { type: 'boolean', short: 'h' },
  port: { type: 'string' },
  world: { type: 'string' },
  data: { type: 'string' },
  seed: { type: 'string' },
  clock: { type: 'string' },
  url: { type: 'string', default: 'http://127.0.0.1:4010' },
  contact: { type: 'string' },
  code: { type: 'string' },
  street: { type: 'string' },
  city: { type: 'string' },
  state: { type: 'string' },
  'postal-code': { type: 'string' },
  country: { type: 'string' },
  message: { type: 'string' },
  order: { type: 'string' },
  event: { type: 'string' },
  query: { type: 'string' },
  body: { type: 'string' },
  user: { type: 'string' },
  client: { type: 'string' },
  scopes: { type: 'string' },
  method: { type: 'string' },
  path: { type: 'string' },
  nth: { type: 'string' },
  probability: { type: 'string' },
  'seed-number': { type: 'string' },
  status: { type: 'string' },
  answer: { type: 'string' },
  header: { type: 'string', multiple: true },
  delay: { type: 'string' },
  reset: { type: 'string' },
  truncate: { type: 'string' },
} as const;

const { values, positionals } = readArguments();

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    // Node says which option it was.
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}

const allScopes =
  'contacts.read contacts.write orders.read orders.write pls.files.read pls.files.write pls.lists.write';

/** What a call of the control API is made of; a body that is undefined is not sent. */
interface Call {
  method: string;
  path: string;
  body?: unknown;
}

async function main(): Promise<void> {
  const [word, ...rest] = positionals;
  if (values.help || word === 'help') process.stdout.write(help);
  else if (word === undefined) await serve();
  else await tell(callFor(word, rest));
}

async function serve(): Promise<void> {
  const port = values.port === undefined ? 4010 : Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port must be a number from 0 to 65535, not "${values.port}".`);
  const { world, data, seed, clock } = values;
  // Loaded only here: the words below need none of it and answer sooner.
  const { startSandbox } = await import('./server.ts');
  const sandbox = await startSandbox({
    port,
    ...(world === undefined ? {} : { world }),
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

function callFor(word: string, rest: string[]): Call {
  const [first] = rest;
  const needed = (what: string): string => {
    if (first === undefined) throw new Error(`"${word}" needs ${what}.`);
    return first;
  };
  switch (word) {
    case 'trigger':
      return triggerFor(needed('an event, such as mail-returned'));
    case 'order':
      return {
        method: 'POST',
        path: `/orders/${encodeURIComponent(needed('an order ID'))}/advance`,
      };
    case 'advance':
      return {
        method: 'POST',
        path: '/clock',
        body: { advance: needed('a duration, such as 3d') },
      };
    case 'freeze':
      return {
        method: 'POST',
        path: '/clock',
        body: { freeze: needed('a time, such as 2026-03-13T09:00:00Z') },
      };
    case 'run':
      return { method: 'POST', path: '/clock', body: { run: true } };
    case 'clock':
      return { method: 'GET', path: '/clock' };
    case 'reset':
      return { method: 'POST', path: '/reset' };
    case 'token': {
      const { user = 'demo@example.com', client = 'sandbox-client', scopes = allScopes } = values;
      return {
        method: 'POST',
        path: '/tokens',
        body: { user, client, scopes: scopes.split(/[\s,]+/).filter(Boolean) },
      };
    }
    case 'deliveries':
      return {
        method: 'GET',
        path: first === undefined ? '/deliveries' : `/deliveries/${encodeURIComponent(first)}`,
      };
    case 'lists':
      return { method: 'GET', path: first === undefined ? '/lists' : `/lists/${encodeURIComponent(first)}` };
    case 'resend':
      return {
        method: 'POST',
        path: `/deliveries/${encodeURIComponent(needed('a delivery ID'))}/resend`,
      };
    case 'requests':
      return { method: 'GET', path: '/requests' };
    case 'fault':
      if (first === 'clear') return { method: 'DELETE', path: '/faults' };
      return faultCall(first);
    case 'seed':
      return { method: 'GET', path: '/seed' };
    default:
      throw new Error(`Unknown command "${word}". For a list, run "npm run sandbox -- --help".`);
  }
}

function faultCall(rule: string | undefined): Call {
  const call = (body: unknown): Call => ({ method: 'POST', path: '/faults', body });
  if (rule !== undefined) return call(json(rule, 'The rule'));
  const headers = Object.fromEntries((values.header ?? []).map(headerPair));
  const then = given({
    status: numberOf('status'),
    body: values.answer,
    headers: values.header ? headers : undefined,
    delay_ms: numberOf('delay'),
    reset: values.reset,
    truncate: numberOf('truncate'),
  });
  const match = given({ method: values.method, path: values.path });
  const when = given({
    nth: numberOf('nth'),
    probability: numberOf('probability'),
    seed: numberOf('seed-number'),
  });
  const isEmpty = [then, match, when].every((part) => Object.keys(part).length === 0);
  return isEmpty ? { method: 'GET', path: '/faults' } : call({ match, ...when, then });
}

function headerPair(text: string): [string, string] {
  const [name = '', ...value] = text.split(':');
  return [name.trim(), value.join(':').trim()];
}

function numberOf(
  option: 'status' | 'delay' | 'truncate' | 'nth' | 'probability' | 'seed-number',
): number | undefined {
  const text = values[option];
  if (text === undefined) return undefined;
  if (text.trim() === '' || Number.isNaN(Number(text)))
    throw new Error(`--${option} must be a number, not "${text}".`);
  return Number(text);
}

function triggerFor(event: string): Call {
  const path = `/events/${event}`;
  const address = given({
    street: values.street,
    city: values.city,
    state: values.state,
    postal_code: values['postal-code'],
    country: values.country,
  });
  const whole = Object.keys(address).length > 0 ? address : undefined;
  const { contact: contact_id, code, message, order: order_id, user } = values;
  switch (event) {
    case 'address-update':
      return {
        method: 'POST',
        path,
        body: given({ contact_id, code, message, new_address: whole }),
      };
    case 'mail-returned':
      return {
        method: 'POST',
        path,
        body: given({ contact_id, forwarding_address: whole }),
      };
    case 'order-complete':
    case 'shipped':
      return { method: 'POST', path, body: given({ order_id }) };
    case 'raw':
      return {
        method: 'POST',
        path,
        body: given({
          event: values.event,
          user,
          query: values.query === undefined ? undefined : json(values.query, '--query'),
          body: values.body === undefined ? undefined : json(values.body, '--body'),
        }),
      };
    default:
      throw new Error(
        `Unknown event "${event}". Use address-update, mail-returned, order-complete, shipped or raw.`,
      );
  }
}

const given = (parts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));

function json(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${what} is not valid JSON: ${text}`);
  }
}

async function tell({ method, path, body }: Call): Promise<void> {
  const response = await fetch(`${values.url}/sandbox${path}`, {
    method,
    ...(body === undefined
      ? {}
      : {
          body: JSON.stringify(body),
          headers: { 'Content-Type': 'application/json' },
        }),
  }).catch(() => {
    throw new Error(
      `No sandbox is running at ${values.url}. Start one with "npm run sandbox", or pass its URL with --url.`,
    );
  });
  const text = await response.text();
  if (text) process.stdout.write(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  if (!response.ok) process.exitCode = 1;
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
