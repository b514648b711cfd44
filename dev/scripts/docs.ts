/**
 * `npm run docs`: writes `docs/`, a page for each trigger, action and search and a map of them, from the definition as it
 * is built. What is not in the definition, what can go wrong, stands in `troubles.ts`.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { InputField } from '@print-and-mail/zapier';
import {
  type App,
  builtApp,
  type Entry,
  type Kind,
  kinds,
  outputFieldsOf,
  visibleEntries,
} from '../checks/app.ts';
import { leaves } from '../checks/shape.ts';
import { everywhere, type Trouble, troubles } from './troubles.ts';

export const docsFolder = new URL('../../docs/', import.meta.url);

const words: Record<Kind, { folder: string; one: string; many: string; lead: string }> = {
  triggers: { folder: 'triggers', one: 'Trigger', many: 'Triggers', lead: 'What starts a Zap.' },
  creates: { folder: 'actions', one: 'Action', many: 'Actions', lead: 'What a Zap does.' },
  searches: { folder: 'searches', one: 'Search', many: 'Searches', lead: 'What a Zap looks up.' },
};

/** The folders that hold nothing but pages of this kind. */
export const pageFolders = Object.values(words).map(({ folder }) => folder);

/** Every page by its path in `docs/`. @throws when an operation has no entry in `troubles.ts`, or an entry no operation */
export function pages(app: App): Map<string, string> {
  const all = visibleEntries(app);
  const keys = all.map(({ entry: { key } }) => key);
  for (const key of Object.keys(troubles)) {
    if (!keys.includes(key))
      throw new Error(`dev/scripts/troubles.ts speaks of "${key}", which does not exist.`);
  }
  return new Map([
    ['README.md', map(app)],
    ...all.map(({ kind, entry }): [string, string] => [pathOf(kind, entry), page(app, kind, entry)]),
  ]);
}

const pathOf = (kind: Kind, { key }: Entry): string => `${words[kind].folder}/${key}.md`;

function map(app: App): string {
  const lists = kinds.flatMap((kind) => [
    `## ${words[kind].many}`,
    words[kind].lead,
    table(
      [words[kind].one, 'What it does'],
      visibleEntries(app)
        .filter((placed) => placed.kind === kind)
        .map(({ entry }) => [`[${entry.display.label}](${pathOf(kind, entry)})`, entry.display.description]),
    ),
  ]);
  return joined([
    '# Pages',
    'For people who build Zaps: a page for every step, with its fields, what it gives to later steps, and what can go wrong. How to connect an account, and what to do when a Zap stops, stands in the [README](../README.md).',
    ...lists,
    '## For developers',
    table(
      ['Page', 'What it tells'],
      [
        ['[service.md](service.md)', 'What the sandbox does where the description of the service is silent.'],
        ['[README](../README.md#for-the-maintainer)', 'Where things are, the commands, how to go live.'],
        ['[CHANGELOG](../CHANGELOG.md)', 'What each version brought.'],
      ],
    ),
    written,
  ]);
}

/** Markdown's comment, seen by whoever wants to edit the page. */
const written =
  '<!-- Written by `npm run docs` from the definition; edit the texts in `src/` and run it again. -->';

function page(app: App, kind: Kind, entry: Entry): string {
  const { display, operation, key } = entry;
  const inputs = operation.inputFields.filter((field) => typeof field !== 'string');
  const own = troubles[key];
  if (!own)
    throw new Error(`dev/scripts/troubles.ts has no entry for "${key}": say what can go wrong there.`);
  return joined([
    `# ${display.label}`,
    `${display.description}${howItStarts(kind, entry)}`,
    ...alsoCreates(app, kind, key),
    ...inputs.filter(({ type }) => type === 'copy').map(({ helpText = '' }) => `> ${helpText}`),
    '## What to fill in',
    ...inputTables(entry, inputs),
    '## What later steps get',
    outputTable(kind, entry),
    '## What can go wrong',
    troubleTable([...own, ...everywhere]),
    `[All pages](../README.md)`,
    written,
  ]);
}

function howItStarts(kind: Kind, { operation }: Entry): string {
  if (kind !== 'triggers') return '';
  return operation.type === 'hook'
    ? ' The Zap starts at once: the letter service tells Zapier when it happens.'
    : ' Zapier looks every few minutes, so the Zap starts a little later.';
}

