/** Maps the column names of a list file to contact fields. */
import { contactKeys, contactLineItemFields } from '../resources/contact_fields.ts';

/** Returns a heading without case, spaces, hyphens and underscores, for comparison. */
export const normalizeHeading = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

/** The field keys by their normalized key and label. */
export const fieldNames = new Map<string, (typeof contactKeys)[number]>(
  contactKeys.flatMap((key) => {
    const label = contactLineItemFields.find((field) => field.key === key)?.label ?? key;
    return [
      [normalizeHeading(key), key],
      [normalizeHeading(label), key],
    ];
  }),
);
