/** Values and sequences that went wrong once, in this or another program. They run before those that are drawn. */
import type { Case, Run } from './case.ts';

type Typed = Readonly<Record<string, string>>;

export const ann: Typed = {
  name: 'Ann Lee',
  street: '12 Elm St',
  city: 'Boise',
  state: 'ID',
  postal_code: '83702',
};

/** People as forms, spreadsheets and other programs write them. What is not named here is as in `ann`. */
export const typedPeople: readonly Typed[] = [
  {},
  { street: '12 Elm St, Boise, ID 83702', city: '', state: '', postal_code: '' },
  { street: '12 Elm St, Boise, ID 83702, USA' },
  { street: '12 Boise Ave' },
  { street: '12.0', city: 'Boise', postal_code: '83702.0' },
  { street: '12 Elm St<br />Apt 4' },
  { street: '12 Elm St\\nApt 4' },
  { street: 'No fixed address' },
  { street: 'General Delivery' },
  { street: 'RR 3 Box 21', city: 'Nampa', postal_code: '83651' },
  { street: '12 Elm St, Apt 4, Apt 4' },
  { postal_code: '83702-4321' },
  { postal_code: '837024321' },
  { postal_code: '83,702' },
  { postal_code: '83702 USA' },
  { postal_code: '2134', city: 'Boston', state: 'Massachusetts (US)' },
  { state: 'Idaho' },
  { state: 'Idaho (US)' },
  { country: 'Afghanistan' },
  { country: 'Ada County' },
  { country: 'US' },
  {
    street: 'PSC 9 Box 21',
    city: 'APO',
    state: 'Armed Forces Europe (AE)',
    postal_code: '09012',
    country: 'USA',
  },
  { street: '8 Calle Luna', city: 'Guaynabo', state: '', postal_code: '00969', country: 'Puerto Rico' },
  {
    street: '5 Hill St',
    city: 'Christiansted',
    state: 'St. Croix',
    postal_code: '00820',
    country: 'United States',
  },
  { street: 'Ring 8', city: '10115 Berlin', state: '', postal_code: '10115', country: 'Germany' },
  { street: 'Am Markt', city: '01067 Dresden', state: '', postal_code: '', country: 'Germany' },
  { street: 'Ring 8', city: 'Leipzig', state: 'Sachsen', postal_code: '4329', country: 'Germany' },
  { street: 'Via Roma 8', city: 'Trento', state: 'TN', postal_code: '38122', country: 'Italy' },
  { street: 'Av. Sol  8', city: '06000  Ciudad  de  México', state: '', postal_code: '', country: 'Mexico' },
  { street: '8 High St', city: 'Leeds', state: '', postal_code: 'LS1 1AA', country: 'UK' },
  { street: '8 Rua do Sol', city: 'Macau', state: '', postal_code: '', country: 'Macau' },
  { street: '1 A St,2 B St', city: 'Erie,Akron', name: 'Ann Lee,Bo Chen' },
  { name: 'Ann Lee; Bo Chen', street: '1 A St; 2 B St', city: 'Erie; Akron', postal_code: '16501; 44301' },
  { city: 'Boise null' },
  { city: 'Unknown', street: 'Moved' },
  { name: 'undefined undefined' },
  { name: 'Ann undefined' },
  { name: 'Jean None' },
  { name: 'Loading...' },
  { name: '=CONCATENATE(A2," ",B2)' },
  { name: 'recB2c3D4e5F6g7H8' },
  { name: '\u3164' },
  { name: '<b>Ann</b> Lee' },
  { name: 'Ann &amp; Bo Lee' },
  { name: 'O&#8217;Hara' },
  { name: 'JosÃ© Lee' },
  { name: 'Ann%20Lee' },
  { name: 'Dr. Ann Lee, Jr., MD' },
  { name: 'Lee, Ann' },
  { name: 'ANN LEE' },
  { name: 'Ann Lee', greeting: 'Dear Ann,' },
  { company: 'Self', external_id: 'N/A' },
  { external_id: '1001.0' },
  { external_id: '1.23457E+12' },
  { external_id: '007' },
  { external_id: 'ann@example.com' },
];

/** Values of the merge field `amount`. */
const amounts: readonly unknown[] = [
  ...['$50', '$50 <3', '&euro;50', 'undefined', '$NaN', '[object Object]', 'Loading...', '#REF!', ''],
  ...['recB2c3D4e5F6g7H8', 'the Null family', '<p>Thank you</p>', 'a\\nb', '{{1__amount}}', 50, true, null],
];

