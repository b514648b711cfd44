/** Finds the field of a new order that the letter service rejected. docs/api.md#errors */
import { unknownAdvice } from '../api/error_codes.ts';
import type { OrderRequest } from '../api/orders.ts';
import { quoteService } from '../api/purpose.ts';
import { Failure, type FailureDetails, getFailure } from '../failure.ts';
import { isPlainObject, toText } from '../inputs.ts';
import { mergeChildren } from './merge_text.ts';
import { listField } from './safety.ts';
import { sheetChildren } from './sheet.ts';

type Item = OrderRequest['contents'][number];

/** Names the rejected field in the error of an order that was not placed, if it is known. */
export function nameRejectedField(error: unknown, order: OrderRequest): unknown {
  const failure = getFailure(error);
  const where = failure && describeRejectedField(order, failure);
  if (!where) return error;
  return new Failure(where + quoteService(failure.serviceMessage), failure);
}

/** Returns a message that names the rejected field, or undefined if it is unknown. */
export function describeRejectedField(
  order: OrderRequest,
  { code, serviceMessage, attribute, expectedType }: FailureDetails,
): string | undefined {
  const hint = `${attribute ?? ''} ${serviceMessage ?? ''}`;
  const place = byPath(order, hint) ?? byValue(order, hint, code);
  if (!place) return undefined;
  switch (code) {
    case 'orders.unknown_file':
      return `${place}: this file does not exist at the letter service. ${unknownAdvice.file}`;
    case 'orders.unknown_font':
      return `${place}: this font does not exist at the letter service. ${unknownAdvice.font}`;
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
function byPath(order: OrderRequest, hint: string): string | undefined {
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
function byValue(order: OrderRequest, hint: string, code: string | undefined): string | undefined {
  const mentions = mentionedValues(order);
  const repeated = mentions.filter(({ value }) => value.length > 2 && hint.includes(value));
  const meant = repeated.length > 0 ? repeated : mentions.filter((one) => one.code === code);
  const places = [...new Set(meant.map(({ place, value }) => `${place} ("${value}")`))];
  return places.length > 0 ? places.join(' or ') : undefined;
}

function mentionedValues(order: OrderRequest) {
  const mentions: { place: string; value: string; code?: string }[] = [
    { place: listField.label, value: order.list },
  ];
  const mention = (place: string, value: unknown, code?: string) => {
    if (value !== undefined && value !== null) mentions.push({ place, value: toText(value), code });
  };
  for (const item of order.contents) {
    const name = nameOf(order, item);
    if (item.type === 'envelope') {
      mention(name, item.envelope_type);
      mention(`${name}, Logo`, item.logo);
      continue;
    }
    mention(`${name}, File`, item.file, 'orders.unknown_file');
    mention(`${name}, Paper Type`, item.paper_type);
    const merges: unknown[] = Array.isArray(item.merge) ? item.merge : [];
    for (const [index, merge] of merges.entries()) {
      if (isPlainObject(merge))
        mention(`${name}, merge text ${index + 1}, Font`, merge.font, 'orders.unknown_font');
    }
  }
  return mentions;
}

const nameOf = (order: OrderRequest, item: Item): string =>
  item.type === 'sheet'
    ? `Sheet ${order.contents.indexOf(item) + 1}`
    : item.outer
      ? 'Outer Envelope'
      : 'Return Envelope';
