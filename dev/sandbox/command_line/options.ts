/** The options of the command line, and its help. */
import { parseArgs } from 'node:util';
import { variantDescriptions } from '../variants.ts';

const nameWidth = Math.max(...variantDescriptions.map(([name]) => name.length));

export const help = `npm run sandbox -- [--port 4010] [--variants NAME[,NAME…]] [--data FILE] [--seed FILE] [--clock ISO]
  starts the sandbox; Ctrl-C stops it

npm run sandbox -- COMMAND … [--url http://127.0.0.1:4010]
  trigger address-update [--contact ID] [--code CODE] [--street S] [--city C] [--state S] [--postal-code P] [--country C] [--message M]
  trigger mail-returned  [--contact ID] [the forwarding address as above]
  trigger order-complete --order ID
  trigger shipped        --order ID
  trigger raw            --event NAME [--query JSON] [--body JSON] [--user EMAIL]
  order ID               advances an order to its next state
  cancel ID              cancels an order that is not mailed
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
  fault [--method M] [--path P] [--nth N] [--probability P] [--seed-number N] [--status S] [--response-body TEXT] [--header "Name: value"]
        [--delay MS] [--reset before|after] [--truncate BYTES]      adds a rule
  fault '{"match": …, "then": …}'                                 the same as JSON
  fault remove ID        removes a fault rule
  fault clear            removes all fault rules
  seed                   shows the seed data

Variants (--variants, or --world as in earlier versions):
${variantDescriptions.map(([name, meaning]) => `  ${name.padEnd(nameWidth)} ${meaning}`).join('\n')}
`;

export const options = {
  help: { type: 'boolean', short: 'h' },
  port: { type: 'string' },
  variants: { type: 'string', multiple: true },
  world: { type: 'string', multiple: true },
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
  'response-body': { type: 'string' },
  header: { type: 'string', multiple: true },
  delay: { type: 'string' },
  reset: { type: 'string' },
  truncate: { type: 'string' },
} as const;

/** @throws if an option is unknown or lacks its value */
export const parseCommandLine = (args: readonly string[]) =>
  parseArgs({ args: [...args], allowPositionals: true, options });

export type Options = ReturnType<typeof parseCommandLine>['values'];
