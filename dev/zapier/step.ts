/** One action or search of a Zap, from what the user filled in to the record that later steps can map. */
import * as zod from 'zod';
import { coerce, missingFields } from './coercion.ts';
import { type Connection, connectionWith } from './connection.ts';
import {
  type Entry,
  entryOf,
  hasDynamicFields,
  type InputField,
  inputField,
  type Kind,
  staticFields,
} from './definition.ts';
import { RequiredFieldError } from './failure.ts';
import { isDehydrated, replaceDehydrated } from './hydration.ts';
import type { Platform } from './platform.ts';
import type { ZapRecord } from './zap.ts';

export interface Step {
  key: string;
  inputData?: Record<string, unknown>;
  connection?: Connection;
  /** Whether this is the editor's Test button and not a Zap that runs. */
  test?: boolean;
}

const record = zod.record(zod.string(), zod.unknown());

/** Runs an action. Required fields, types, files of earlier steps, lock and throttle are dealt with as Zapier does. */
export const runCreate = async (platform: Platform, step: Step): Promise<ZapRecord> =>
  record.parse(await perform(platform, 'creates', step));

/** Runs a search. @returns everything that was found, best match first; a Zap goes on with the first */
export async function runSearch(platform: Platform, step: Step): Promise<ZapRecord[]> {
  const found = zod
    .union([zod.array(record), zod.looseObject({ results: zod.array(record) })])
    .parse(await perform(platform, 'searches', step));
  return Array.isArray(found) ? found : found.results;
}

/** A search that creates what it does not find, and can update what it does find. */
export async function runSearchOrCreate(
  platform: Platform,
  step: Step & { createData?: Record<string, unknown> },
): Promise<{ found: boolean; record: ZapRecord }> {
  const { searchOrCreates } = await platform.definition();
  const pair = searchOrCreates[step.key];
  if (!pair) throw new Error(`The connector has no search-or-create "${step.key}".`);
  const [first] = await runSearch(platform, { ...step, key: pair.search });
  const createData = step.createData ?? {};
  if (!first) {
    return {
      found: false,
      record: await runCreate(platform, { ...step, key: pair.create, inputData: createData }),
    };
  }
  if (!pair.update) return { found: true, record: first };
  const fromSearch = Object.entries(pair.updateInputFromSearchOutput ?? {}).map(([input, output]) => [
    input,
    first[output],
  ]);
  const inputData = { ...createData, ...Object.fromEntries(fromSearch) };
  return { found: true, record: await runCreate(platform, { ...step, key: pair.update, inputData }) };
}

/** The fields of a form as the editor shows them, those that a function adds included. */
export async function inputFields(
  platform: Platform,
  kind: Kind,
  { key, inputData = {}, connection }: Step,
): Promise<InputField[]> {
  const entry = entryOf(await platform.definition(), kind, key);
  if (!hasDynamicFields(entry)) return staticFields(entry);
  const fields = await platform.run({
    method: `${kind}.${key}.operation.inputFields`,
    bundle: { inputData },
    connection,
  });
  return zod.array(inputField).parse(fields);
}

export interface Choices {
  results: { id: string; label: string }[];
  /** What to ask with for more; nothing when this was all. */
  pagingToken: string | undefined;
}

const choiceId = zod.union([zod.string(), zod.number()]).transform(String);
const choiceList = zod.array(zod.looseObject({ id: choiceId, label: zod.string().optional() }));
const choicePage = zod.union([
  choiceList.transform((results) => ({ results, paging_token: null })),
  zod.looseObject({ results: choiceList, paging_token: zod.string().nullish() }),
]);

/** One page of a field's dropdown, also of one in line items. @throws when the field has none that asks the service */
export async function choices(
  platform: Platform,
  kind: Kind,
  step: Step & { field: string; pagingToken?: string },
): Promise<Choices> {
  const { key, field, inputData = {}, connection, pagingToken } = step;
  const definition = await platform.definition();
  const entry = entryOf(definition, kind, key);
  const path = choicesPath(entry, field);
  if (path) {
    const answer = await platform.run({
      method: `${kind}.${key}.operation.${path}`,
      bundle: {
        inputData,
        meta: {
          isFillingDynamicDropdown: true,
          ...(pagingToken === undefined ? {} : { paging_token: pagingToken }),
        },
      },
      connection,
    });
    const { results, paging_token: next } = choicePage.parse(answer);
    return {
      results: results.map(({ id, label }) => ({ id, label: label ?? id })),
      pagingToken: next ?? undefined,
    };
  }
  const fields = await inputFields(platform, kind, step);
  const found = fields.flatMap((one) => [one, ...(one.children ?? [])]).find((one) => one.key === field);
  if (!found?.dynamic) throw new Error(`"${field}" of "${key}" is no dropdown that asks the service.`);
  return choicesOfTrigger(platform, found.dynamic, step);
}

