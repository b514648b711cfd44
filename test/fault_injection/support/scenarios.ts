/** Scenarios for every function of the app definition. A function without a scenario fails the tests. */
import { exampleInputs, hasExample } from '../../support/example_inputs.ts';
import { functionsOf } from './app_functions.ts';
import { createScenarios } from './create_scenarios.ts';
import { isEmpty, type Scenario, scenario } from './scenario.ts';
import type { TestAccount } from './test_account.ts';
import { anyDelivery, subscriptionScenarios, triggerScenarios } from './trigger_scenarios.ts';

const scenarios: readonly Scenario[] = [
  // Authentication
  scenario('authentication.test', {}, { bestEffort: ['service GET /v1/logos'] }),
  scenario('authentication.oauth2Config.authorizeUrl', { state: 's' }),
  {
    method: 'authentication.oauth2Config.getAccessToken',
    name: 'default',
    arrange: (account) => ({ inputData: { code: `code-${account.id}` }, bundle: { authData: {} } }),
  },

  ...triggerScenarios,
  ...createScenarios,

  // Searches
  scenario(
    'searches.find_contact.operation.perform',
    { contact_id: 'c-100-0002' },
    { name: 'by ID', notFound: { 'service GET /v1/contacts/c-100-0002': isEmpty } },
  ),
  scenario('searches.find_contact.operation.perform', { search: 'koln' }, { name: 'by search text' }),
  scenario(
    'searches.find_order.operation.perform',
    { order_id: 'm-100-0001' },
    { notFound: { 'service GET /v1/orders/m-100-0001': isEmpty } },
  ),
  scenario(
    'searches.find_file.operation.perform',
    { file_id: 'f-100-0001' },
    { notFound: { 'service GET /v1/files/f-100-0001': isEmpty } },
  ),

  // Hydrators
  scenario('hydrators.orderPreview', { id: 'm-100-0001' }),
  scenario('hydrators.fileContent', { id: 'f-100-0001', name: 'letter.pdf' }),

  // Zapier's API Request action
  {
    method: 'request',
    name: 'GET',
    raw: true,
    arrange: (account) => ({
      command: 'request',
      bundle: { request: { url: `${account.origin}/v1/contacts/c-100-0001` } },
    }),
  },
];

/**
 * Returns the scenarios for every function of a definition: those above, or else the default ones.
 * @throws if functions have no scenario, with their paths
 */
export function scenariosFor(app: unknown): Scenario[] {
  const groups = [...functionsOf(app).keys()].map((method) => {
    const own = scenarios.filter((candidate) => candidate.method === method);
    return { method, found: own.length > 0 ? own : defaultScenarios(method) };
  });
  const missing = groups.filter(({ found }) => found.length === 0).map(({ method }) => method);
  if (missing.length > 0) {
    throw new Error(
      `Add an example input in test/support/example_inputs.ts, or a scenario in test/fault_injection/support/, for each of:\n${missing.join('\n')}`,
    );
  }
  return groups.flatMap(({ found }) => found);
}

/** Dropdowns, triggers and operations with an example input need no scenario of their own. */
function defaultScenarios(method: string): Scenario[] {
  if (method.endsWith('.choices.perform')) return [scenario(method)];
  const [kind = '', key = '', , name = ''] = method.split('.');
  const inputFor = (account: TestAccount) => exampleInputs(account)[`${kind}.${key}`]?.input;
  if (kind === 'triggers' && /^perform(?:Subscribe|Unsubscribe)$/.test(name)) {
    return subscriptionScenarios(method, (account) => inputFor(account) ?? {});
  }
  if (kind !== 'triggers' && !hasExample(`${kind}.${key}`)) return [];
  return [
    {
      method,
      name: 'default',
      arrange: (account) => ({
        inputData: inputFor(account) ?? {},
        bundle: kind === 'triggers' ? anyDelivery() : {},
      }),
    },
  ];
}
