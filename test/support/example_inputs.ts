/** A valid input for each operation with input fields. The tests that try every operation start from these. */
import app from '../../src/index.ts';
import type { TestAccount } from '../fault_injection/support/test_account.ts';

export interface ExampleInput {
  input: Record<string, unknown>;
  /** Other values, for fields for which no value can be made up. A child of line items is named like `sheets[]width`. */
  others?: Record<string, unknown>;
  /** Fields whose other value makes the step fail, because that is what they are for. */
  limits?: readonly string[];
  /** For a trigger: bodies of deliveries that its filters tell apart. */
  deliveries?: readonly Record<string, unknown>[];
}

const ann = { name: 'Ann Lee', street: '1 A St', city: 'Columbus', state: 'OH' };
/** A list without any reference does not replace one that has them. */
const donor = { name: 'Bob Ray', city: 'Dayton', external_id: 'donor-1' };
const noStreet = { name: 'Cid Poe', city: 'Dayton' };
const blankMergeField = { merge_fields: { amount: '' }, blank_merge_fields: 'send' };
const search = { input: { search: 'ann' }, others: { contact_id: 'c-100-0001', limit: '1' } };

const addressUpdate = { contact_id: 'c-100-0001', code: 'returned_mail' };

/** Fields that take a number. Their type is `string`, because Zapier would turn "8,5" into 8. */
const orderNumbers = [
  ...['width', 'height', 'rows', 'cols'].map((key) => `sheets[]${key}`),
  ...['size', 'page', 'x', 'y'].map((key) => `merges[]${key}`),
  ...['outer', 'return'].flatMap((name) => [`${name}_envelope_width`, `${name}_envelope_height`]),
];

/** By default, a search looks for the name in its sample. */
const namedSearches = Object.fromEntries(
  Object.entries(app.searches ?? {}).flatMap(([key, { operation }]): [string, ExampleInput][] => {
    const name: unknown = operation.sample?.name;
    return typeof name === 'string' ? [[`searches.${key}`, { input: { name } }]] : [];
  }),
);

