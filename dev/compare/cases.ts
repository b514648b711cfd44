/** Draws the steps of a comparison: the example of a step with other values in some of its fields. */
import { gzipSync } from 'node:zlib';
import type app from '../../src/index.ts';
import type { TestAccount } from '../../test/fault_injection/support/test_account.ts';
import addressExamples from '../../test/list_columns/examples/addresses.json' with { type: 'json' };
import listExamples from '../../test/list_columns/examples/lists.json' with { type: 'json' };
import { exampleInputs } from '../../test/support/example_inputs.ts';
import type { Case, File, Run, Transfer } from './case.ts';
import { ann, typedPeople } from './examples.ts';
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

/** Returns the steps that both versions have, with the fields that both know. */
export function findSharedSteps(before: App, after: App): Map<string, readonly Field[]> {
  const stepsOf = ({ creates, searches, triggers }: App) =>
    Object.entries({ creates, searches, triggers }).flatMap(([kind, steps]) =>
      Object.entries(steps).map(([key, { operation }]): [string, readonly Field[]] => [
        `${kind}.${key}`,
        operation.inputFields ?? [],
      ]),
    );
  const old = new Map(stepsOf(before));
  return new Map(
    stepsOf(after).flatMap(([path, fields]) => {
      const known = old.get(path)?.map(({ key }) => key);
      return known ? [[path, fields.filter(({ key }) => known.includes(key))]] : [];
    }),
  );
}

type Person = Readonly<Record<string, string | undefined>>;

const lists: readonly { headings: string[]; rows: { cells: string[]; prints?: Person }[] }[] = listExamples;
const rows = lists.flatMap((list) => list.rows);
const people: readonly Person[] = [
  ...rows.flatMap(({ prints }) => (prints ? [prints] : [])),
  ...addressExamples.map(({ typed }): Person => ({ name: 'Ann Lee', ...typed })),
  ...typedPeople.map((typed): Person => ({ ...ann, ...typed })),
];
/** What stands behind the URL of a letter. */
const documents: readonly string[] = [
  '%PDF-1.7\n%%EOF',
  '%PDF-1.7\n%%EOF',
  `\n%PDF-1.4\n${'0 0 1 rg\n'.repeat(5_000)}%%EOF`,
  'The link is too old.',
  '<!DOCTYPE html><title>Sign in</title>',
  'Name,City\nAnn Lee,Erie\n',
  '',
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
function drawListFile(random: Random): { names: string[]; content: string } {
  const list = random.pick(lists);
  const names = list.headings.map((name) => (random.chance(0.03) ? random.pick(headings) : name));
  const table = list.rows.map((row) =>
    row.cells.map((cell) => (random.chance(0.03) ? random.pick(cells) : cell)),
  );
  const objects = table.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
  if (random.chance(0.2)) return { names, content: JSON.stringify(objects) };
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  return { names, content: [names, ...table].map((row) => row.map(quote).join(',')).join('\n') };
}

const transfers: readonly Transfer[] = ['whole', 'chunked', 'compressed', 'half', 'half, compressed'];

/** Draws one run of a step. Only fields that both versions know are filled in. */
function drawRun(random: Random, path: string, fields: readonly Field[]): Run {
  const keys = new Set(fields.map(({ key }) => key));
  const { input = {}, deliveries } = exampleInputs({ serveFile: (name) => name })[path] ?? {};
  const inputData = Object.fromEntries(Object.entries(input).filter(([key]) => keys.has(key)));
  for (const field of fields) {
    if (field.type === 'file' || field.type === 'copy') continue;
    if (field.children || random.chance(0.2))
      inputData[field.key] = drawValue(random, field, inputData[field.key]);
  }
  const transfer = random.chance(0.7) ? 'whole' : random.pick(transfers);
  let file: File | undefined;
  if (keys.has('columns')) {
    delete inputData.file;
    if (random.chance(0.7)) {
      const { names, content } = drawListFile(random);
      file = { name: 'list', content, transfer };
      // The step asks for them, and an earlier version does not understand "all".
      if (keys.has('merge_columns') && random.chance(0.9)) inputData.merge_columns = names.slice(-2);
      for (const field of fields) if (field.children) delete inputData[field.key];
    }
  } else if (inputData.file !== undefined && !/^f-/.test(String(inputData.file))) {
    file = { name: String(inputData.file), content: random.pick(documents), transfer };
  }
  return {
    path,
    inputData,
    isTest: random.chance(0.2),
    file,
    ...(deliveries ? { notice: random.pick(deliveries) } : {}),
  };
}

/** Draws a step, one with many fields more often, and in some cases what runs minutes or days later: the same again, or with other values. */
export function drawCase(random: Random, steps: ReadonlyMap<string, readonly Field[]>): Case {
  const [path, fields] = random.pick([...steps].flatMap((step) => [step, ...step[1].map(() => step)]));
  const drawAddress = () => {
    const { name: _, ...address } = random.pick(people);
    return { address };
  };
  const first: Run = { ...drawRun(random, path, fields), changed: drawAddress() };
  const later = Array.from({ length: random.chance(0.3) ? random.between(1, 3) : 0 }, (): Run => {
    const other = drawRun(random, path, fields);
    const [key = ''] = random.chance(0.5) ? [random.pick(Object.keys(other.inputData).concat(''))] : [];
    return {
      ...first,
      inputData:
        key in other.inputData ? { ...first.inputData, [key]: other.inputData[key] } : first.inputData,
      file: random.chance(0.2) ? other.file : first.file,
      hours: random.pick([0, 0.1, 25, 24 * 30]),
      changed: random.chance(0.2) ? drawAddress() : {},
    };
  });
  return { runs: [first, ...later] };
}

/** Returns the input of a run for an account, which serves its file. */
export function inputFor(account: TestAccount, { path, inputData, file }: Run): Record<string, unknown> {
  if (!file)
    return inputData.file === undefined
      ? inputData
      : { ...inputData, file: exampleInputs(account)[path]?.input.file ?? inputData.file };
  const { name, content, transfer } = file;
  const body = Buffer.from(content);
  const sent = transfer.endsWith('compressed') ? gzipSync(body) : body;
  const url = account.serveFile(name, {
    content: transfer.startsWith('half') ? sent.subarray(0, sent.length / 2) : sent,
    chunked: transfer === 'chunked',
    headers: {
      ...(transfer.endsWith('compressed') ? { 'content-encoding': 'gzip' } : {}),
      ...(transfer === 'half' ? { 'content-length': String(sent.length) } : {}),
    },
  });
  return { ...inputData, file: url };
}
