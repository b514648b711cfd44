/** The default seed: the account of a small mission, with enough data to try everything. */
import type { ContentItem } from './records.ts';
import type { Seed } from './seed_schema.ts';

const demo = 'a-001-0001';
const other = 'a-001-0002';

type Row = [
  name: string,
  external: string | null,
  company: string | null,
  street: string,
  city: string,
  state: string,
  postal: string,
  country: string,
];

const people: Row[] = [
  [
    'Maria Miller',
    'donor-1001',
    'Grace Community Church',
    '12 Market Street\nApartment 4',
    'Columbus',
    'OH',
    '43215',
    '',
  ],
  ['John Baker', 'donor-1002', null, '480 Elm Avenue', 'Akron', 'OH', '44303', ''],
  ['Ruth and Samuel Carter', 'donor-1003', null, '77 Hillside Drive', 'Nashville', 'TN', '37203', ''],
  ['First Baptist Church', 'church-2001', null, '900 Main Street', 'Springfield', 'MO', '65806', ''],
  ['José Ñandú', 'donor-1004', null, 'Calle de Alcalá 45', 'Madrid', '', '28014', 'Spain'],
  ['Agnieszka Żółć', 'donor-1005', 'Wspólnota Łaski', 'ul. Długa 7/2', 'Kraków', '', '31-147', 'Poland'],
  ['山田 太郎', 'donor-1006', null, '千代田区丸の内1-9-1', 'Tokyo', '東京都', '100-0005', 'Japan'],
  [
    'Hans-Jürgen Groß',
    'donor-1007',
    'Freie evangelische Gemeinde',
    'Königstraße 12',
    'Köln',
    '',
    '50667',
    'Germany',
  ],
  ['Élodie Lefèvre', null, null, '8 rue de l’Église', 'Lyon', '', '69005', 'France'],
  ['Thomas O’Brien', 'donor-1008', null, '14 Patrick Street', 'Cork', 'County Cork', 'T12 W8KP', 'Ireland'],
  ['Emily Clarke', 'donor-1009', null, '3 Abbey Road', 'London', '', 'NW8 9AY', 'United Kingdom'],
  ['Pierre Tremblay', 'donor-1010', null, '210 rue Saint-Paul', 'Montréal', 'QC', 'H2Y 1Z9', 'Canada'],
  ['Grace Kim', 'donor-1011', null, '55 Harbor View', 'Seattle', 'WA', '98101', ''],
  ['Daniel Johnson', null, null, '1600 Pine Street', 'Philadelphia', 'PA', '19103', ''],
  ['Hannah Weber', 'donor-1012', null, 'Bahnhofstrasse 21', 'Zürich', '', '8001', 'Switzerland'],
  [
    'Luis García Márquez',
    'donor-1013',
    'Misión Esperanza',
    'Av. Reforma 222',
    'Ciudad de México',
    'CDMX',
    '06600',
    'Mexico',
  ],
  ['Sarah Thompson', 'donor-1014', null, '29 Kings Parade', 'Sydney', 'NSW', '2000', 'Australia'],
  ['Ελένη Παπαδοπούλου', 'donor-1015', null, 'Ερμού 14', 'Athens', '', '105 63', 'Greece'],
  ['Иван Петренко', null, null, 'вул. Хрещатик 22', 'Kyiv', '', '01001', 'Ukraine'],
  ['Rebecca Lee', 'donor-1016', null, '8 Orchard Road', 'Portland', 'OR', '97205', ''],
  ['Mark Davis', 'donor-1017', null, 'P.O. Box 118', 'Boise', 'ID', '83701', ''],
  ['Kerstin Sjöberg', 'donor-1018', null, 'Storgatan 5', 'Uppsala', '', '753 31', 'Sweden'],
  ['Abraham Wilson', 'donor-1019', null, '66 Cedar Lane', 'Austin', 'TX', '78701', ''],
  ['Lydia Brown', 'donor-1020', null, '402 Unknown Road', 'Tulsa', 'OK', '74103', ''],
  ['Joshua Martin', null, 'Martin & Sons', '15 Mill Street', 'Burlington', 'VT', '05401', ''],
];

/** The contact whose letters are returned. */
const undeliverable = 'Lydia Brown';

const pad = (number: number): string => String(number).padStart(4, '0');
const contactId = (index: number): string => `c-001-${pad(index + 1)}`;

const mergeText = (text: string, y: number) => ({
  text,
  font: 'f-001-0101',
  size: 13,
  color: '#22313f',
  align: 'left' as const,
  page: 1,
  x: 1,
  y,
});

const newsletterPage = (...merge: ReturnType<typeof mergeText>[]): ContentItem => ({
  type: 'sheet',
  file: 'f-001-0001',
  paper_type: 'p-001-0001',
  width: 8.5,
  height: 11,
  color: true,
  duplex: true,
  ...(merge.length > 0 ? { merge } : {}),
});