/** Lists with headings or cells that are easily misread. */
const lists: readonly string[] = [
  'Donor ID,Name,House No,Street,Unit,City,State,Zip,Country\n1001.0,Ann Lee,12.0,Elm St,4.0,Boise,ID,83702.0,',
  'Name,Street,City,State,Zip,Country\nAnn Lee,12 Elm St,Boise,ID,83702,\nBo Chen,8, Oak Ave,Reno,NV,89501',
  'Name;Street;City;State;Zip\nAnn Lee;12 Elm St;Boise;ID;83702',
  'First Name,Last Name,Address,Home City,Home State,Home Zip,Address 1 (Mailing),Mailing City,Mailing State,Mailing Zip\nAnn,Lee,12 Elm St,Boise,ID,83702,8 Bay St,Erie,PA,16501',
  'Name,Street,City,State,Zip,Tags\nAnn Lee,12 Elm St,Boise,ID,83702,Deceased; donor\nBo Chen,8 Oak Ave,Reno,NV,89501,memorial gift',
  'Name,Street,City,State,Zip,Undeliverable\nAnn Lee,12 Elm St,Boise,ID,83702,TRUE\nBo Chen,8 Oak Ave,Reno,NV,89501,',
  'Name,Legal Name,First Name,Last Name,Street,City,State,Zip\n,Robert Lee,Ann,Lee,12 Elm St,Boise,ID,83702',
  'Title,First Name,Last Name,Suffix,Street,City,State,Zip\nMr.,Mr. Bo,"Chen, Jr.",Jr.,8 Oak Ave,Reno,NV,89501',
  'Name,Preferred Address,Home Street,Home City,Home State,Home Zip,Business Street,Business City,Business State,Business Zip\nAnn Lee,Business,12 Elm St,Boise,ID,83702,8 Bay St,Erie,PA,16501',
  'Name,Street,City,State,Zip,Country\nAnn Lee,12 Elm St,Boise,ID,83702,Afghanistan\nBo Chen,8 Oak Ave,Reno,NV,89501,Afghanistan',
  'Name,Street,City,Zip,Country\nAnn Lee,Ring 8,Leipzig,4329,Germany\nBo Chen,Gasse 8,Zürich,8001,Switzerland',
  'Name,Street,City,State,Zip,Gift\nAnn Lee,12 Elm St,Boise,ID,83702,$50\nAnn Lee,12 Elm St,Boise,ID,83702,$20',
  'Name,Street,City,State,Zip\n',
  '',
  '\ufeffName\tStreet\tCity\tState\tZip\r\nAnn Lee\t12 Elm St\tBoise\tID\t83702\r\n',
  'Name,Company,Street,City,State,Zip\nANON,ANON,ANON,ANON,ANON,ANON\nAnn Lee,None,12 Elm St,Boise,ID,83702',
  'Name,Street,City,State,Zip\n"Ann ""Nan"" Lee",12 Elm St,Boise,ID,83702\n"Bo Chen,8 Oak Ave,Reno,NV,89501\n',
  JSON.stringify([
    { name: 'Ann Lee', address: { street: '12 Elm St', city: 'Boise', state: 'ID', zip: 83702 } },
  ]),
];

