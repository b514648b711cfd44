/** Runs an action or search step: from the mapped input to the record that later steps can map. */
import { Readable } from 'node:stream';
import * as zod from 'zod';
import { coerceInput, rejectMissingFields } from './coercion.ts';
import { type Connection, connectionFor } from './connection.ts';
import { findOperation, type InputField } from './definition.ts';
import { HeldError, retryTime } from './errors.ts';
import { type Form, fetchInputFields } from './form.ts';
import { replaceDehydrated } from './hydration.ts';
import type { LocalZapier } from './local_zapier.ts';
import type { ZapRecord } from './zap.ts';

export interface Step extends Form {
  /** The fields before mappings are replaced, such as `{{123__name}}`. Default: `inputData`. */
  inputDataRaw?: Record<string, unknown>;
  /** Whether the step is tested in the editor rather than run by a Zap. */
  test?: boolean;
}

const record = zod.record(zod.string(), zod.unknown());

/**
 * Runs an action.
 * @throws HeldError if a live run is throttled: run the step again at `retryAt`
 * @throws RequiredFieldError if a required field is blank
 * @throws HandlerError if the connector fails
 */
export const runCreate = async (zapier: LocalZapier, step: Step): Promise<ZapRecord> =>
  record.parse(await perform(zapier, 'creates', step));

/** Runs a search. @returns all results; a Zap continues with the first. @throws as `runCreate` */
export async function runSearch(zapier: LocalZapier, step: Step): Promise<ZapRecord[]> {
  const found = zod
    .union([zod.array(record), zod.looseObject({ results: zod.array(record) })])
    .parse(await perform(zapier, 'searches', step));
  return Array.isArray(found) ? found : found.results;
}

/** Runs a search and, if nothing is found, its action. @throws as `runCreate` */
export async function runSearchOrCreate(
  zapier: LocalZapier,
  step: Step & { createData?: Record<string, unknown>; createDataRaw?: Record<string, unknown> },
): Promise<{ found: boolean; record: ZapRecord }> {
  const { searchOrCreates } = await zapier.definition();
  const pair = searchOrCreates[step.key];
  if (!pair) throw new Error(`The connector has no search-or-create "${step.key}".`);
  const [first] = await runSearch(zapier, { ...step, key: pair.search });
  const { createData = {}, createDataRaw: inputDataRaw = createData } = step;
  if (!first) {
    return {
      found: false,
      record: await runCreate(zapier, { ...step, key: pair.create, inputData: createData, inputDataRaw }),
    };
  }
  if (!pair.update) return { found: true, record: first };
  const fromSearch = Object.entries(pair.updateInputFromSearchOutput ?? {}).map(([input, output]) => [
    input,
    first[output],
  ]);
  const inputData = { ...createData, ...Object.fromEntries(fromSearch) };
  return {
    found: true,
    record: await runCreate(zapier, { ...step, key: pair.update, inputData, inputDataRaw }),
  };
}

async function perform(zapier: LocalZapier, kind: 'creates' | 'searches', step: Step): Promise<unknown> {
  const operation = findOperation(await zapier.definition(), kind, step.key);
  const connection = step.connection ?? connectionFor({});
  const fields = await fetchInputFields(zapier, kind, step);
  const { inputData: entered = {}, inputDataRaw = entered } = step;
  const hydrated = await hydrateInput(zapier, entered, fields, connection);
  rejectMissingFields(operation, hydrated, fields);
  const inputData = coerceInput(hydrated, fields, zapier.timezone);
  const run = { operation, inputData, owner: { user: connection.user, connection: connection.id } };
  try {
    zapier.throttle.count(run);
    return await zapier.locks.hold(run, () =>
      zapier.run({
        method: `${kind}.${step.key}.operation.perform`,
        bundle: { inputData, inputDataRaw, meta: { isLoadingSample: step.test ?? false } },
        connection,
      }),
    );
  } catch (error) {
    const retryAt = step.test ? undefined : retryTime(error, zapier.now());
    if (error instanceof Error && retryAt) throw new HeldError(error, retryAt);
    throw error;
  }
}

/** Replaces dehydrated values: in a file field by a URL that fetches the file when it is read, elsewhere at once. */
async function hydrateInput(
  zapier: LocalZapier,
  inputData: Record<string, unknown>,
  fields: readonly InputField[],
  connection: Connection,
): Promise<Record<string, unknown>> {
  const files = new Set(fields.filter(({ type }) => type === 'file').map(({ key }) => key));
  const entries = Object.entries(inputData).map(async ([key, value]) => {
    if (!files.has(key)) return [key, await zapier.hydrate(value, connection)];
    const withUrls = await replaceDehydrated(value, async (file) => zapier.createLazyFile(file, connection));
    return [key, typeof withUrls === 'string' ? await toFileUrl(zapier, withUrls) : withUrls];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Returns a URL unchanged. Stores other text as a text file, as Zapier does in a file field, and returns the file's URL. */
async function toFileUrl({ stash, origin }: LocalZapier, value: string): Promise<string> {
  if (!value.trim() || /^https?:\/\//i.test(value.trim())) return value;
  const [firstLine = ''] = value.trim().split(/[\r\n]/);
  const name = firstLine
    .slice(0, 50)
    .replace(/\.\w{1,5}$/, '')
    .replace(/[/\\:*?"<>|]/g, ' ');
  const { key } = await stash.store(`${name}.txt`, 'text/plain', Readable.from([value]));
  return `${origin}/${key}`;
}

/**
 * Does the work as Zapier runs a step of a live Zap: whenever the step is held, it moves the clock of the local Zapier
 * forward and runs the whole step again.
 * @throws HeldError if the step is still held after `maxRuns`, or what the work throws
 */
export async function runUntilDone<Result>(
  zapier: LocalZapier,
  work: () => Promise<Result>,
  maxRuns = 5,
): Promise<Result> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof HeldError) || runs === maxRuns) throw error;
      zapier.advance(Math.max(0, error.retryAt.getTime() - zapier.now()));
    }
  }
}
