/** A step's form in the editor: its fields, its dropdowns and the check for required fields. */
import * as zod from 'zod';
import { rejectMissingFields } from './coercion.ts';
import type { Connection } from './connection.ts';
import {
  findOperation,
  hasDynamicFields,
  type InputField,
  inputField,
  type Operation,
  type OperationKind,
  staticInputFields,
} from './definition.ts';
import type { LocalZapier } from './local_zapier.ts';

/** An operation with its input. */
export interface Form {
  key: string;
  inputData?: Record<string, unknown>;
  connection?: Connection | undefined;
}

/** Returns the fields of a form, including those that a function adds. */
export async function fetchInputFields(
  zapier: LocalZapier,
  kind: OperationKind,
  { key, inputData = {}, connection }: Form,
): Promise<InputField[]> {
  const operation = findOperation(await zapier.definition(), kind, key);
  if (!hasDynamicFields(operation)) return staticInputFields(operation);
  const fields = await zapier.run({
    method: `${kind}.${key}.operation.inputFields`,
    bundle: { inputData },
    connection,
  });
  return zod.array(inputField).parse(fields);
}

/** Checks that no required field is blank, as Zapier does before it turns on a Zap. @throws RequiredFieldError */
export async function checkRequiredFields(
  zapier: LocalZapier,
  kind: OperationKind,
  form: Form,
): Promise<void> {
  const operation = findOperation(await zapier.definition(), kind, form.key);
  rejectMissingFields(operation, form.inputData ?? {}, await fetchInputFields(zapier, kind, form));
}

export interface Choices {
  results: { id: string; label: string }[];
  /** The token for the next page, if there is one. */
  pagingToken: string | undefined;
}

interface ChoicesRequest extends Form {
  field: string;
  pagingToken?: string;
}

const choiceId = zod.union([zod.string(), zod.number()]).transform(String);
const choiceList = zod.array(zod.looseObject({ id: choiceId, label: zod.string().optional() }));
const choicePage = zod.union([
  choiceList.transform((results) => ({ results, paging_token: null })),
  zod.looseObject({ results: choiceList, paging_token: zod.string().nullish() }),
]);
const recordList = zod.array(zod.record(zod.string(), zod.unknown()));

/** Fetches one page of a field's dynamic dropdown, also in line items. @throws if the field has no such dropdown */
export async function fetchChoices(
  zapier: LocalZapier,
  kind: OperationKind,
  request: ChoicesRequest,
): Promise<Choices> {
  const { key, field, inputData = {}, connection, pagingToken } = request;
  const operation = findOperation(await zapier.definition(), kind, key);
  const path = pathOfChoices(operation, field);
  if (path) {
    const page = await zapier.run({
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
    const { results, paging_token: next } = choicePage.parse(page);
    return {
      results: results.map(({ id, label }) => ({ id, label: label ?? id })),
      pagingToken: next ?? undefined,
    };
  }
  const fields = (await fetchInputFields(zapier, kind, request)).flatMap((parent) => [
    parent,
    ...(parent.children ?? []),
  ]);
  const dynamic = fields.find((candidate) => candidate.key === field)?.dynamic;
  if (!dynamic) throw new Error(`The field "${field}" of "${key}" has no dynamic dropdown.`);
  return fetchTriggerChoices(zapier, dynamic, request);
}

/** Returns the path of the function that fills a dropdown. */
function pathOfChoices({ operation }: Operation, key: string): string | undefined {
  for (const [index, field] of operation.inputFields.entries()) {
    if (typeof field === 'string') continue;
    if (field.key === key && hasChoicesFunction(field)) return `inputFields.${index}.choices.perform`;
    const childIndex =
      field.children?.findIndex((child) => child.key === key && hasChoicesFunction(child)) ?? -1;
    if (childIndex >= 0) return `inputFields.${index}.children.${childIndex}.choices.perform`;
  }
  return undefined;
}

const hasChoicesFunction = ({ choices }: Pick<InputField, 'choices'>): boolean =>
  choices !== undefined && !Array.isArray(choices) && Boolean(choices.perform);

/** Fetches a page of a dropdown that another trigger fills, as in `dynamic: 'trigger.id.label'`. */
async function fetchTriggerChoices(
  zapier: LocalZapier,
  dynamic: string,
  { inputData = {}, connection, pagingToken }: ChoicesRequest,
): Promise<Choices> {
  const [key = '', idKey = 'id', labelKey = idKey] = dynamic.split('.');
  const { operation } = findOperation(await zapier.definition(), 'triggers', key);
  const page = Number(pagingToken ?? 0);
  const records = recordList.parse(
    await zapier.run({
      method: `triggers.${key}.operation.perform`,
      bundle: { inputData, meta: { isFillingDynamicDropdown: true, page } },
      connection,
      ...(operation.canPaginate ? { storeKey: `dropdown:${key}:${connection?.id}` } : {}),
    }),
  );
  return {
    results: records.map((record) => ({
      id: String(record[idKey]),
      label: String(record[labelKey] ?? record[idKey]),
    })),
    pagingToken: operation.canPaginate && records.length > 0 ? String(page + 1) : undefined,
  };
}
