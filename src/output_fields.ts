/** Makes the output fields of an operation from its sample. */
import type { PlainOutputField } from 'zapier-platform-core';
import { contactFields } from './person/fields.ts';
import { isPlainObject } from './text/values.ts';

type Values = Readonly<Record<string, unknown>>;

/** The labels of keys whose words do not say what the value is. */
const labels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(contactFields.map(({ key, label }) => [key, label])),
  already_sent_left_out: 'People Who Already Got the Letter',
  changes: 'What Changes',
  checked: 'Checked in the Preview',
  code: 'Reason Code',
  contact_count: 'Number of Contacts',
  'contacts[]id': 'ID of the Contact',
  contacts_note: 'Contact IDs Left Out',
  count: 'Number of Contacts',
  do_not_mail_left_out: 'People Marked Do Not Mail',
  download_href: 'Download Path',
  dry_run: 'Check Only',
  filename: 'File Name',
  incomplete: 'Incomplete Contacts',
  incomplete_left_out: 'Incomplete Contacts Left Out',
  invoice_amount: 'Price',
  is_current: 'Address Is Still Current',
  letter_count: 'Number of Letters',
  match_count: 'Number of Matches',
  not_checked: 'Not Checked in the Preview',
  own_change: 'Caused by a Zap',
  preview_pdf: 'Proof (PDF)',
  price: 'Price With Currency',
  previous_count: 'Previous Number of Contacts',
  recipient_count: 'Number of Recipients',
  'recipients[]external_id': 'Recipient Reference',
  'recipients[]id': 'Recipient ID',
  restore_note: 'How to Restore',
  template__code: 'Template Code',
};

/** The types of values that are text in a sample. */
const types: Readonly<Record<string, PlainOutputField['type']>> = {
  completed: 'datetime',
  content: 'file',
  preview_pdf: 'file',
  previous_list: 'file',
  updated: 'datetime',
};

/**
 * Returns the sample and the output fields of an operation: one for each value, with `id` as the primary one.
 * @param more values that the sample lacks, because only some results have them. An empty object means one with any keys.
 */
export const describeOutput = <Sample extends Values>(sample: Sample, more: Values = {}) => ({
  sample,
  outputFields: outputFieldsOf({ ...sample, ...more }),
});

export const outputFieldsOf = (values: Values): PlainOutputField[] =>
  Object.entries(values).flatMap(([key, value]) => fieldsOf(key, labelFromKey(key), value));

function fieldsOf(key: string, label: string, value: unknown): PlainOutputField[] {
  const [first] = Array.isArray(value) ? value : [];
  const [object, separator, prefix] = isPlainObject(first) ? [first, '[]', ''] : [value, '__', `${label} `];
  const parts = isPlainObject(object) ? Object.entries(object) : [];
  if (parts.length > 0) {
    return parts.flatMap(([part, inner]) => {
      const path = key + separator + part;
      return fieldsOf(path, labels[path] ?? prefix + labelFromKey(part), inner);
    });
  }
  return [
    {
      key,
      label,
      ...(key === 'id' ? { primary: true } : {}),
      ...(Array.isArray(value) ? { list: true } : {}),
      ...(isPlainObject(value) ? { dict: true } : { type: types[key] ?? typeOf(value) }),
    },
  ];
}

function typeOf(value: unknown): PlainOutputField['type'] {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value !== 'number') return 'string';
  return Number.isInteger(value) ? 'integer' : 'number';
}

const labelFromKey = (key: string): string =>
  labels[key] ??
  key
    .split('_')
    .map((word) => (word === 'id' ? 'ID' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
