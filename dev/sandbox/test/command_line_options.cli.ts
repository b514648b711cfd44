import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { callFor } from '../command_line/calls.ts';
import { options, parseCommandLine } from '../command_line/options.ts';
import { run, serve } from './process.ts';
import { closeLater } from './service_client.ts';

const trigger = (event: string) => ['trigger', event];

/** A command whose request each option changes, and a value for the option. */
const commandOptions: Record<string, [command: string[], value: string]> = {
  contact: [trigger('mail-returned'), 'c-001-0002'],
  code: [trigger('address-update'), 'moved'],
  street: [trigger('address-update'), '1 New Street'],
  city: [trigger('address-update'), 'Dayton'],
  state: [trigger('address-update'), 'OH'],
  'postal-code': [trigger('mail-returned'), '45402'],
  country: [trigger('mail-returned'), 'Germany'],
  message: [trigger('address-update'), 'Moved.'],
  order: [trigger('shipped'), 'o-1'],
  event: [trigger('raw'), 'party'],
  query: [trigger('raw'), '{"a":1}'],
  body: [trigger('raw'), '{"a":1}'],
  user: [['token'], 'other@example.com'],
  client: [['token'], 'other-client'],
  scopes: [['token'], 'contacts.read'],
  method: [['fault'], 'GET'],
  path: [['fault'], '/v1/logos'],
  nth: [['fault'], '2'],
  probability: [['fault'], '0.5'],
  'seed-number': [['fault'], '7'],
  status: [['fault'], '503'],
  'response-body': [['fault'], 'Sorry'],
  header: [['fault'], 'Retry-After: 3'],
  delay: [['fault'], '100'],
  reset: [['fault'], 'before'],
  truncate: [['fault'], '10'],
};

/** Tests of the options that change no request. */
const otherOptions: Record<string, () => Promise<void>> = {
  help: async () => {
    expect((await run('--help')).stdout).toContain('npm run sandbox');
  },
  port: async () => {
    expect((await run('--port', 'x')).stderr).toContain('--port');
  },
  variants: async () => {
    const { url } = await serve('--variants', 'code');
    expect(await (await fetch(`${url}/v1/contacts`)).json()).not.toHaveProperty('status');
  },
  world: async () => {
    const { url } = await serve('--world', 'code');
    expect(await (await fetch(`${url}/v1/contacts`)).json()).not.toHaveProperty('status');
  },
  data: async () => {
    const file = join(temporaryFolder(), 'sandbox.db');
    await serve('--data', file);
    expect(existsSync(file)).toBe(true);
  },
  seed: async () => {
    const file = join(temporaryFolder(), 'seed.json');
    writeFileSync(file, '{}');
    const { url } = await serve('--seed', file);
    expect(await (await fetch(`${url}/sandbox/seed`)).json()).toMatchObject({ contacts: [] });
  },
  clock: async () => {
    const { url } = await serve('--clock', '2026-03-13T12:00:00Z');
    expect(await (await fetch(`${url}/sandbox/clock`)).json()).toMatchObject({ frozen: true });
  },
  url: async () => {
    expect((await run('clock', '--url', 'http://127.0.0.1:1')).stderr).toContain('http://127.0.0.1:1');
  },
};

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-options-'));
  closeLater(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const callOf = (args: string[]) => {
  const { values, positionals } = parseCommandLine(args);
  const [word = '', ...rest] = positionals;
  return callFor(word, rest, values);
};

describe('every option of the command line changes something', () => {
  it.each(Object.keys(options))('--%s', async (option) => {
    const scenario = commandOptions[option];
    if (!scenario) {
      const test = otherOptions[option];
      if (!test) throw new Error(`Add a scenario for --${option} to this file.`);
      return await test();
    }
    const [command, value] = scenario;
    expect(callOf([...command, `--${option}`, value])).not.toEqual(callOf(command));
  });
});
