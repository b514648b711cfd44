/** Finds the field of a new order that the letter service rejected. docs/api.md#errors */
import type { FailureDetails } from '../api/failure.ts';
import type { Envelope, NewOrder, Sheet } from '../api/orders.ts';
import { mergeChildren } from './merge_text.ts';
import { listField } from './safety.ts';
import { sheetChildren } from './sheet.ts';

/** Returns a message that names the rejected field, or undefined if it is unknown. */
export function describeRejectedField(
  order: NewOrder,
  { code, serviceMessage, attribute, expectedType }: FailureDetails,
): string | undefined {
  const hint = `${attribute ?? ''} ${serviceMessage ?? ''}`;
  const place = byPath(order, hint) ?? byValue(order, hint, code);
  if (!place) return undefined;
  switch (code) {
    case 'orders.unknown_file':
      return `${place}: this file does not exist at the letter service. Upload it in an earlier step and map the file from there.`;
    case 'orders.unknown_font':
      return `${place}: this font does not exist at the letter service. Use a font from one of your earlier orders.`;
    case 'orders.invalid_id':
      return `${place}: the letter service did not recognize this value. Check it, or copy it from an earlier order.`;
    case 'orders.missing_attribute':
      return `${place} is blank, but the letter service requires it. Fill it in.`;
    case 'orders.invalid_data':
      return `${place}: the letter service expects ${expectedType ? `a value of type ${expectedType}` : 'another kind of value'} here. Check numbers and yes/no values.`;
    default:
      return undefined;
  }
}

/** Finds the field by a path such as `contents[0].merge[1].font`, written with brackets, dots or slashes. */
function byPath(order: NewOrder, hint: string): string | undefined {
  const path = /contents\W{1,2}(\d+)(?:\W{1,3}merge\W{1,2}(\d+))?(?:\W{1,3}([a-z_]+))?/i.exec(hint);
  if (!path) return /(^|\W)list(\W|$)/.test(hint.split(' ')[0] ?? '') ? listField.label : undefined;
  const [, itemIndex, mergeIndex, key] = path;
  const item = order.contents[Number(itemIndex)];
  if (!item) return undefined;
  const fields = mergeIndex === undefined ? sheetChildren : mergeChildren;
  const label =
    [...fields].find((field) => field.key === key)?.label ??
    (key === 'envelope_type' ? 'type' : key?.replaceAll('_', ' '));
  const text = mergeIndex === undefined ? '' : `, merge text ${Number(mergeIndex) + 1}`;
  return `${nameOf(order, item)}${text}${label ? `, ${label}` : ''}`;
}

/** Finds the fields by a value that the service quotes, otherwise by the kind of value that the code names. */
function byValue(order: NewOrder, hint: string, code: string | undefined): string | undefined {
  const mentions = mentionedValues(order);
  const repeated = mentions.filter(({ value }) => value.length > 2 && hint.includes(value));
  const meant = repeated.length > 0 ? repeated : mentions.filter((one) => one.code === code);
  const places = [...new Set(meant.map(({ place, value }) => `${place} ("${value}")`))];
  return places.length > 0 ? places.join(' or ') : undefined;
}

function mentionedValues(order: NewOrder) {
  const mentions: { place: string; value: string; code?: string }[] = [
    { place: listField.label, value: order.list },
  ];
  for (const item of order.contents) {
    const name = nameOf(order, item);
    if (item.type === 'envelope') {
      mentions.push({ place: name, value: item.envelope_type });
      if (item.logo !== undefined) mentions.push({ place: `${name}, Logo`, value: item.logo });
      continue;
    }
    mentions.push({ place: `${name}, File`, value: item.file, code: 'orders.unknown_file' });
    if (item.paper_type !== undefined)
      mentions.push({ place: `${name}, Paper Type`, value: item.paper_type });
    for (const [index, { font }] of (item.merge ?? []).entries()) {
      if (font !== undefined)
        mentions.push({
          place: `${name}, merge text ${index + 1}, Font`,
          value: font,
          code: 'orders.unknown_font',
        });
    }
  }
  return mentions;
}

const nameOf = (order: NewOrder, item: Sheet | Envelope): string =>
  item.type === 'sheet'
    ? `Sheet ${order.contents.indexOf(item) + 1}`
    : item.outer
      ? 'Outer Envelope'
      : 'Return Envelope';
