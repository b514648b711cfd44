/** Gaps in a letter: placeholders that no merge field fills in. */
import { maxMergeFields, type Recipient } from '../api/lists.ts';
import { formatCount } from '../format.ts';
import { inputError } from '../inputs.ts';
import { isSimilar } from '../matching/text_match.ts';
import { blankMergeFieldsField, type MergeFieldSummary, placeholder } from '../recipients/merge_fields.ts';
import { countGaps, type Placeholders, sameName } from './placeholders.ts';
import type { Checks } from './preview.ts';

/**
 * Stops letters that would have a gap where a merge field belongs. A placeholder that no merge field ever filled in may be the
 * service's own, so it stops them only if a merge field was entered that the letter lacks: one of the two is misspelled.
 * @param known the placeholders, which are remembered if they have a time
 * @param advice how to add the merge field
 * @throws a user-facing error that names the placeholders
 */
export function requireMergeFields(
  known: Placeholders | undefined,
  fields: MergeFieldSummary,
  advice: string,
): void {
  if (!known || fields.allowsBlank) return;
  const missing = known.names.filter((name) => countGaps(name, fields) > 0);
  const unprinted = fields.names.filter((field) => !known.names.some((name) => sameName(name, field)));
  const misspelled = unprinted.filter(
    (field) => fields.entered.includes(field) || missing.some((name) => isSimilar(field, name)),
  );
  const stopping = missing.filter((name) => misspelled.length > 0 || known.filled.includes(name));
  if (stopping.length === 0) return;
  const gaps = stopping.map((name) => {
    const count = countGaps(name, fields);
    return count === fields.count
      ? placeholder(name)
      : `${placeholder(name)} for ${formatCount(count, 'person', 'people')}`;
  });
  const given =
    misspelled.length > 0
      ? `You filled in: ${misspelled.join(', ')}.`
      : stopping.length === 1
        ? 'It has no value.'
        : 'They have no value.';
  const letters = fields.count === 1 ? 'The letter' : 'Letters';
  throw inputError(
    `The letter needs ${gaps.join(', ')}. ${given} ${letters} would have a gap there.`,
    known.at === undefined ? advice : `${advice} ${editedAdvice}`,
  );
}

/** Adds the merge fields that the letter spells with other capitals, in case the service distinguishes them. */
export function spellAs(recipient: Recipient, known: Placeholders | undefined): Recipient {
  const { metadata } = recipient;
  if (!known || !metadata) return recipient;
  const spelled = known.names.flatMap((name) => {
    const field = Object.keys(metadata).find((one) => sameName(one, name));
    return field === undefined ? [] : [[name, metadata[field] ?? '']];
  });
  const whole = { ...Object.fromEntries(spelled), ...metadata };
  return Object.keys(whole).length > maxMergeFields ? recipient : { ...recipient, metadata: whole };
}

/** What to do if the letter was edited: its placeholders are known only from an order. */
const editedAdvice = `This is what the letter's last order printed: if you have removed it from the letter since, choose "${blankMergeFieldsField.choices.send}" for one run.`;

/** How to add a merge field to a list that another step made. */
export const listFieldAdvice = `Add it in the Create Temporary List step, or choose "${blankMergeFieldsField.choices.send}" there in ${blankMergeFieldsField.label}.`;

/** Returns a sentence about the gaps in letters that were just ordered, or undefined. */
export function describeGaps(
  names: readonly string[] | undefined,
  fields: MergeFieldSummary,
  orderId: string,
): string | undefined {
  const missing = names?.filter((name) => countGaps(name, fields) > 0) ?? [];
  if (missing.length === 0) return undefined;
  const count = Math.max(...missing.map((name) => countGaps(name, fields)));
  return `${formatCount(count, 'letter was', 'letters were')} ordered with a gap at ${missing.map(placeholder).join(', ')}, unless the letter service fills it in. If not, cancel order ${orderId} at the letter service, if it still can be.`;
}

/** @param known undefined if unknown */
export function checkPlaceholders(known: Placeholders | undefined, fields?: MergeFieldSummary): Checks {
  if (fields?.count === 0) return {};
  if (!known) {
    const { entered = [] } = fields ?? {};
    const unused =
      entered.length > 0 ? `, and so is whether it uses ${entered.map(placeholder).join(', ')}` : '';
    return {
      unknown: `This letter's text and placeholders are unknown until its first order${unused}.`,
    };
  }
  const unfilled = fields ? known.names.filter((name) => countGaps(name, fields) > 0) : [];
  return {
    checked: [
      known.names.length === 0
        ? 'The letter has no placeholders.'
        : `Placeholders in the letter: ${known.names.map(placeholder).join(', ')}.`,
    ],
    notChecked: unfilled.map(
      (name) => `Whether the letter service fills in ${placeholder(name)}: no merge field does.`,
    ),
  };
}
