/** Scenarios for actions. */
import { type Scenario, scenario } from './scenario.ts';
import type { TestAccount } from './test_account.ts';

const editorTest = { meta: { isLoadingSample: true } };
const csv = 'Name;City;External ID\r\n"Mü;ller";Bonn;a\r\nZoë;Ulm;b\r\n';

const sheets = [{ file: 'f-100-0001', width: '8.5', height: 11, color: 'false' }];
const order = {
  list_id: 'l-100-0001',
  sheets,
  merges: [{ text: 'Dear {greeting},', page: '1', x: 1, y: '2' }],
  outer_envelope_type: 'e-1',
  logo: 'l-700-0001',
};
const resend = { saved_order_id: 'l-018-2203', list_id: 'l-100-0002' };

const repeated = (account: Pick<TestAccount, 'serveFile'>) => ({
  order_id: 'm-100-0001',
  file: account.serveFile('april.pdf', {
    content: '%PDF-1',
    headers: { 'content-type': 'application/pdf' },
  }),
});

export const createScenarios: readonly Scenario[] = [
  scenario('creates.create_contact.operation.perform', { name: 'Żaneta 😀', city: 'Bonn', country: 'DE' }),
  scenario(
    'creates.update_contact.operation.perform',
    { contact_id: 'c-100-0001', city: 'Bonn', name: 'Ann B' },
    { bestEffort: ['service GET /v1/contacts/c-100-0001 #2'] },
  ),
  scenario(
    'creates.upsert_contact.operation.perform',
    { external_id: 'donor-1', city: 'Bonn', name: 'Ann B' },
    { bestEffort: ['service GET /v1/contacts/c-100-0001'] },
  ),
  scenario(
    'creates.upsert_contact.operation.perform',
    { external_id: 'new-1', city: 'Bonn', name: 'Ann B' },
    { name: 'a new contact' },
  ),
  scenario(
    'creates.update_contact.operation.perform',
    { contact_id: 'c-100-0001', clear_fields: ['greeting'] },
    {
      name: 'clearing the greeting',
      bestEffort: ['service GET /v1/contacts/c-100-0001 #2'],
    },
  ),
  scenario(
    'creates.delete_contact.operation.perform',
    { contact_id: 'c-100-0002' },
    { notFound: { 'service DELETE /v1/contacts/c-100-0002': (_results, status) => status === 410 } },
  ),
  scenario(
    'creates.replace_mailing_list.operation.perform',
    {
      minimum_contacts: '2',
      contacts: [
        { name: 'A', city: 'x', external_id: '1' },
        { name: 'B', street: 'y' },
      ],
    },
    { name: 'with line items', keepsList: true },
  ),
  {
    method: 'creates.replace_mailing_list.operation.perform',
    name: 'with a CSV file',
    arrange: (account) => ({
      inputData: {
        minimum_contacts: 2,
        file: account.serveFile('list.csv', { content: csv, chunked: true }),
      },
    }),
    keepsList: true,
  },
  {
    method: 'creates.replace_mailing_list.operation.perform',
    name: 'dry run',
    arrange: (account) => ({
      inputData: {
        minimum_contacts: 2,
        file: account.serveFile('list.csv', { content: csv }),
        dry_run: 'true',
      },
    }),
    keepsList: true,
  },
  {
    method: 'creates.upload_file.operation.perform',
    name: 'with Content-Length',
    arrange: (account) => ({
      inputData: {
        file: account.serveFile('a.pdf', {
          content: '%PDF-1',
          headers: { 'content-type': 'application/pdf' },
        }),
      },
    }),
  },
  {
    method: 'creates.upload_file.operation.perform',
    name: 'without Content-Length',
    arrange: (account) => ({
      inputData: {
        filename: 'Übersicht.pdf',
        file: account.serveFile('a.pdf', {
          content: '%PDF-1',
          chunked: true,
          headers: { 'content-type': 'application/pdf' },
        }),
      },
    }),
  },
  scenario(
    'creates.delete_file.operation.perform',
    { file_id: 'f-100-0001' },
    { notFound: { 'service DELETE /v1/files/f-100-0001': () => true } },
  ),
  scenario('creates.create_order.operation.perform', order, { once: 'order' }),
  scenario(
    'creates.create_order.operation.perform',
    { ...order, duplicate_window: 'off' },
    { name: 'without duplicate check' },
  ),
  {
    method: 'creates.create_order.operation.perform',
    name: 'editor test',
    arrange: () => ({ inputData: order, bundle: editorTest }),
  },
  scenario('creates.resend_saved_order.operation.perform', resend, { once: 'order' }),
  scenario(
    'creates.resend_saved_order.operation.perform',
    { ...resend, duplicate_window: 'off' },
    { name: 'without duplicate check' },
  ),
  {
    method: 'creates.resend_saved_order.operation.perform',
    name: 'editor test',
    arrange: () => ({ inputData: resend, bundle: editorTest }),
  },
  {
    method: 'creates.repeat_order.operation.perform',
    name: 'default',
    arrange: (account) => ({ inputData: repeated(account) }),
    once: 'order',
    leavesFile: true,
  },
  {
    method: 'creates.repeat_order.operation.perform',
    name: 'editor test',
    arrange: (account) => ({ inputData: repeated(account), bundle: editorTest }),
  },
  scenario(
    'creates.send_letter.operation.perform',
    { saved_order_id: resend.saved_order_id, name: 'Ann Lee', street: '1 A St', city: 'Columbus' },
    { once: 'order' },
  ),
  {
    method: 'creates.send_letter.operation.perform',
    name: 'editor test',
    arrange: () => ({
      inputData: {
        saved_order_id: resend.saved_order_id,
        name: 'Ann Lee',
        street: '1 A St',
        city: 'Columbus',
      },
      bundle: editorTest,
    }),
  },
  {
    method: 'creates.send_letters.operation.perform',
    name: 'with a CSV file',
    arrange: (account) => ({
      inputData: {
        saved_order_id: resend.saved_order_id,
        already_sent: 'leave_out',
        file: account.serveFile('people.csv', {
          content: 'Name,Street,City,State\nAnn,1 A St,Akron,OH\nBob,2 B St,Akron,OH\n',
        }),
      },
    }),
    once: 'order',
  },
  scenario(
    'creates.send_letters.operation.perform',
    { saved_order_id: resend.saved_order_id, contact_ids: ['c-100-0001', 'c-100-0002'] },
    { once: 'order', name: 'with contacts' },
  ),
];
