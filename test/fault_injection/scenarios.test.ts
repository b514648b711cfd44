import { expect, it } from '@jest/globals';
import { scenariosFor } from './support/scenarios.ts';

it('scenariosFor throws with the functions that have no scenario and where to add them', () => {
  const operation = { perform: () => ({}) };
  const app = {
    authentication: { test: () => ({}), oauth2Config: {} },
    hydrators: {},
    triggers: {},
    creates: { fax_letter: { operation }, burn_letter: { operation } },
    searches: {},
  };
  expect(() => scenariosFor(app)).toThrow(
    [
      'Add an example input in test/support/example_inputs.ts, or a scenario in test/fault_injection/support/, for each of:',
      'creates.fax_letter.operation.perform',
      'creates.burn_letter.operation.perform',
    ].join('\n'),
  );
});
