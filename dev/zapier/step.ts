/** Runs an action or search step: from the mapped input to the record that later steps can map. */
import * as zod from 'zod';
import { coerceInput } from './coercion.ts';
import { type Connection, connectionFor } from './connection.ts';
import { findOperation, type InputField } from './definition.ts';
import { HeldError, retryTime } from './errors.ts';
import { type Form, fetchInputFields, rejectMissingFields } from './form.ts';
import { isDehydrated, replaceDehydrated } from './hydration.ts';
import type { LocalZapier } from './local_zapier.ts';
import type { ZapRecord } from './zap.ts';

export interface Step extends Form {
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
  step: Step & { createData?: Record<string, unknown> },
): Promise<{ found: boolean; record: ZapRecord }> {
  const { searchOrCreates } = await zapier.definition();
  const pair = searchOrCreates[step.key];
  if (!pair) throw new Error(`The connector has no search-or-create "${step.key}".`);
  const [first] = await runSearch(zapier, { ...step, key: pair.search });
  const createData = step.createData ?? {};
  if (!first) {
    return {
      found: false,
      record: await runCreate(zapier, { ...step, key: pair.create, inputData: createData }),
    };
  }
  if (!pair.update) return { found: true, record: first };
  const fromSearch = Object.entries(pair.updateInputFromSearchOutput ?? {}).map(([input, output]) => [
    input,
    first[output],
  ]);
  const inputData = { ...createData, ...Object.fromEntries(fromSearch) };
  return { found: true, record: await runCreate(zapier, { ...step, key: pair.update, inputData }) };
}

async function perform(zapier: LocalZapier, kind: 'creates' | 'searches', step: Step): Promise<unknown> {
  const operation = findOperation(await zapier.definition(), kind, step.key);
  const connection = step.connection ?? connectionFor({});
  const fields = await fetchInputFields(zapier, kind, step);
  const inputDataRaw = await hydrateInput(zapier, step.inputData ?? {}, fields, connection);
  rejectMissingFields(operation, inputDataRaw, fields);
  const inputData = coerceInput(inputDataRaw, fields, zapier.timezone);
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
  const entries = Object.entries(inputData).map(async ([key, value]) => [
    key,
    files.has(key) && isDehydrated(value)
      ? await replaceDehydrated(value, async (file) => zapier.createLazyFile(file, connection))
      : await zapier.hydrate(value, connection),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}
