/** The columns of a list file. */
import { contactKeys, contactLineItemFields } from './contact_fields.ts';

/** Case, spaces, hyphens and underscores of a heading do not matter. */
export const normalizeHeading = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

/** Columns are named by a field's key or label. */
export const fieldNames = new Map<string, (typeof contactKeys)[number]>(
  contactKeys.flatMap((key) => {
    const label = contactLineItemFields.find((field) => field.key === key)?.label ?? key;
    return [
      [normalizeHeading(key), key],
      [normalizeHeading(label), key],
    ];
  }),
);
