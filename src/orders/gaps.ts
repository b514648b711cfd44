/** Gaps in a letter: placeholders that no merge field fills in. */
import { maxMergeFields, type Recipient } from '../api/lists.ts';
import { formatCount } from '../format.ts';
import { inputError } from '../inputs.ts';
import { isSimilar } from '../matching/text_match.ts';
import { blankMergeFieldsField, type MergeFieldSummary, placeholder } from '../recipients/merge_fields.ts';
import { findGaps, type Placeholders, sameName } from './placeholders.ts';
import type { Checks } from './result.ts';

/**
 * Stops letters that would have a gap where a merge field belongs. A placeholder that no merge field ever filled in may be the
 * service's own, so it stops them only if a merge field was entered that the letter lacks: one of the two is misspelled.
 * @param known the placeholders, which are remembered if they have a time
 * @throws a user-facing error that names the placeholders
 */
export function requireMergeFields(
  known: Placeholders | undefined,
  { fields, fieldAdvice }: { fields: MergeFieldSummary | undefined; fieldAdvice: string },
): void {
  if (!known || !fields || fields.allowsBlank) return;
  const gaps = findGaps(known.names, fields);
  const unprinted = fields.names.filter((field) => !known.names.some((name) => sameName(name, field)));
  const misspelled = unprinted.filter(
    (field) => fields.entered.includes(field) || [...gaps.keys()].some((name) => isSimilar(field, name)),
  );
  const stopping = [...gaps].filter(([name]) => misspelled.length > 0 || known.filled.includes(name));
  if (stopping.length === 0) return;
  const needed = stopping.map(([name, count]) =>
    count === fields.count
      ? placeholder(name)
      : `${placeholder(name)} for ${formatCount(count, 'person', 'people')}`,
  );
  const blank = stopping.length === 1 ? 'It has no value.' : 'They have no value.';
  const given = misspelled.length > 0 ? `You filled in: ${misspelled.join(', ')}.` : blank;
  const letters = fields.count === 1 ? 'The letter' : 'Letters';
  throw inputError(
    `The letter needs ${needed.join(', ')}. ${given} ${letters} would have a gap there.`,
    known.at === undefined ? fieldAdvice : `${fieldAdvice} ${editedAdvice}`,
  );
}

/** What to do if the letter was edited: its placeholders are known only from an order. */
const editedAdvice = `This is what the letter's last order printed: if you have removed it from the letter since, choose "${blankMergeFieldsField.choices.send}" for one run.`;

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

/** Returns a sentence about the gaps in letters that were just ordered, if there are any. */
export function describeGaps(names: readonly string[], fields: MergeFieldSummary, orderId: string): string[] {
  const gaps = findGaps(names, fields);
  if (gaps.size === 0) return [];
  const letters = formatCount(Math.max(...gaps.values()), 'letter was', 'letters were');
  return [
    `${letters} ordered with a gap at ${[...gaps.keys()].map(placeholder).join(', ')}, unless the letter service fills it in. If not, cancel order ${orderId} at the letter service, if it still can be.`,
  ];
}

/** Says for a preview which placeholders the letter has. @param known undefined if they are unknown */
export function checkPlaceholders(known: Placeholders | undefined, fields?: MergeFieldSummary): Checks {
  if (fields?.count === 0) return {};
  if (!known) {
    const entered = fields?.entered.map(placeholder).join(', ');
    const unused = entered ? `, and so is whether it uses ${entered}` : '';
    return { warning: `This letter's text and placeholders are unknown until its first order${unused}.` };
  }
  const names = known.names.map(placeholder).join(', ');
  const unfilled = fields ? [...findGaps(known.names, fields).keys()] : [];
  return {
    checked: [names ? `Placeholders in the letter: ${names}.` : 'The letter has no placeholders.'],
    notChecked: unfilled.map(
      (name) => `Whether the letter service fills in ${placeholder(name)}: no merge field does.`,
    ),
  };
}
