/** Draws the steps of a comparison: the example of a step with other values in some of its fields. */
import type app from '../../src/index.ts';
import type { TestAccount } from '../../test/fault_injection/support/test_account.ts';
import addressExamples from '../../test/list_columns/examples/addresses.json' with { type: 'json' };
import listExamples from '../../test/list_columns/examples/lists.json' with { type: 'json' };
import { exampleInputs } from '../../test/support/example_inputs.ts';
import type { Random } from './random.ts';

interface Field {
  key: string;
  type?: string;
  list?: boolean;
  dict?: boolean;
  choices?: unknown;
  children?: readonly Field[];
}

/** A version of the connector. */
export type App = typeof app;

/** A step to run. */
export interface Case {
  /** Such as `creates.create_contact`. */
  path: string;
  inputData: Record<string, unknown>;
  /** Whether it is a test in the editor. */
  isTest: boolean;
  /** Whether the same step runs again, which may recognize what the first run did. */
  runsAgain: boolean;
  /** The address of the first contact on the mailing list. */
  storedAddress: Record<string, unknown>;
  /** The content of the list file, if the step reads one. Each account that runs the case serves it at its own URL. */
  listFile: string | undefined;
}

/** Returns the actions and searches that both versions have, with the fields that both know. */
export function findSharedSteps(before: App, after: App): Map<string, readonly Field[]> {
  const stepsOf = ({ creates, searches }: App) =>
    Object.entries({ creates, searches }).flatMap(([kind, steps]) =>
      Object.entries(steps).map(([key, { operation }]): [string, readonly Field[]] => [
        `${kind}.${key}`,
        operation.inputFields,
      ]),
    );
  const old = new Map(stepsOf(before));
  return new Map(
    stepsOf(after).flatMap(([path, fields]) => {
      const known = new Set(old.get(path)?.map(({ key }) => key));
      return known.size > 0 ? [[path, fields.filter(({ key }) => known.has(key))]] : [];
    }),
  );
}

type Person = Readonly<Record<string, string | undefined>>;

const lists: readonly { headings: string[]; rows: { cells: string[]; prints?: Person }[] }[] = listExamples;
const rows = lists.flatMap((list) => list.rows);
const people: readonly Person[] = [
  ...rows.flatMap(({ prints }) => (prints ? [prints] : [])),
  ...addressExamples.map(({ typed }): Person => ({ name: 'Ann Lee', ...typed })),
];
const headings = lists.flatMap((list) => list.headings);
const cells = rows.flatMap((row) => row.cells);

/** Values as earlier steps pass them on, which no field expects. */
const oddValues: readonly unknown[] = [
  ...['', ' ', null, 0, false, 'null', 'N/A', 'undefined undefined', '[object Object]', '{{1__name}}'],
  ...[
    'a\nb',
    'Zoë 👩‍👩‍👧 "Z"',
    '&amp; <br>',
    'x'.repeat(1_001),
    { id: 1 },
    [],
    ['a', ''],
    [['a', 'b'], 'c, d'],
  ],
];
const numbers = '1 2 7 1.000 1,000 1.5 1,5 8.5in 12pt 1e3 -1 +2 007 1’000 ten 9007199254740993'.split(' ');
const ids =
  'c-100-0001 c-100-0002 C-100-0001 f-100-0001 m-100-0001 l-018-2203 l-100-0001 donor-1 DONOR-1 0042'.split(
    ' ',
  );
const words = 'true false yes no Y N on off 1 0 ja send day 2'.split(' ');

/** Returns values that fit the field. */
function fittingValues({ key, type, choices }: Field): readonly unknown[] {
  const known = Object.entries(choices ?? {}).flat();
  if (type === 'boolean' || known.includes('true')) return words;
  if (known.length > 0 && known.every((one) => typeof one === 'string')) return known;
  const values = people.flatMap((person) => person[key] ?? []);
  if (values.length > 0) return values;
  if (/_id$|_ids$/.test(key)) return ids;
  return /number|minimum|limit|width|height|rows|cols|size|page|^[xy]$/.test(key) ? numbers : cells;
}

/** Draws a value for a field, which fits more often than not. */
function drawValue(random: Random, field: Field, example: unknown): unknown {
  if (random.chance(0.05)) return random.pick(oddValues);
  const { children, dict, list } = field;
  if (children) {
    const [item] = Array.isArray(example) ? example : [{}];
    return Array.from({ length: random.between(1, 3) }, (_, index) => {
      const person = { ...random.pick(people), external_id: `donor-${index}` };
      const base = children.some(({ key }) => key === 'street') ? person : Object(item);
      const drawn = children.flatMap((child) =>
        random.chance(0.1) ? [[child.key, drawValue(random, child, undefined)] as const] : [],
      );
      return { ...base, ...Object.fromEntries(drawn) };
    });
  }
  if (dict) return { [random.pick(headings)]: random.pick(['Street', 'ignore', 'Name', '$5', '']) };
  const draw = () => random.pick(random.chance(0.9) ? fittingValues(field) : [...cells, ...ids, ...numbers]);
  if (!list) return draw();
  const several = [draw(), draw()];
  return random.pick([several, several.join(', '), [several.join(',')], [several, []]]);
}

/** Draws the content of a list file: an example with other headings and cells in some places. */
function drawListFile(random: Random): string {
  const list = random.pick(lists);
  const names = list.headings.map((name) => (random.chance(0.03) ? random.pick(headings) : name));
  const table = list.rows.map((row) =>
    row.cells.map((cell) => (random.chance(0.03) ? random.pick(cells) : cell)),
  );
  if (random.chance(0.2))
    return JSON.stringify(
      table.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]]))),
    );
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  return [names, ...table].map((row) => row.map(quote).join(',')).join('\n');
}

/** Draws a step: one with many fields more often. Only fields that both versions know are filled in. */
export function drawCase(random: Random, steps: ReadonlyMap<string, readonly Field[]>): Case {
  const [path, fields] = random.pick([...steps].flatMap((step) => step[1].map(() => step)));
  const keys = new Set(fields.map(({ key }) => key));
  const { input = {} } = exampleInputs({ serveFile: (name) => name })[path] ?? {};
  const inputData = Object.fromEntries(Object.entries(input).filter(([key]) => keys.has(key)));
  for (const field of fields) {
    if (field.type === 'file' || field.type === 'copy') continue;
    if (field.children || random.chance(0.2))
      inputData[field.key] = drawValue(random, field, inputData[field.key]);
  }
  let listFile: string | undefined;
  if (keys.has('columns')) {
    delete inputData.file;
    if (random.chance(0.7)) {
      listFile = drawListFile(random);
      for (const field of fields) if (field.children) delete inputData[field.key];
    }
  }
  const { name: _, ...storedAddress } = random.pick(people);
  const [isTest, runsAgain] = [random.chance(0.2), random.chance(0.2)];
  return { path, inputData, isTest, runsAgain, storedAddress, listFile };
}

/** Returns the input of a case for an account, which serves its file. */
export function inputFor(account: TestAccount, { path, inputData, listFile }: Case): Record<string, unknown> {
  if (listFile !== undefined) return { ...inputData, file: account.serveFile('list', { content: listFile }) };
  const { file } = exampleInputs(account)[path]?.input ?? {};
  return inputData.file === undefined ? inputData : { ...inputData, file };
}
