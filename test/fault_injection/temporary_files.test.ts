import fs, { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { useTemporaryFolder } from '../support/temporary_folder.ts';
import { isThorough } from '../support/thoroughness.ts';
import { faults } from './support/faults.ts';
import { Harness } from './support/harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await Harness.open();
});

afterAll(async () => {
  await harness.close();
});

describe('The temporary folder', () => {
  const folder = useTemporaryFolder();

  it('is empty after every fault', async () => {
    const makeFolder = jest.spyOn(fs.promises, 'mkdtemp');
    const reached = new Set<string>();
    const chosen = faults.filter(({ slow }, index) => !slow && (isThorough || index % 4 === 0));
    const calls = [
      'source GET a.csv #1',
      'zapier upload #1',
      'service GET /v1/contacts #1',
      'service PUT /v1/contacts #1',
    ];
    for (const call of calls) {
      for (const fault of chosen.filter(
        ({ connectionRefused }) => !connectionRefused || !call.startsWith('zapier '),
      )) {
        const account = harness.createAccount();
        const content = 'name,city,donor id\nA,B,7\n';
        const file = account.serveFile('a.csv', { content, chunked: true });
        account.fault = { call, fault };
        await account.run({
          method: 'creates.replace_mailing_list.operation.perform',
          inputData: { minimum_contacts: 1, file },
        });
        if (account.calls.includes(call)) reached.add(call);
        harness.removeAccount(account);
      }
    }
    expect([...reached]).toEqual(calls);
    expect(makeFolder.mock.calls.length).toBeGreaterThan(chosen.length);
    makeFolder.mockRestore();
    expect(readdirSync(folder())).toEqual([]);
  });
});