const outerEnvelope: ContentItem = {
  type: 'envelope',
  envelope_type: 'e-001-0001',
  width: 9.5,
  height: 4.125,
  outer: true,
  logo: 'l-001-0101',
};
const returnEnvelope: ContentItem = {
  type: 'envelope',
  envelope_type: 'e-001-0002',
  width: 8.875,
  height: 3.875,
  outer: false,
};

const savedNames = [
  'Welcome letter',
  'Christmas letter',
  'Easter letter',
  'Annual report',
  'Thank you letter',
  'Field news',
];

/** Every second saved order greets the recipient; thank-you letters also mention the gift. */
function mergeTexts(index: number): ReturnType<typeof mergeText>[] {
  if (index % 2 > 0) return [];
  const greeting = mergeText('Dear {greeting},', 2.6);
  const isThankYou = savedNames[index % savedNames.length] === 'Thank you letter';
  return isThankYou ? [greeting, mergeText('P.S. Thank you for your gift of {amount}.', 9.1)] : [greeting];
}

export const defaultSeed: Seed = {
  clients: [
    {
      id: 'sandbox-client',
      secret: 'sandbox-secret',
      name: 'Zapier',
      callback: 'http://localhost:9000',
    },
    {
      id: 'other-client',
      secret: 'other-secret',
      name: 'Other app',
      callback: 'http://localhost:9001',
    },
    {
      id: 'disabled-client',
      secret: 'disabled-secret',
      name: 'Disabled app',
      callback: 'http://localhost:9000',
      trouble: 'disabled',
    },
    {
      id: 'blocked-client',
      secret: 'blocked-secret',
      name: 'Blocked app',
      callback: 'http://localhost:9000',
      trouble: 'blocked',
    },
    {
      id: 'throttled-client',
      secret: 'throttled-secret',
      name: 'Throttled app',
      callback: 'http://localhost:9000',
      trouble: 'throttled',
    },
  ],
  accounts: [
    {
      id: demo,
      name: 'Lighthouse Mission',
      lines: ['P.O. Box 77', 'Columbus, OH 43216'],
    },
    {
      id: other,
      name: 'Empty account',
      lines: ['1 Quiet Street', 'Dover, DE 19901'],
    },
  ],
  users: [
    {
      email: 'demo@example.com',
      password: 'demo',
      name: 'Demo User',
      account: demo,
    },
    {
      email: 'other@example.com',
      password: 'other',
      name: 'Other User',
      account: other,
    },
    {
      email: 'unlinked@example.com',
      password: 'unlinked',
      name: 'Unlinked User',
      account: null,
    },
  ],
  contacts: people.map(([name, external_id, company, street, city, state, postal_code, country], index) => ({
    id: contactId(index),
    account: demo,
    external_id,
    name,
    company,
    address: { street, city, state, postal_code, country },
    is_deliverable: name !== undeliverable,
  })),
  lists: [
    {
      id: 'l-001-0001',
      account: demo,
      name: 'All supporters',
      contacts: people.map((_, index) => contactId(index)),
    },
    {
      id: 'l-001-0002',
      account: demo,
      name: 'Prayer partners',
      contacts: [0, 4, 5, 6, 7].map(contactId),
    },
  ],
  temporary_lists: [],
  fonts: [
    { id: 'f-001-0101', name: 'Serif' },
    { id: 'f-001-0102', name: 'Sans' },
    { id: 'f-001-0103', name: 'Hand' },
  ],
  paper_types: [
    { id: 'p-001-0001', name: 'White, 24 lb' },
    { id: 'p-001-0002', name: 'Ivory, 28 lb' },
    { id: 'p-001-0003', name: 'Card stock, 80 lb' },
  ],
  envelope_types: [
    { id: 'e-001-0001', name: 'No. 10', width: 9.5, height: 4.125 },
    {
      id: 'e-001-0002',
      name: 'No. 9, reply',
      width: 8.875,
      height: 3.875,
    },
    { id: 'e-001-0003', name: '6 × 9', width: 9, height: 6 },
  ],
  logos: [
    {
      id: 'l-001-0101',
      account: demo,
      name: 'Lighthouse Mission',
      path: 'logo-lighthouse.png',
    },
    {
      id: 'l-001-0102',
      account: demo,
      name: 'Harvest Fund',
      path: 'logo-harvest.png',
    },
  ],
  files: [
    {
      id: 'f-001-0001',
      account: demo,
      filename: 'newsletter.pdf',
      path: 'newsletter.pdf',
    },
  ],
  saved_orders: Array.from({ length: 27 }, (_, index) => ({
    id: `l-001-${pad(1001 + index)}`,
    account: demo,
    name: `${savedNames[index % savedNames.length]} ${2026 - Math.floor(index / savedNames.length)}`,
    created: new Date(Date.UTC(2026, 8, 30, 14, 5) - index * 41 * 86_400_000).toISOString(),
    rush: index === 5,
    contents: [
      newsletterPage(...mergeTexts(index)),
      outerEnvelope,
      ...(index % 3 === 0 ? [returnEnvelope] : []),
    ],
  })),
};
