/** Scenarios for every function of the app definition. A function without a scenario fails the tests. */
import { functionsOf } from './app_functions.ts';
import { createScenarios } from './create_scenarios.ts';
import { isEmpty, type Scenario, scenario } from './scenario.ts';
import { triggerScenarios } from './trigger_scenarios.ts';

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
  scenario('searches.find_contacts.operation.perform', { name: 'ann' }),
  scenario(
    'searches.find_order.operation.perform',
    { order_id: 'm-100-0001' },
    { notFound: { 'service GET /v1/orders/m-100-0001': isEmpty } },
  ),
  scenario('searches.find_saved_order.operation.perform', { name: 'welcome' }),
  scenario(
    'searches.find_file.operation.perform',
    { file_id: 'f-100-0001' },
    { notFound: { 'service GET /v1/files/f-100-0001': isEmpty } },
  ),
  scenario('searches.find_logo.operation.perform', { name: 'grace' }),

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
 * Returns the scenarios for every function of a definition. Dropdowns need no input.
 * @throws if functions have no scenario, with their paths
 */
export function scenariosFor(app: unknown): Scenario[] {
  const groups = [...functionsOf(app).keys()].map((method) => ({
    method,
    found: method.endsWith('.choices.perform')
      ? [scenario(method)]
      : scenarios.filter((candidate) => candidate.method === method),
  }));
  const missing = groups.filter(({ found }) => found.length === 0).map(({ method }) => method);
  if (missing.length > 0) {
    throw new Error(`Add a scenario in test/fault_injection/support/ for each of:\n${missing.join('\n')}`);
  }
  return groups.flatMap(({ found }) => found);
}
