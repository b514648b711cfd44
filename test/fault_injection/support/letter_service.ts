/**
 * The letter service as its description tells it, small and obedient: the state that the campaign attacks and afterwards
 * looks at. Written from the description alone and not shared with the sandbox, so that the two can disagree.
 */
import * as zod from 'zod';

/** What a request means, once it has arrived whole. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Buffer;
  authorization: string | undefined;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

const record = zod.record(zod.string(), zod.unknown());
const recipientList = zod.object({ data: zod.array(record) });
const contactList = zod.object({ contacts: zod.array(record) });
type Fields = Record<string, unknown>;

const gone: Answer = { status: 204, headers: {}, body: Buffer.alloc(0) };

export const json = (status: number, value: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});

const refuse = (status: number, error: string, message: string): Answer =>
  json(status, { status, error, message, more_info: 'https://letters.test/errors' });

/** Six contacts that differ in everything the connector looks at. */
const seed = (): Fields[] => [
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
    address: { city: 'Ulm' },
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

export const seededPdf = Buffer.from('%PDF-1.4\nseeded\n%%EOF');

export class LetterService {
  contacts: Fields[] = seed();
  files = new Map<string, { filename: string; content: Buffer }>([
    ['f-100-0001', { filename: 'letter.pdf', content: seededPdf }],
  ]);
  subscriptions: { id: string; event: string; target: string }[] = [
    {
      id: 'h-900-0001',
      event: 'contacts.address_update.v1',
      target: 'https://hooks.zapier.test/somebody-else',
    },
  ];
  /** Temporary lists; they cost nothing and expire, so they are no part of the snapshot. */
  lists = new Map<string, Fields[]>();
  orders: Fields[] = [
    {
      type: 'order',
      id: 'm-100-0001',
      contents: [{ type: 'sheet', file: 'f-100-0001' }],
      list: 'l-100-0001',
      invoice_amount: 12.5,
      rush: false,
      timeline: { created: '2026-01-05T10:00:00', mailed: null },
    },
  ];
  events: Record<string, unknown> = {
    'contacts.address_update.v1': {
      description: 'An address was updated.',
      url: 'https://letters.test/events',
    },
    'orders.order_complete.v1': { description: 'An order is complete.', url: 'https://letters.test/events' },
    'orders.order_shipped.v1': { description: 'An order was shipped.', url: 'https://letters.test/events' },
  };
  savedOrders = [
    { saved_order_id: 'l-018-2203', name: 'Welcome letter', created: '2026-02-18T14:05:00-05:00' },
    { saved_order_id: 'l-018-2204', name: null, created: '2026-02-19T14:05:00-05:00' },
  ];
  logos = [{ id: 'l-700-0001', name: 'Grace', type: 'logo' }];
  #next = 500;

  /** Everything a request may have changed, for comparing before and after. */
  snapshot(): string {
    const { contacts, subscriptions, orders } = this;
    const files = [...this.files].map(([id, { filename, content }]) => [
      id,
      filename,
      content.toString('base64'),
    ]);
    return JSON.stringify({ contacts, files, subscriptions, orders });
  }

  answer(asked: Asked): Answer {
    const { method, path } = asked;
    const [, version, kind, id, tail] = path.split('/').map((part) => decodeURIComponent(part));
    switch (
      `${method} ${version}/${kind}${id === undefined ? '' : '/*'}${tail === undefined ? '' : `/${tail}`}`
    ) {
      case 'GET v1/contacts':
        return json(200, { contacts: this.contacts });
      case 'PUT v1/contacts':
        return this.#replace(asked.body);
      case 'GET v1/contacts/*': {
        const found = this.contacts.find((one) => one.contact_id === id);
        return found ? json(200, found) : refuse(404, 'contacts.missing_contact', 'There is no such contact');
      }
      case 'DELETE v1/contacts/*':
        this.contacts = this.contacts.filter((one) => one.contact_id !== id);
        return gone;
      case 'POST v3/contacts': {
        const contact = { ...record.parse(JSON.parse(asked.body.toString())), contact_id: this.#id('c') };
        this.contacts.push(contact);
        return json(200, { contact_id: contact.contact_id });
      }
      case 'POST v3/contacts/*':
        return this.#update(id ?? '', asked.body);
      case 'POST v1/files': {
        const filename = asked.query.get('filename') ?? '';
        const file = this.#id('f');
        this.files.set(file, { filename, content: asked.body });
        return json(201, { id: file, filename });
      }
      case 'GET v1/files/*': {
        const file = this.files.get(id ?? '');
        return file
          ? json(200, { id, filename: file.filename, download_href: `/v1/files/${id}/download` })
          : refuse(404, 'files.missing_file', 'There is no such file');
      }
      case 'DELETE v1/files/*':
        this.files.delete(id ?? '');
        return gone;
      case 'GET v1/files/*/download': {
        const file = this.files.get(id ?? '');
        if (!file) return refuse(404, 'files.missing_file', 'There is no such file');
        const headers = {
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${file.filename}"`,
        };
        return { status: 200, headers, body: file.content };
      }
      case 'GET v1/hooks':
        return json(200, { events: this.events, subscriptions: this.subscriptions.map(this.#shown) });
      case 'POST v1/hooks': {
        const event = asked.query.get('event') ?? '';
        const target = asked.query.get('target') ?? '';
        if (!(event in this.events)) return refuse(400, 'hooks.missing_event', 'Which event?');
        const subscription = { id: this.#id('h'), event, target };
        this.subscriptions.push(subscription);
        return json(201, this.#shown(subscription));
      }
      case 'DELETE v1/hooks/*': {
        const known = this.subscriptions.some((one) => one.id === id);
        this.subscriptions = this.subscriptions.filter((one) => one.id !== id);
        return known ? gone : refuse(404, 'hooks.not_found', 'There is no such subscription');
      }
      case 'POST v1/orders':
        return this.#order(asked.body);
      case 'GET v1/orders/*':
        return this.#readOrder(id ?? '');
      case 'POST v1/lists': {
        const list = this.#id('l');
        this.lists.set(list, []);
        return json(201, { list_id: list, expires: '2026-03-26T12:00:00' });
      }
      case 'POST v1/lists/*/contacts': {
        const recipients = this.lists.get(id ?? '');
        if (!recipients) return refuse(404, 'lists.not_found', 'There is no such list');
        const added = recipientList
          .parse(JSON.parse(asked.body.toString()))
          .data.map((one) => ({ ...one, id: this.#id('a') }));
        recipients.push(...added);
        return json(200, { contacts: added.map((one) => ({ id: one.id, external_id: null })) });
      }
      case 'GET v1/logos':
        return json(200, { data: this.logos, links: { self: '/v1/logos' }, type: 'list' });
      default:
        return refuse(404, 'no-route', `Nothing answers ${method} ${path}`);
    }
  }

  #replace(body: Buffer): Answer {
    const { contacts } = contactList.parse(JSON.parse(body.toString()));
    this.contacts = contacts.map((contact) => ({ ...contact, contact_id: this.#id('c') }));
    const pairs = this.contacts
      .filter(({ external_id: own }) => own !== null && own !== undefined)
      .map(({ contact_id, external_id }) => ({ contact_id, external_id }));
    return json(200, { contacts: pairs });
  }

  #update(id: string, body: Buffer): Answer {
    const at = this.contacts.findIndex((one) => one.contact_id === id);
    const before = this.contacts[at];
    if (!before) return refuse(404, 'contacts.missing_contact', 'There is no such contact');
    const after = { ...before, ...record.parse(JSON.parse(body.toString())) };
    if (after.greeting === '') after.greeting = String(after.name).split(' ')[0];
    if (after.file_as === '') after.file_as = String(after.name);
    this.contacts = this.contacts.with(at, after);
    return gone;
  }

  #order(body: Buffer): Answer {
    const asked = record.parse(JSON.parse(body.toString()));
    const order = { ...asked, id: this.#id('m'), timeline: { created: '2026-03-01T09:00:00', mailed: null } };
    this.orders.push(order);
    if ('saved_order_id' in asked)
      return json(201, { order_id: order.id, created: '2026-03-01T09:00:00-05:00' });
    return json(200, { ...order, invoice_amount: 3.25, rush: false });
  }

  #readOrder(name: string): Answer {
    if (name === 'saved') return json(200, { saved_orders: this.savedOrders });
    const [id, suffix] = name.split('.');
    const order = this.orders.find((one) => one.id === id);
    if (!order) return refuse(404, 'orders.missing_order', 'There is no such order');
    if (suffix === undefined) return json(200, order);
    return { status: 200, headers: { 'content-type': 'application/pdf' }, body: seededPdf };
  }

  #shown = (one: { id: string; event: string; target: string }) => ({
    ...one,
    href: `/v1/hooks/${one.id}`,
    last_triggered: null,
  });

  #id(prefix: string): string {
    this.#next += 1;
    return `${prefix}-200-${String(this.#next).padStart(4, '0')}`;
  }
}
