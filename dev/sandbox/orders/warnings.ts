/** Finds what a person would regret about an order, before or after it is mailed. */
import { addressProblem, displayName } from '../contacts/contact.ts';
import { groupByName } from '../http/query.ts';
import { shorten } from '../http/service_error.ts';
import type { PrintedRecipient } from '../lists/recipients.ts';
import type { Service } from '../service.ts';
import type { Address, ContentItem, Order, PreviewNotes } from '../store/records.ts';
import { orderRecipients } from './merge_fields.ts';
import { splitLines } from './preview/lines.ts';
import { commonMergeFields, mergeValues, placeholder, placeholdersIn } from './preview/merge.ts';

/** How many recipients a warning names. */
const maxNamed = 5;

/** How many placeholders, and how many kinds of addresses, have warnings. */
const maxWarnings = 20;

/** Returns sentences about the order. Those about the print are known once its preview is rendered. */
export function orderWarnings(service: Service, order: Order): string[] {
  const recipients = orderRecipients(service, order);
  const hasOuterEnvelope = order.contents.some((item) => item.type === 'envelope' && item.outer);
  return [
    ...(recipients.length === 0 ? ['The list is empty, so no letter is printed.'] : []),
    ...(hasOuterEnvelope ? [] : ['There is no outer envelope, so the letters cannot be mailed.']),
    ...addressWarnings(recipients),
    ...mergeFieldWarnings(order.contents, recipients),
    ...(service.database.get<PreviewNotes>('preview', order.id)?.warnings ?? []),
  ];
}

/** Returns a sentence for each problem of addresses, with the first names. */
function addressWarnings(recipients: readonly PrintedRecipient[]): string[] {
  const problems = recipients.flatMap((recipient): [string, string][] => {
    const problem = printedAddressProblem(recipient.address);
    return problem === undefined ? [] : [[problem, shorten(displayName(recipient))]];
  });
  return Array.from(groupByName(problems))
    .slice(0, maxWarnings)
    .map(([problem, names]) => {
      const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
      return `${problem} Check ${names.slice(0, maxNamed).join(', ')}${more}.`;
    });
}

/** Returns why a letter may not arrive at the address. */
function printedAddressProblem(address: Address): string | undefined {
  if (Object.values(address).every((part) => part.trim() === '')) return 'A letter has no address.';
  return addressProblem(address) ?? (address.street.trim() === '' ? 'An address has no street.' : undefined);
}

/** Returns a sentence for each placeholder without a value. A line with only `{company}` is left out on purpose. */
function mergeFieldWarnings(
  contents: readonly ContentItem[],
  recipients: readonly PrintedRecipient[],
): string[] {
  const texts = contents.flatMap((item) => (item.type === 'sheet' ? (item.merge ?? []) : []));
  const lines = new Set(texts.flatMap(({ text }) => splitLines(text)));
  const checked = new Set<string>();
  for (const line of lines) {
    const isOptional = isOmitted(line);
    for (const name of placeholdersIn(line))
      if (!isOptional || !commonMergeFields.includes(name)) checked.add(name);
  }
  if (checked.size === 0) return [];
  const values = recipients.map(mergeValues);
  return [...checked].slice(0, maxWarnings).flatMap((name) => {
    const missing = values.filter((fields) => !fields.get(name)?.trim()).length;
    if (missing === 0) return [];
    const all = recipients.length === 1 ? 'the only recipient' : 'all recipients';
    const whom = missing === recipients.length ? all : `${missing} of ${recipients.length} recipients`;
    return `{${name}} is missing for ${whom}.`;
  });
}

/** Returns whether the line is left out if its placeholders have no values. */
const isOmitted = (line: string): boolean => line.replace(placeholder, '').trim() === '';