/** Where the function of a field's own dropdown is. */
function choicesPath({ operation }: Entry, field: string): string | undefined {
  for (const [index, one] of operation.inputFields.entries()) {
    if (typeof one === 'string') continue;
    if (one.key === field && asks(one)) return `inputFields.${index}.choices.perform`;
    const child = one.children?.findIndex((inner) => inner.key === field && asks(inner)) ?? -1;
    if (child >= 0) return `inputFields.${index}.children.${child}.choices.perform`;
  }
  return undefined;
}

const asks = ({ choices: given }: Pick<InputField, 'choices'>): boolean =>
  given !== undefined && !Array.isArray(given) && Boolean(given.perform);

/** A dropdown filled by another trigger, as `dynamic: 'trigger.value.label'` says. */
async function choicesOfTrigger(
  platform: Platform,
  dynamic: string,
  { inputData = {}, connection, pagingToken }: Step & { pagingToken?: string },
): Promise<Choices> {
  const [key = '', idKey = 'id', labelKey = idKey] = dynamic.split('.');
  const { operation } = entryOf(await platform.definition(), 'triggers', key);
  const page = Number(pagingToken ?? 0);
  const records = zod.array(record).parse(
    await platform.run({
      method: `triggers.${key}.operation.perform`,
      bundle: { inputData, meta: { isFillingDynamicDropdown: true, page } },
      connection,
      ...(operation.canPaginate ? { storeKey: `dropdown:${key}:${connection?.id}` } : {}),
    }),
  );
  return {
    results: records.map((one) => ({ id: String(one[idKey]), label: String(one[labelKey] ?? one[idKey]) })),
    pagingToken: operation.canPaginate && records.length > 0 ? String(page + 1) : undefined,
  };
}

/**
 * What Zapier checks of a form before it turns a Zap on: that nothing required is blank.
 * @throws a sentence that names the fields
 */
export async function checkRequired(platform: Platform, kind: Kind, step: Step): Promise<void> {
  const entry = entryOf(await platform.definition(), kind, step.key);
  complainAboutMissing(entry, step.inputData ?? {}, await inputFields(platform, kind, step));
}

async function perform(platform: Platform, kind: 'creates' | 'searches', step: Step): Promise<unknown> {
  const entry = entryOf(await platform.definition(), kind, step.key);
  const connection = step.connection ?? connectionWith({});
  const fields = await inputFields(platform, kind, step);
  const given = await mapped(platform, step.inputData ?? {}, fields, connection);
  complainAboutMissing(entry, given, fields);
  const inputData = coerce(given, fields, platform.timezone);
  const owner = { user: connection.user, connection: connection.id };
  return platform.limits.run({ kind, entry, inputData, owner }, () =>
    platform.run({
      method: `${kind}.${step.key}.operation.perform`,
      bundle: { inputData, inputDataRaw: given, meta: { isLoadingSample: step.test ?? false } },
      connection,
    }),
  );
}

/** A dehydrated file becomes an address that fetches it when read; any other dehydrated value is fetched now. */
async function mapped(
  platform: Platform,
  inputData: Record<string, unknown>,
  fields: readonly InputField[],
  connection: Connection,
): Promise<Record<string, unknown>> {
  const files = new Set(fields.filter(({ type }) => type === 'file').map(({ key }) => key));
  const entries = Object.entries(inputData).map(async ([key, value]) => [
    key,
    files.has(key) && isDehydrated(value)
      ? await replaceDehydrated(value, async (one) => platform.lazyFile(one, connection))
      : await platform.hydrate(value, connection),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

function complainAboutMissing(
  entry: Entry,
  given: Record<string, unknown>,
  fields: readonly InputField[],
): void {
  const missing = missingFields(
    given,
    fields.map((field) => (field.default ? { ...field, required: false } : field)),
  );
  if (missing.length > 0) throw new RequiredFieldError(entry.display.label, missing);
}
