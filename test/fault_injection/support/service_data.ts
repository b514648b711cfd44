/** The state of every new account at the letter service. */
import { readFileSync } from 'node:fs';

const apiPage = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
const documentedEvents = [...apiPage.matchAll(/^\*\*[^*]+\*\* \(`([\w.]+)`/gm)].map(([, name = '']) => name);

/** Returns six contacts that differ in every field the connector reads. */
export const initialContacts = (): Record<string, unknown>[] => [
  {
    contact_id: 'c-100-0001',
    external_id: 'donor-1',
    name: 'Ann Smith',
    file_as: 'Smith, Ann',
    greeting: 'Annie',
    company: null,
    address: { street: '2 Main St', city: 'Akron', state: 'OH', postal_code: '44301', country: '' },
  },
  {
    contact_id: 'c-100-0002',
    external_id: null,
    name: 'José Ñandú',
    company: 'Köln GmbH',
    address: {
      street: 'Am Dom 1\nHinterhaus',
      city: 'Köln',
      state: '',
      postal_code: '50667',
      country: 'Germany',
    },
  },
  {
    contact_id: 'c-100-0003',
    external_id: 'donor-3',
    name: 'Zoë {greeting} <b>"Q"</b>',
    address: { street: 'Weg 1', city: 'Ulm' },
  },
  {
    contact_id: 'c-100-0004',
    external_id: '0042',
    name: '王小明',
    address: { street: '1号', city: '北京', country: 'China' },
  },
  { contact_id: 'c-100-0005', name: 'Ann Smithson', external_id: 7, address: null },
  {
    contact_id: 'c-100-0006',
    external_id: 'donor-6',
    name: 'Öl & Söhne',
    company: 'Öl',
    address: { street: 'x' },
  },
];

export const pdf = Buffer.from('%PDF-1.4\ncontent\n%%EOF');

export const initialOrders = (): Record<string, unknown>[] => [
  {
    type: 'order',
    id: 'm-100-0001',
    contents: [{ type: 'sheet', file: 'f-100-0001' }],
    list: 'l-100-0001',
    invoice_amount: 12.5,
    rush: false,
    timeline: { created: '2026-01-05T10:00:00', mailed: null },
  },
  {
    type: 'order',
    id: 'm-100-0002',
    contents: [
      { type: 'sheet', file: 'f-100-0001' },
      { type: 'sheet', file: 'f-100-0002', color: true, duplex: true, merge: [{ text: 'Dear {greeting},' }] },
      { type: 'envelope', envelope_type: 'e-1', outer: true },
    ],
    list: 'l-100-0001',
    invoice_amount: 14,
    rush: false,
    timeline: { created: '2026-01-06T10:00:00', mailed: null },
  },
];

/** The events of docs/api.md#events, and the one whose name the page does not know. */
export const events = Object.fromEntries(
  [...documentedEvents, 'orders.order_shipped.v1'].map((name) => [
    name,
    { description: `The event ${name}.`, url: 'https://letters.test/events' },
  ]),
);

export const savedOrders = [
  { saved_order_id: 'l-018-2203', name: 'Welcome letter', created: '2026-02-18T14:05:00-05:00' },
  { saved_order_id: 'l-018-2204', name: null, created: '2026-02-19T14:05:00-05:00' },
];
