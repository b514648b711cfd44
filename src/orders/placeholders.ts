/**
 * The placeholders of a letter that merge fields must fill in. The service returns the text of a saved order only in an
 * order placed from it, so `saved_order.ts` remembers the placeholders in that order.
 */
import * as zod from 'zod/mini';
import { maxMergeFields, type Recipient } from '../api/lists.ts';
import type { Cache } from '../cache.ts';
import { tryOrLog } from '../failure.ts';
import { printedName } from '../person/contact.ts';
import { type ListedRecipient, peopleWithout } from '../recipients/collector.ts';
import {
  blankMergeFieldsAdvice,
  blankMergeFieldsField,
  isRecipientPlaceholder,
  type MergeFieldSummary,
  placeholder,
} from '../recipients/merge_fields.ts';
import { inputError } from '../steps/inputs.ts';
import { formatCount, listFirst, truncate } from '../text/format.ts';
import { isSimilar } from '../text/text_match.ts';
import { groupBy } from '../text/values.ts';
import type { Checks } from './order.ts';

export const placeholdersSchema = zod.object({
  names: zod.array(zod.string()),
  /** The placeholders that a merge field has filled in before. The service may fill in the rest, such as a date. */
  filled: zod.array(zod.string()),
  /** When they were remembered, in milliseconds since 1970. */
  at: zod.optional(zod.number()),
  /** The order whose text had them, and its number of letters. */
  order: zod.optional(zod.object({ id: zod.string(), count: zod.number() })),
});

/** The placeholders in the texts of a letter, except those that the service fills in from the recipient. */
export type Placeholders = zod.output<typeof placeholdersSchema>;

/** Seconds to remember placeholders: half a year. Some letters are sent only once a season. */
export const placeholderLifetime = 182 * 86_400;

/** Returns the printed texts, wherever they are in the contents. */
export function findTexts(contents: unknown): string[] {
  if (typeof contents !== 'object' || contents === null) return [];
  return Object.entries(contents).flatMap(([key, value]) =>
    key === 'text' && typeof value === 'string' ? [value] : findTexts(value),
  );
}

export const placeholderPattern = /\{\s*([^{}\s]+)\s*\}/g;

export function findPlaceholders(contents: unknown): string[] {
  const names = findTexts(contents).flatMap((text) =>
    [...text.matchAll(placeholderPattern)].map(([, name = '']) => name),
  );
  return [...new Set(names)].filter((name) => !isRecipientPlaceholder(name));
}

/** The merge fields of the people who get a letter, if they are known, and what messages say about them. */
export interface FieldsOfPeople {
  /** The merge fields of the people who are not left out, or undefined if they are unknown. */
  readonly fields: MergeFieldSummary | undefined;
  /** The people, if they are known. */
  readonly listed?: readonly ListedRecipient[];
  /** Says how to add a merge field that the letter needs. */
  fieldAdvice: string;
}

/** Finds a name that differs at most in case, which the service may ignore. */
const findName = (name: string, names: readonly string[]): string | undefined =>
  names.find((one) => one.toLowerCase() === name.toLowerCase());

/** Returns the placeholders for which some people have no value, and how many people lack each value. */
export function findGaps(names: readonly string[], fields: MergeFieldSummary): Map<string, number> {
  const counts = names.map((name) => {
    const field = findName(name, fields.names);
    return [name, field === undefined ? fields.count : (fields.gaps[field] ?? 0)] as const;
  });
  return new Map(counts.filter(([, count]) => count > 0));
}

/** Returns the placeholders that have a value for at least one person. */
export function findFilled(names: readonly string[], fields: MergeFieldSummary): string[] {
  const gaps = findGaps(names, fields);
  return names.filter((name) => (gaps.get(name) ?? 0) < fields.count);
}

/**
 * Stops letters that would have a gap where a merge field belongs. The service may fill in a placeholder that no merge field ever
 * filled in. Such a placeholder stops letters only if the letter does not use a merge field that the user entered or that has a similar
 * name: one of the two is misspelled.
 * @param known the placeholders; from the cache if they have a time
 * @throws a user-facing error that names the placeholders
 */