const saved = 'l-018-2203';
const letter = (typed: object): Run => ({
  path: 'creates.send_letter',
  inputData: { saved_order_id: saved, blank_merge_fields: 'send', ...ann, ...typed },
});
const toPeople = (recipients: readonly object[], other: object = {}): Run => ({
  path: 'creates.send_letters',
  inputData: { saved_order_id: saved, blank_merge_fields: 'send', recipients, ...other },
});
const toFile = (content: string, other: object = {}): Run => ({
  path: 'creates.send_letters',
  inputData: { saved_order_id: saved, blank_merge_fields: 'send', merge_columns: ['Gift'], ...other },
  file: { name: 'list.csv', content, transfer: 'whole' },
});
const replace = (content: string): Run => ({
  path: 'creates.replace_mailing_list',
  inputData: { minimum_contacts: '1', allow_different_people: true },
  file: { name: 'list.csv', content, transfer: 'whole' },
});
const upsert = (typed: object): Run => ({
  path: 'creates.upsert_contact',
  inputData: { external_id: 'donor-9', ...ann, ...typed },
});
const upload = (name: string, content: string): Run => ({
  path: 'creates.upload_file',
  inputData: {},
  file: { name, content, transfer: 'whole' },
});
const find = (name: string): Run => ({ path: 'searches.find_contact', inputData: { search: name } });
const notice = (trigger: string, body: Record<string, unknown>): Run => ({
  path: `triggers.${trigger}`,
  inputData: {},
  notice: { contact_id: 'c-100-0001', code: 'returned_mail', ...body },
});
const later = (hours: number, run: Run): Run => ({ ...run, hours });
const csvOf = (...people: readonly Typed[]): string =>
  ['Name,Street,City,State,Zip,Gift']
    .concat(
      people.map(({ name, street, city, state, postal_code, gift = '$5' }) =>
        [name, street, city, state, postal_code, gift]
          .map((cell = '') => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
          .join(','),
      ),
    )
    .join('\n');

const tom: Typed = {
  ...ann,
  name: 'Tom Ray',
  street: '8 Oak Ave',
  city: 'Reno',
  state: 'NV',
  postal_code: '89501',
};
const long = csvOf(...Array.from({ length: 400 }, (_, index) => ({ ...ann, name: `Ann Lee ${index}` })));

/** What happens over days, by what it shows. */
const sequences: Readonly<Record<string, readonly Run[]>> = {
  'the same letter again, a day and a month later': [0, 1, 25, 24 * 31].map((hours) =>
    later(hours, letter({})),
  ),
  'the same event with a longer ZIP code': [
    letter({ event_id: 'gift-9' }),
    later(1, letter({ event_id: 'gift-9', postal_code: '83702-4321' })),
  ],
  'another event on the same day': [
    letter({ event_id: 'gift-9' }),
    later(1, letter({ event_id: 'gift-10' })),
  ],
  'merge fields whose names differ in capitals': [
    letter({ merge_fields: { Amount: '$5', amount: '$7' } }),
    later(1, letter({ merge_fields: { Amount: '$7', amount: '$5' } })),
  ],
  'a letter after a list with the same person': [toPeople([ann, tom]), later(1, letter({}))],
  'a list after a letter to one of its people': [letter({}), later(1, toPeople([ann, tom]))],
  'the same list, longer on the next day': [toFile(csvOf(ann)), later(25, toFile(csvOf(ann, tom)))],
  'the same list, leaving out those who had a letter': [
    toFile(csvOf(ann), { already_ordered: 'leave_out' }),
    later(1, toFile(csvOf(ann, tom), { already_ordered: 'leave_out' })),
  ],
  'an unnamed column changes': [toFile(csvOf(ann)), later(1, toFile(csvOf({ ...ann, gift: '$9' })))],
  'a person twice': [toPeople([ann, { ...ann, postal_code: '83702-4321' }])],
  'a contact whose mail came back': [
    {
      ...letter({ contact_id: 'c-100-0001', name: '', street: '', city: '', state: '', postal_code: '' }),
      changed: { address: { ...ann, is_deliverable: false } },
    },
  ],
  'the service moves a contact, and the old address comes again': [
    upsert({ external_id: 'donor-1', name: 'Ann Smith' }),
    {
      ...later(24, upsert({ external_id: 'donor-1', name: 'Ann Smith', street: '12 Elm Street' })),
      changed: { address: { street: '77 Pine Rd', city: 'Reno', state: 'NV', postal_code: '89501-1234' } },
    },
    later(24 * 100, upsert({ external_id: 'donor-1', name: 'Ann Smith', postal_code: '83702-4321' })),
  ],
  'references that differ in a space or a decimal': [
    ...['1001', '1001 ', '1001.0', '1001\u200b'].map((external_id) => upsert({ external_id })),
  ],
  'a contact is saved, found and found by another spelling': [
    upsert({ name: 'Tom & Ann Fox' }),
    ...['Tom and Ann Fox', 'Tom Fox', 'TOM & ANN FOX', 'donor-9'].map(find),
  ],
  'contacts that appear and are renamed': [
    { path: 'triggers.new_contact', inputData: {} },
    { ...upsert({}), hours: 1 },
    { path: 'triggers.new_contact', inputData: {}, changed: { name: 'Ann Smith-Jones' } },
  ],
  'notices of the post': [
    notice('address_update', { new_address: { ...tom, is_deliverable: true } }),
    notice('address_update', { new_address: { city: 'Reno', is_deliverable: false }, code: 'unspecified' }),
    notice('address_update', { loopback_token: true }),
    notice('mail_returned', { new_address: null }),
    notice('mail_returned', { contact_id: 'c-404', name: 'Ann', message: '<b>Gone</b>' }),
    notice('service_event', { event: 'orders.order_shipped.v1', order_id: 'm-100-0001' }),
    notice('order_complete', { order_id: 'm-100-0001', completed: '2026-03-13T00:58:53-04:00' }),
  ],
};

/** A case for each value in each step that may get it, and the sequences. */
export const exampleCases: readonly Case[] = [
  ...typedPeople.flatMap((typed) =>
    [
      letter(typed),
      toPeople([{ ...ann, ...typed }, tom]),
      upsert(typed),
      toFile(csvOf({ ...ann, ...typed }, tom), { incomplete_addresses: 'leave_out' }),
    ].map((run) => ({ runs: [run] })),
  ),
  ...amounts.map((amount) => ({ runs: [letter({ merge_fields: { amount } })] })),
  ...lists.flatMap((list) => [{ runs: [toFile(list)] }, { runs: [replace(list)] }]),
  ...(['chunked', 'compressed', 'half', 'half, compressed'] as const).flatMap((transfer) =>
    [replace(long), toFile(long), upload('letter.pdf', `%PDF-1.7\n${'0 0 1 rg\n'.repeat(2_000)}%%EOF`)].map(
      (run) => ({
        name: transfer,
        runs: [{ ...run, ...(run.file ? { file: { ...run.file, transfer } } : {}) }],
      }),
    ),
  ),
  ...[
    '%PDF-1.7\n%%EOF',
    'The link is too old.',
    '',
    'Name,City\nAnn Lee,Erie',
    '<html>Sign in</html>',
  ].flatMap((content) =>
    ['letter.pdf', 'letter', 'page.html', 'list.csv'].map((name) => ({ runs: [upload(name, content)] })),
  ),
  ...['off', 'No ', 'Unchecked', '-', 'None', 'yes', true].map((everyone) => ({
    runs: [toPeople([tom], { everyone })],
  })),
  ...Object.entries(sequences).map(([name, runs]) => ({ name, runs })),
];