const alsoCreates = (app: App, kind: Kind, key: string): string[] =>
  kind === 'searches'
    ? Object.values(app.searchOrCreates)
        .filter(({ search }) => search === key)
        .map(({ display, create }) => {
          const label = app.creates[create]?.display.label ?? create;
          return `Can also be used as **${display.label}**: ${lowerFirst(display.description)} The fields of [${label}](../actions/${create}.md) then stand below these.`;
        })
    : [];

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

function inputTables({ operation }: Entry, inputs: InputField[]): string[] {
  const fields = inputs.filter(({ type }) => type !== 'copy');
  if (fields.length === 0) return ['Nothing: this step has no fields.'];
  const groups = [{ key: undefined, label: undefined }, ...operation.inputFieldGroups];
  return groups.flatMap(({ key, label }) => {
    const members = fields.filter(({ group }) => group === key);
    if (members.length === 0) return [];
    const rows = members.flatMap((field) => inputRows(field));
    return [...(label ? [`### ${label}`] : []), table(['Field', 'What it is for'], rows)];
  });
}

function inputRows(field: InputField): string[][] {
  const lead = `**${field.label ?? field.key}**${field.required ? ' (required)' : ''}`;
  if (!field.children) return [[lead, about(field)]];
  return [
    [lead, 'Line items: as many as there are, each with the fields below.'],
    ...field.children.map((child) => [
      `${field.label ?? field.key}: **${child.label ?? child.key}**${child.required ? ' (required)' : ''}`,
      about(child),
    ]),
  ];
}

type PlainField = Pick<InputField, 'helpText' | 'choices' | 'default' | 'placeholder' | 'type' | 'list'>;

function about(field: PlainField): string {
  const choices = choicesOf(field);
  const standard = standardOf(field, choices);
  return [
    field.helpText,
    field.list ? 'Several are possible.' : undefined,
    choices.length > 0 ? `Choices: ${choices.map(({ label }) => `*${label}*`).join(', ')}.` : undefined,
    field.type === 'boolean' ? 'Yes or no.' : undefined,
    standard === undefined ? undefined : `Unless you change it: *${standard}*.`,
    field.placeholder === undefined ? undefined : `For example \`${field.placeholder}\`.`,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

function choicesOf({ choices }: PlainField): { value: string; label: string }[] {
  if (choices === undefined) return [];
  if (Array.isArray(choices))
    return choices.map((one) => (typeof one === 'string' ? { value: one, label: one } : one));
  if (typeof choices.perform === 'string') return [];
  return Object.entries(choices).map(([value, label]) => ({ value, label: String(label) }));
}

function standardOf(field: PlainField, choices: { value: string; label: string }[]): string | undefined {
  if (field.default === undefined) return undefined;
  if (field.type === 'boolean') return field.default === 'true' ? 'yes' : 'no';
  return choices.find(({ value }) => value === field.default)?.label ?? field.default;
}

function outputTable(kind: Kind, entry: Entry): string {
  const examples = new Map(leaves(entry.operation.sample ?? {}).map(({ path, value }) => [path, value]));
  const rows = outputFieldsOf(entry).map(({ key, label = key, type }) => {
    const example = examples.get(key);
    return [
      key.includes('[]') ? `${label} (line items)` : label,
      type === 'file' && example === undefined ? 'a file, fetched when a later step uses it' : shown(example),
    ];
  });
  const nothing =
    kind === 'searches'
      ? ['When nothing is found, the search gives nothing, and the Zap can go on or stop.']
      : [];
  return joined([table(['Value', 'Example'], rows), ...nothing]).trimEnd();
}

function shown(example: unknown): string {
  if (example === undefined || example === null || example === '') return '';
  if (typeof example === 'boolean') return example ? 'yes' : 'no';
  return `\`${String(example).replaceAll('\n', ' ⏎ ')}\``;
}

const troubleTable = (list: readonly Trouble[]): string =>
  table(
    ['You read …', 'What to do'],
    list.map(({ says, advice }) => [`“… ${says} …”`, advice]),
  );

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`)
    .join('\n');

const joined = (parts: string[]): string => `${parts.join('\n\n')}\n`;

async function writePages(): Promise<void> {
  // A page whose operation is gone goes with it.
  for (const folder of pageFolders) await rm(new URL(folder, docsFolder), { recursive: true, force: true });
  for (const [path, content] of pages(await builtApp())) {
    const file = new URL(path, docsFolder);
    await mkdir(dirname(file.pathname), { recursive: true });
    await writeFile(file, content);
  }
}

if (import.meta.main) await writePages();
