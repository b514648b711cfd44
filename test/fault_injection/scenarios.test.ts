import { expect, it } from '@jest/globals';
import { scenariosFor } from './support/scenarios.ts';

it('names every function without a scenario, and the file to add them to', () => {
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
      'Add a scenario in test/fault_injection/support/scenarios.ts for each of:',
      'creates.fax_letter.operation.perform',
      'creates.burn_letter.operation.perform',
    ].join('\n'),
  );
});