/** Returns the examples by the operation's path. Their IDs and files exist for this account. */
export function exampleInputs(account: Pick<TestAccount, 'serveFile'>): Record<string, ExampleInput> {
  const pdf = (name: string, content: string) =>
    account.serveFile(name, { content, headers: { 'content-type': 'application/pdf' } });
  const csv = () =>
    account.serveFile('list.csv', {
      content: 'name,street,city,state,zip,donor id,spent\nBob,1 A St,Akron,OH,44301,7,$5\n',
    });
  const otherCsv = () =>
    account.serveFile('other.csv', { content: 'name,street,city,state,zip\nEve,2 B St,Akron,OH,44302\n' });
  return {
    ...namedSearches,
    'triggers.address_update': {
      input: {},
      deliveries: [
        { ...addressUpdate, new_address: { city: 'Akron', is_deliverable: true } },
        { ...addressUpdate, code: 'unspecified', new_address: { is_deliverable: false } },
        { ...addressUpdate, loopback_token: true },
      ],
    },
    'triggers.mail_returned': {
      input: {},
      deliveries: [
        { ...addressUpdate, new_address: { city: 'Elsewhere' } },
        { ...addressUpdate, loopback_token: true },
      ],
    },
    'triggers.order_complete': { input: {}, deliveries: [{ order_id: 'm-100-0001' }] },
    'triggers.service_event': {
      input: { event: 'orders.order_shipped.v1' },
      others: { event: 'orders.order_complete.v1' },
      deliveries: [{ loopback_token: true, text: 'A body without an event' }],
    },
    'creates.create_contact': { input: { name: 'Ann Lee' } },
    'creates.upsert_contact': { input: { external_id: 'donor-1', name: 'Ann Lee' } },
    'creates.update_contact': {
      input: { contact_id: 'c-100-0001' },
      others: { contact_id: 'c-100-0002', clear_fields: ['external_id'] },
    },
    'creates.delete_contact': {
      input: { contact_id: 'c-100-0001' },
      others: { contact_id: 'c-100-0002' },
    },
    'creates.replace_mailing_list': {
      input: { minimum_contacts: '1', contacts: [ann, donor], allow_different_people: true },
      others: {
        file: csv(),
        columns: { spent: 'Greeting' },
        default_country: 'Sweden',
        minimum_contacts: '7',
        allow_different_people: false,
      },
      limits: ['minimum_contacts', 'allow_different_people'],
    },
    'creates.upload_file': {
      input: { file: pdf('letter.pdf', '%PDF-1') },
      others: { file: pdf('other.pdf', '%PDF-2') },
    },
    'creates.delete_file': { input: { file_id: 'f-100-0001' }, others: { file_id: 'f-100-0002' } },
    'creates.create_list': {
      input: {
        recipients: [ann, noStreet],
        incomplete_addresses: 'leave_out',
        file: csv(),
        ...blankMergeField,
      },
      others: {
        blank_merge_fields: 'stop',
        incomplete_addresses: 'stop',
        columns: { spent: 'Greeting' },
        merge_columns: ['Donor ID'],
        file: otherCsv(),
        contact_ids: ['c-100-0002'],
        default_country: 'Sweden',
        merge_fields: { amount: '$50' },
        'recipients[]postal_code': '43215',
      },
      limits: ['blank_merge_fields', 'incomplete_addresses'],
    },
    'creates.send_letters': {
      input: {
        saved_order_id: 'l-018-2203',
        recipients: [ann, noStreet],
        incomplete_addresses: 'leave_out',
        file: csv(),
        merge_columns: ['all'],
        ...blankMergeField,
      },
      others: {
        saved_order_id: 'l-018-2204',
        blank_merge_fields: 'stop',
        incomplete_addresses: 'stop',
        columns: { spent: 'Greeting' },
        merge_columns: ['Donor ID'],
        file: otherCsv(),
        contact_ids: ['c-100-0002'],
        default_country: 'Sweden',
        merge_fields: { amount: '$50' },
        'recipients[]postal_code': '43215',
      },
      limits: ['blank_merge_fields', 'incomplete_addresses'],
    },
    'creates.create_order': {
      input: {
        list_id: 'l-100-0001',
        sheets: [{ file: 'f-100-0001' }, { file: 'f-100-0001', paper_type: 'p-100' }],
        merges: [{ sheet_number: '1', text: 'Dear {greeting}' }],
        outer_envelope_type: 'e-10',
        return_envelope_type: 'e-9',
      },
      others: {
        ...Object.fromEntries(orderNumbers.map((path) => [path, '7'])),
        'merges[]sheet_number': '2',
        'merges[]text_color': '#1A4D80',
      },
    },
    'creates.resend_saved_order': {
      input: { saved_order_id: 'l-018-2203', list_id: 'l-100-0001' },
      others: { saved_order_id: 'l-018-2204' },
    },
    'creates.repeat_order': {
      input: {
        order_id: 'm-100-0002',
        file: pdf('april.pdf', '%PDF-1'),
        sheet_number: '1',
        blank_merge_fields: 'send',
      },
      others: {
        order_id: 'm-100-0001',
        file: pdf('may.pdf', '%PDF-2'),
        list_id: 'l-100-0002',
        sheet_number: '2',
        blank_merge_fields: 'stop',
      },
      limits: ['blank_merge_fields'],
    },
    'creates.send_letter': {
      input: { saved_order_id: 'l-018-2203', ...ann, ...blankMergeField },
      others: {
        saved_order_id: 'l-018-2204',
        contact_id: 'c-100-0001',
        merge_fields: { amount: '$50' },
        blank_merge_fields: 'stop',
        postal_code: '43215',
        state: 'Ohio',
      },
      limits: ['blank_merge_fields', 'contact_id'],
    },
    'searches.find_contact': search,
    'searches.find_contacts': search,
    'searches.find_order': { input: { order_id: 'm-100-0001' }, others: { order_id: 'm-100-0002' } },
    'searches.find_file': { input: { file_id: 'f-100-0001' }, others: { file_id: 'f-100-0002' } },
  };
}

/** Whether the operation with this path has an example. */
export const hasExample = (path: string): boolean =>
  Object.hasOwn(exampleInputs({ serveFile: (name) => name }), path);
