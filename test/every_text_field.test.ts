/**
 * Fills the same values into every text field of every action, and into every column of a list: what an earlier step did not fill in is
 * never sent without a word, codes of web pages are never sent, and good values are sent as typed.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import app from '../src/index.ts';
import { Harness } from './fault_injection/support/harness.ts';
import { exampleInputs } from './support/example_inputs.ts';
import { findRepetition } from './support/repetition.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.open();
});
afterAll(() => harness.close());

/** Values that no letter prints, and the ones that it may print with a warning. */
const noValues = ['undefined', '{{x}}', '$NaN', 'Jos\ufffd', 'None', '#REF!'];
/** Values that are sent in another form. */
const decoded = [
  ['R&amp;D <b>Pine</b>\u0007\u200b Row 5', 'R&D Pine Row 5'],
  ['Pine%20Row%205', 'Pine Row 5'],
  ['Jos\u00c3\u00a9 5', 'José 5'],
] as const;
const good = ['JOÃO ÂNGELO AT&T 5', 'Acme <West> 5'];

/** Text fields whose values are not printed, so that they are sent as typed. */
const notPrinted =
  /(?:^|_|\])(?:id|ids|file|filename|logo|font|list_name|columns|merge_columns|color|event|type|external_id)$|_id$|(?:sheet_number|width|height|rows|cols|size|page|\bx|\by|minimum_contacts)$/;
/** Texts that mean more than what is printed: a code, a region or a country is checked against the rest of the address. */
const checkedElsewhere = /(?:state|postal_code|country|default_country)$/;

interface Field {
  key: string;
  type?: string;
  choices?: unknown;
  dict?: boolean;
  children?: readonly Field[];
}

const texts = (fields: readonly Field[], parent = ''): string[] =>
  fields.flatMap(({ key, type = 'string', choices, children }) => {
    if (children) return texts(children, `${key}[]`);
    const isText = choices === undefined && ['string', 'text'].includes(type);
    const path = parent + key;
    return isText && !notPrinted.test(path) ? [path] : [];
  });

const actions = Object.entries(app.creates ?? {}).map(([key, { operation }]) => ({
  key,
  paths: texts(Object(operation).inputFields),
}));

const street = { street: '1 A St', city: 'Columbus', state: 'OH', postal_code: '43215' };

/** Returns the input with the value in the field, beside a complete person. */
function fill(key: string, path: string, value: string, example: Record<string, unknown>) {
  const input = { ...example, blank_merge_fields: 'send', incomplete_addresses: 'stop', file: undefined };
  if (key === 'update_contact' || key === 'repeat_order') Object.assign(input, { file: example.file });
  const [parent = '', child] = path.split('[]');
  const person = { name: 'Ann Lee', ...street };
  if (path === 'merge_fields')
    return { ...input, ...person, recipients: [person], merge_fields: { amount: value } };
  if (child === undefined) return { ...input, ...(key === 'update_contact' ? {} : person), [path]: value };
  const items = parent === 'merges' ? [{ sheet_number: '1' }] : [person];
  const more = parent === 'contacts' ? [{ ...person, name: 'Bob Ray', external_id: 'donor-1' }] : [];
  return { ...input, [parent]: [...items.map((item) => ({ ...item, [child]: value })), ...more] };
}

/** Runs an action. @returns what it sent, and what it said */
async function run(key: string, inputOf: (account: ReturnType<Harness['createAccount']>) => object) {
  const account = harness.createAccount();
  const method = `creates.${key}.operation.perform`;
  const outcome = await account.run({ method, inputData: { ...inputOf(account) } });
  const sent = account.sent.filter(({ call }) => call.startsWith('service ')).map(({ body }) => body);
  harness.removeAccount(account);
  const said = outcome.ok ? String(Object(outcome.results).warning) : outcome.error.message;
  return { sent: Buffer.from(sent.join('\n'), 'latin1').toString(), said };
}

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

function tests(send: (value: string) => ReturnType<typeof run>, isPlain: boolean): void {
  it.each(noValues)('never sends %j without a word, nor says twice what is wrong with it', async (value) => {
    const { sent, said } = await send(value);
    if (sent.includes(`"${value}"`)) expect(said).toContain(value);
    expect([said, findRepetition(said)]).toEqual([said, undefined]);
  });
  if (!isPlain) return;
  it.each(decoded)('sends %j as %j', async (value, shown) => {
    const { sent } = await send(value);
    expect(sent).toContain(quoted(shown));
    expect(sent).not.toContain(quoted(value));
  });
  it.each(good)('sends %j as typed', async (value) => {
    const { sent, said } = await send(value);
    expect(sent).toContain(quoted(value));
    // A corrected address may be replaced, which is said with both addresses.
    expect(said.replace(/The address was .*? and is now .*?\./, '')).not.toContain(value);
  });
}

describe.each(actions.filter(({ paths }) => paths.length > 0))('$key', ({ key, paths }) => {
  describe.each(paths)('%s', (path) => {
    tests(
      (value) =>
        run(key, (account) => fill(key, path, value, exampleInputs(account)[`creates.${key}`]?.input ?? {})),
      !checkedElsewhere.test(path),
    );
  });
});

/** A column of a list, and the values of the columns beside it. */
const columns: Record<string, Record<string, string>> = {
  Name: street,
  'First Name': { 'Last Name': 'Lee', ...street },
  'Last Name': { 'First Name': 'Ann', ...street },
  Company: { Name: 'Ann Lee', ...street },
  Street: { Name: 'Ann Lee', city: 'Columbus', state: 'OH', postal_code: '43215' },
  'Address 2': { Name: 'Ann Lee', ...street },
  City: { Name: 'Ann Lee', street: '1 A St', state: 'OH', postal_code: '43215' },
  Greeting: { Name: 'Ann Lee', ...street },
  Amount: { Name: 'Ann Lee', ...street },
};

describe.each(['create_list', 'send_letters', 'replace_mailing_list'])('A list of %s', (key) => {
  const headings = Object.keys(columns).filter((one) => key !== 'replace_mailing_list' || one !== 'Amount');
  describe.each(headings)('with the column %s', (heading) => {
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const more = columns[heading] ?? {};
    const all = [heading, ...Object.keys(more), 'external_id'];
    tests(
      (value) =>
        run(key, (account) => ({
          ...exampleInputs(account)[`creates.${key}`]?.input,
          incomplete_addresses: 'stop',
          recipients: undefined,
          contacts: undefined,
          file: account.serveFile('people.csv', {
            content: `${all.join(',')}\n${[value, ...Object.values(more), 'donor-1'].map(cell).join(',')}\n`,
          }),
        })),
      true,
    );
  });
});
