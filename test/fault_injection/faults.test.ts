import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import app from '../../src/index.ts';
import { isThorough, timeout } from '../support/thoroughness.ts';
import { faults } from './support/faults.ts';
import { Harness } from './support/harness.ts';
import { runCases } from './support/run_cases.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await Harness.open();
});

afterAll(async () => {
  await harness.close();
});

describe('A run in which one HTTP call fails', () => {
  it(
    'reports correctly whether it succeeded, did nothing, or may have done something',
    async () => {
      const fastFaults = faults.filter(({ slow }) => !slow);
      // `npm test` runs one case in forty, starting with a random one.
      const first = Math.floor(Math.random() * 40);
      const { problems, caseCount, summary } = await runCases(harness, app, fastFaults, 16, (cases) =>
        isThorough ? cases : cases.filter((_, index) => index % 40 === first),
      );
      if (isThorough) process.stdout.write(`Faults: ${summary}`);
      expect(problems).toEqual([]);
      expect(caseCount).toBeGreaterThan(600);
    },
    timeout(120_000),
  );
});
