/** Explores what the ordering steps do when runs take turns, or one call fails. `npm run faults` combines both. */
import { describe, expect, it } from '@jest/globals';
import { isThorough } from '../support/thoroughness.ts';
import { runScenario, scenarios } from './explorer/scenarios.ts';

describe('However runs take turns and calls fail, everyone gets the letter once, and every message is true', () => {
  // `npm run faults` explores them outside of Jest.
  (isThorough ? it.skip : it).each(Object.entries(scenarios))('%s', async (_name, scenario) => {
    const { before = [], steps } = scenario;
    const isLong = before.length > 10 || steps.length > 2;
    const faults = steps.length === 1 && !isLong ? 1 : 0;
    const switches = steps.length > 1 && !isLong ? 1 : 0;
    const { findings } = await runScenario({
      ...scenario,
      afterFaults: 0,
      everyAgain: 4,
      limits: [{ faults, switches }],
      again: scenario.again.slice(0, 1),
    });
    expect(findings.flatMap(({ story, problems }) => [...story, ...problems])).toEqual([]);
  });
});
