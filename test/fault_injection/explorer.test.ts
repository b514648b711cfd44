/** Explores what the ordering steps do when calls fail and runs end early. `npm run faults` also lets runs take turns at every call. */
import { describe, expect, it } from '@jest/globals';
import { isThorough } from '../support/thoroughness.ts';
import { runScenario, scenarios } from './explorer/scenarios.ts';

describe('Whatever fails, everyone gets the letter once, and every message is true', () => {
  // `npm run faults` explores them outside of Jest.
  (isThorough ? it.skip : it).each(Object.entries(scenarios))('%s', async (_name, scenario) => {
    const { findings } = await runScenario({
      ...scenario,
      limits: { faults: 1, switches: 0 },
      again: scenario.again.slice(0, 1),
    });
    expect(findings.flatMap(({ story, problems }) => [...story, ...problems])).toEqual([]);
  });
});
