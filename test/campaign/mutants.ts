/**
 * Mutation testing of the connector, `npm run mutants [-- FILE…]`: changes src in small ways, one at a time, and asks
 * whether a unit test notices. Each file is held against the tests that are about it, so that it takes seconds a mutant
 * and not minutes; whole Zaps and the campaign notice more, and take longer to do so.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';

/** The files worth it, the most dangerous first: what could send, lose or tell something that it must not. */
const testsFor: Record<string, readonly string[]> = {
  'reservations.ts': ['reservations_races', 'reservations'],
  'creates/create_order.ts': ['creates/create_order'],
  'creates/resend_saved_order.ts': ['creates/resend_saved_order'],
  'creates/replace_mailing_list.ts': ['creates/replace_mailing_list'],
  'middleware.ts': ['middleware'],
  'triggers/hook.ts': ['triggers/hook'],
  'api/request.ts': ['api/request'],
  'api/refusal.ts': ['api/refusal'],
  'settings.ts': ['settings'],
  'inputs.ts': ['inputs'],
  'api/source.ts': ['api/source', 'api/source_length', 'creates/upload_file'],
  'api/temporary_file.ts': ['api/temporary_file', 'api/source'],
  'api/unfinished_answer.ts': ['api/unfinished_answer'],
  'authentication.ts': ['authentication'],
  'records/order_contents.ts': ['records/order_contents'],
  'records/order_safety.ts': ['reservations'],
  'records/mailing_list_file.ts': ['creates/replace_mailing_list'],
  'records/address_notice.ts': ['records/address_notice'],
  'records/notification.ts': ['records/notification'],
  'triggers/address_notices.ts': ['triggers/address_notices'],
  'triggers/order_complete.ts': ['triggers/order_complete', 'triggers/hooks'],
  'triggers/service_event.ts': ['triggers/service_event'],
  'api/record_cutter.ts': ['api/record_cutter'],
  'api/mailing_list.ts': ['searches/find_contact'],
  'creates/upload_file.ts': ['creates/upload_file'],
  'creates/update_contact.ts': ['creates/update_contact'],
  'records/contact.ts': ['creates/update_contact'],
  'records/country.ts': ['records/country'],
  'searches/matching.ts': ['searches/matching'],
  'searches/contact_criteria.ts': ['searches/find_contact', 'searches/find_contacts'],
  'searches/find_saved_order.ts': ['searches/find_saved_order'],
};

const asked = process.argv.slice(2).map((name) => name.replace(/^src\//, ''));
const unknown = asked.filter((name) => !Object.hasOwn(testsFor, name));
if (unknown.length > 0) {
  process.stderr.write(`No tests are named for ${unknown.join(', ')} in test/campaign/mutants.ts.\n`);
  process.exit(1);
}

mkdirSync('reports/mutants', { recursive: true });
let allNoticed = 0;
let allCount = 0;
for (const [source, tests] of Object.entries(testsFor)) {
  if (asked.length > 0 && !asked.includes(source)) continue;
  const stryker = new Stryker({
    mutate: [`src/${source}`],
    jest: { config: { testMatch: tests.map((name) => `<rootDir>/test/${name}.test.ts`) } },
  });
  const results = await stryker.runMutationTest().catch((error: unknown) => String(error));
  if (typeof results === 'string') {
    // One file that cannot be tried, for example because a test fails without any change, keeps no other from it.
    process.stdout.write(`  failed ${source}: ${results}\n`);
    process.exitCode = 1;
    continue;
  }
  const mutants = results.filter(
    ({ status }) => status !== 'Ignored' && status !== 'CompileError' && status !== 'RuntimeError',
  );
  const left = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const noticed = mutants.length - left.length;
  // A test that hangs notices a mutant too; so does one on a machine that is too busy, and then the score says nothing.
  const hanging = mutants.filter(({ status }) => status === 'Timeout');
  allNoticed += noticed;
  allCount += mutants.length;
  process.stdout.write(
    `${score(noticed, mutants.length)} ${noticed}/${mutants.length} ${source}${hanging.length > 0 ? `, ${hanging.length} of them because the tests hung` : ''}\n`,
  );
  const told = [...left, ...hanging].map(
    ({ location: { start }, mutatorName, replacement, status }) =>
      `${source}:${start.line}:${start.column} ${status} ${mutatorName} ${replacement ?? ''}`,
  );
  writeFileSync(`reports/mutants/${source.replaceAll('/', '__')}.txt`, `${told.join('\n')}\n`);
}
process.stdout.write(
  `${score(allNoticed, allCount)} ${allNoticed}/${allCount} in all; what nobody noticed stands in reports/mutants.\n`,
);

function score(noticed: number, count: number): string {
  return `${count === 0 ? '100.0' : ((100 * noticed) / count).toFixed(1)} %`.padStart(8);
}
