import { describe, expect, it } from '@jest/globals';
import { findNamedFields } from '../page/shared/named_fields.ts';
import { firstItems } from '../page/shared/visible_items.ts';

const itemsOf = (record: Record<string, string>) =>
  Object.entries(record).map(([path, value]) => ({ path, label: path, value }));
const pathsOf = (record: Record<string, string>, isPreview: boolean) =>
  firstItems(itemsOf(record), isPreview).map(({ path }) => path);

describe('The values that are visible at once', () => {
  it('of a preview are the envelopes, what was checked, the columns, and what was not checked', () => {
    const preview = {
      id: 'not-ordered-preview-only',
      order_id: 'not-ordered-preview-only',
      invoice_amount: '',
      letter_count: '2',
      name: 'Ann Lee',
      used_columns: 'Donor → Name',
      ignored_columns: 'Mr/Mrs (not in Merge Columns)',
      first_envelopes: 'Ann Lee',
      checked: 'Greeting: … For Ann Lee: {amount} is "$50".',
      not_checked: 'Whether …',
      'merge_fields.amount': '$50',
    };
    expect(pathsOf(preview, true)).toEqual([
      'first_envelopes',
      'checked',
      'used_columns',
      'ignored_columns',
      'not_checked',
    ]);
  });

  it('of a replaced mailing list are its size, the columns, and how to restore the previous one', () => {
    const result = {
      id: '4b7d21f0c93e48a6b05d8f1e2a3c4d5e',
      contact_count: '6',
      previous_count: '26',
      previous_list: 'https://example.com/list.json',
      'contacts[].contact_id': 'c-204-1187',
      used_columns: 'Donor → Name',
      ignored_columns: '',
      do_not_mail_left_out: '0',
      dry_run: 'false',
      changes: '6 people stay',
      restore_note: 'To restore …',
    };
    expect(pathsOf(result, false).slice(0, 6)).toEqual([
      'contact_count',
      'previous_count',
      'changes',
      'used_columns',
      'previous_list',
      'restore_note',
    ]);
  });

  it('of an order begin with its ID and price', () => {
    const order = {
      id: 'm-1',
      created: '2026-03-12',
      letter_count: '0',
      invoice_amount: '1.17',
      order_id: 'm-1',
    };
    expect(pathsOf(order, false)).toEqual(['order_id', 'invoice_amount', 'id', 'created']);
  });
});

describe('A message names fields', () => {
  const fields = ['Columns', 'Merge Columns', 'Name', 'Default Country'].map((label) => ({
    key: label,
    label,
  }));
  const namesIn = (message: string) => findNamedFields(message, fields).map(({ key }) => key);

  it('by their labels', () => {
    expect(namesIn('In Columns, enter Heading → Field, or fill in Default Country.')).toEqual([
      'Columns',
      'Default Country',
    ]);
  });

  it('and the longest label counts', () => {
    expect(namesIn('Add it to Merge Columns.')).toEqual(['Merge Columns']);
  });

  it('but not by words like them', () => {
    expect(namesIn('The file has the columns "Names" and "city".')).toEqual([]);
  });
});
