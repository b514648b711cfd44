/**
 * Answers literally what is asked: in every list that is read, each heading in turn is made unknown. Then the list is still printed
 * right, or it asks. Its question is answered with the field that the column had, and the letters are looked at again.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ListColumns } from '../../src/list_columns/columns.ts';
import { parseHeading } from '../../src/list_columns/headings.ts';
import { readPerson } from '../../src/person/person.ts';

interface Example {
  program: string;
  headings: string[];
  rows: { cells: string[]; prints?: Record<string, string>; stops?: true; left_out?: true; refused?: true }[];
}

const examples: Example[] = JSON.parse(readFileSync(new URL('examples/lists.json', import.meta.url), 'utf8'));

/** What users call the parts whose name in the table is not the name of a field. */
const labels: Record<string, string> = {
  first: 'First Name',
  last: 'Last Name',
  middle: 'Middle Name',
  initials: 'Initials',
  nick: 'Nickname',
  'other name': 'Name',
  external_id: 'Your Reference',
  'account name': 'Company',
  postal_code: 'Postal Code',
  unit: 'Apt',
  'further line': 'Address 2',
  'city line': 'City, State, ZIP',
  'kind of address': 'Address Type',
  'which address': 'Preferred Address Type',
  'may mail': 'Mail',
};

function answerFor(heading: string): string {
  const read = parseHeading(heading);
  if (read.means !== 'part') return 'merge field';
  if (read.part === 'street' && read.line > 1) return `Address ${read.line}`;
  return labels[read.part] ?? read.part;
}

/** Reads the rows. @returns the values on the envelopes, the question and the warnings */
function read({ rows }: Example, headings: readonly string[], columns: object) {
  const list = new ListColumns(columns);
  list.start(headings);
  const printed = rows.map(({ cells }) => {
    const row = list.read(cells);
    const reading = readPerson(row.fields);
    if (!row.isDoNotMail) list.check(row, reading);
    const { name, company } = reading.person;
    const isLeftOut = row.isDoNotMail || reading.problems.length > 0;
    return isLeftOut ? undefined : { name, company, ...reading.address };
  });
  let question = '';
  try {
    list.requireReadable();
  } catch (error) {
    question = String(error);
  }
  return { printed, question, warning: list.warnings.join(' ') };
}

const print = (value: unknown): string => JSON.stringify(value, (_, one) => (one === '' ? undefined : one));

it('A question that is answered is not asked again, and the letters are right', () => {
  const good = examples.filter(({ rows }) => !rows.some(({ stops }) => stops));
  const counts = { right: 0, asked: 0, 'asked again': 0, 'wrong with a warning': 0, 'wrong in silence': 0 };
  const found: string[] = [];
  for (const example of good) {
    const before = read(example, example.headings, {});
    for (const [index, heading] of example.headings.entries()) {
      if (parseHeading(heading).means !== 'part') continue;
      const headings = example.headings.with(index, 'Quux');
      if (!read(example, headings, {}).question.includes('"Quux"')) continue;
      counts.asked += 1;
      const after = read(example, headings, { Quux: answerFor(heading) });
      if (after.question) {
        counts['asked again'] += 1;
        found.push(`asked again: ${example.program}: ${heading}`);
        continue;
      }
      const isRight = print(after.printed) === print(before.printed);
      // A row that is left out because its address is incomplete is named.
      const isNamed = after.printed.every((one, row) => !one || print(one) === print(before.printed[row]));
      if (isRight) counts.right += 1;
      else if (after.warning || isNamed) counts['wrong with a warning'] += 1;
      else {
        counts['wrong in silence'] += 1;
        found.push(`in silence: ${example.program}: ${heading}`);
      }
    }
  }
  console.log(found.join('\n'), counts);
  expect(counts.asked).toBeGreaterThan(500);
  expect(counts['asked again']).toBe(0);
  // A line that the user explains stays where its column is, even if the lines are in reverse order.
  expect(counts['wrong in silence']).toBeLessThanOrEqual(2);
});