export function requireMergeFields(known: Placeholders | undefined, people: FieldsOfPeople): void {
  const { fields, fieldAdvice, listed } = people;
  if (!known || !fields || fields.allowsBlank) return;
  const gaps = findGaps(known.names, fields);
  const unprinted = fields.names.filter((field) => findName(field, known.names) === undefined);
  const misspelled = unprinted.filter(
    (field) => fields.entered.includes(field) || [...gaps.keys()].some((name) => isSimilar(field, name)),
  );
  const stopping = [...gaps].filter(([name]) => misspelled.length > 0 || known.filled.includes(name));
  if (stopping.length === 0) return;
  const byPeople = groupBy(stopping, ([name, count]) => {
    if (count === fields.count) return '';
    const names = peopleWithout(listed ?? [], findName(name, fields.names) ?? name);
    return listFirst(names, ', ') || formatCount(count, 'person', 'people');
  });
  const needed = [...byPeople].map(([who, some]) => {
    const names = some.map(([name]) => placeholder(name)).join(', ');
    return byPeople.size > 1 && who ? `${names} for ${who}` : names;
  });
  const [who] = byPeople.size === 1 ? byPeople.keys() : [];
  const blank = `There is no value for ${stopping.length === 1 ? 'it' : 'them'}.`;
  const given = misspelled.length > 0 ? `You filled in: ${misspelled.join(', ')}.` : blank;
  const advice = listed && !byPeople.has('') ? blankMergeFieldsAdvice : fieldAdvice;
  throw inputError(
    `${who ? `${who}: ` : ''}The letter needs ${needed.join(', ')}. ${given} The letter would have a gap there.`,
    known.at === undefined
      ? advice
      : `${advice} If the letter no longer prints it, choose "${blankMergeFieldsField.choices.send}" for one run.`,
  );
}

/** Adds merge fields with the capitals that the letter uses, in case the service distinguishes them. */
export function addSpellings(recipient: Recipient, known: Placeholders | undefined): Recipient {
  const { metadata } = recipient;
  if (!known || !metadata) return recipient;
  const added = known.names.flatMap((name) => {
    const field = findName(name, Object.keys(metadata));
    return field === undefined ? [] : [[name, metadata[field] ?? '']];
  });
  const all = { ...Object.fromEntries(added), ...metadata };
  return Object.keys(all).length > maxMergeFields ? recipient : { ...recipient, metadata: all };
}

/** Returns a sentence about the gaps in letters that were just ordered, or null if they have none. */
export function describeGaps(names: readonly string[], fields: MergeFieldSummary, orderId: string) {
  const gaps = findGaps(names, fields);
  if (gaps.size === 0) return null;
  const [most = 0] = [...gaps.values()].sort((one, other) => other - one);
  const letters = formatCount(most, 'letter was', 'letters were');
  return `${letters} ordered with a gap at ${listFirst([...gaps.keys()].map(placeholder), ', ')}, unless the letter service fills it in. If not, cancel order ${orderId} at the letter service, if it still can be.`;
}

/** Maximum number of merge fields whose values a preview shows. */
const maxShownValues = 20;

/** Shows the merge fields of the first person, for a preview: those that the letter prints, if it is known. */
export function describeValues(first: Recipient | undefined, known: Placeholders | undefined): Checks {
  const byName = new Map(
    Object.entries(first?.metadata ?? {})
      .reverse()
      .map(([name, value]) => [name.toLowerCase(), `${placeholder(name)} is "${truncate(value)}"`]),
  );
  const printed = [...byName].filter(([name]) => !known || findName(name, known.names) !== undefined);
  const values = printed.reverse().map(([, shown]) => shown);
  const whose = truncate(printedName(first ?? {}));
  return values.length > 0 ? { checked: [`For ${whose}: ${listFirst(values, ', ', maxShownValues)}.`] } : {};
}

/** Returns the checks about the placeholders, for a preview. @param known undefined if they are unknown */
export function checkPlaceholders(known: Placeholders | undefined, fields?: MergeFieldSummary): Checks {
  if (fields?.count === 0) return {};
  if (!known) {
    const look = 'look at its proof (the PDF of the order) before you send more';
    const advice = fields?.count === 1 ? `After it, ${look}` : `Send one letter alone first, and ${look}`;
    return { warning: `This letter's text and placeholders are unknown until its first order. ${advice}.` };
  }
  const names = known.names.map(placeholder).join(', ');
  const unfilled = fields ? [...findGaps(known.names, fields).keys()] : [];
  return {
    checked: [
      names
        ? `Placeholders in the letter: ${names}.`
        : 'The last order printed no merge field, unless one is inside its file, which cannot be seen here: look at its proof (the PDF of the order).',
    ],
    notChecked: unfilled.map(
      (name) => `No merge field fills in ${placeholder(name)}. The letter service may.`,
    ),
  };
}

/** Returns the placeholders among `names` that a merge field has filled in before, in any letter. */
export async function recallFilled(cache: Cache, names: readonly string[]): Promise<string[]> {
  const values = await tryOrLog(cache.z, 'The placeholders of earlier orders could not be looked up.', () =>
    Promise.all(names.map((name) => cache.read(filledKey(name)))),
  );
  return names.filter((_, index) => values?.[index] !== undefined);
}

/** Remembers that merge fields fill in these placeholders, so that Repeat Order With New File can stop letters with a gap there. */
export async function rememberFilled(cache: Cache, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await tryOrLog(
      cache.z,
      `Zapier did not remember that merge fields fill in ${placeholder(name)}, so Repeat Order With New File may print nothing there.`,
      async () => {
        if ((await cache.peek(filledKey(name))) !== undefined) return;
        await cache.write(filledKey(name), true, placeholderLifetime, { isCleanUp: true });
      },
    );
  }
}

const filledKey = (name: string): string => `filled:${name.toLowerCase()}`;
