/**
 * A minimal letter service, as in docs/api.md. It shares no code with the sandbox, so that a misunderstanding in one of
 * them shows in the tests of the other.
 */
import * as zod from 'zod';
import { events, initialContacts, initialOrders, pdf, savedOrders } from './service_data.ts';

export interface ServiceRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Buffer;
  authorization: string | undefined;
}

export interface ServiceResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

const record = zod.record(zod.string(), zod.unknown());
const recipientList = zod.object({ data: zod.array(record) });
const contactList = zod.object({ contacts: zod.array(record) });
type Fields = Record<string, unknown>;

const noContent: ServiceResponse = { status: 204, headers: {}, body: Buffer.alloc(0) };

export const json = (status: number, value: unknown): ServiceResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});

const errorResponse = (status: number, error: string, message: string): ServiceResponse =>
  json(status, { status, error, message, more_info: 'https://letters.test/errors' });

export class LetterService {
  contacts: Fields[] = initialContacts();
  files = new Map<string, { filename: string; content: Buffer }>([
    ['f-100-0001', { filename: 'letter.pdf', content: pdf }],
  ]);
  subscriptions: { id: string; event: string; target: string }[] = [
    {
      id: 'h-900-0001',
      event: 'contacts.address_update.v1',
      target: 'https://hooks.zapier.test/another-zap',
    },
  ];
  /** Temporary lists cost nothing and expire, so the snapshot leaves them out. */
  lists = new Map<string, Fields[]>();
  orders: Fields[] = initialOrders();
  logos = [{ id: 'l-700-0001', name: 'Grace Community Church', type: 'logo' }];
  #next = 500;

  /** Returns the state of the account, to compare it before and after a run. */
  snapshot(): string {
    const { contacts, subscriptions, orders } = this;
    const files = [...this.files].map(([id, { filename, content }]) => [
      id,
      filename,
      content.toString('base64'),
    ]);
    return JSON.stringify({ contacts, files, subscriptions, orders });
  }

  respond(request: ServiceRequest): ServiceResponse {
    const { method, path } = request;
    const [, version, kind, id, tail] = path.split('/').map((part) => decodeURIComponent(part));
    switch (
      `${method} ${version}/${kind}${id === undefined ? '' : '/*'}${tail === undefined ? '' : `/${tail}`}`
    ) {
      case 'GET v1/contacts':
        return json(200, { contacts: this.contacts });
      case 'PUT v1/contacts':
        return this.#replace(request.body);
      case 'GET v1/contacts/*': {
        const found = this.contacts.find((entry) => entry.contact_id === id);
        return found
          ? json(200, found)
          : errorResponse(404, 'contacts.missing_contact', 'There is no such contact');
      }
      case 'DELETE v1/contacts/*':
        this.contacts = this.contacts.filter((entry) => entry.contact_id !== id);
        return noContent;
      case 'POST v3/contacts': {
        const contact = { ...record.parse(JSON.parse(request.body.toString())), contact_id: this.#id('c') };
        this.contacts.push(contact);
        return json(200, { contact_id: contact.contact_id });
      }
      case 'POST v3/contacts/*':
        return this.#update(id ?? '', request.body);
      case 'POST v1/files': {
        const filename = request.query.get('filename') ?? '';
        const file = this.#id('f');
        this.files.set(file, { filename, content: request.body });
        return json(201, { id: file, filename });
      }
      case 'GET v1/files/*': {
        const file = this.files.get(id ?? '');
        return file
          ? json(200, { id, filename: file.filename, download_href: `/v1/files/${id}/download` })
          : errorResponse(404, 'files.missing_file', 'There is no such file');
      }
      case 'DELETE v1/files/*':
        this.files.delete(id ?? '');
        return noContent;
      case 'GET v1/files/*/download': {
        const file = this.files.get(id ?? '');
        if (!file) return errorResponse(404, 'files.missing_file', 'There is no such file');
        const headers = {
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${file.filename}"`,
        };
        return { status: 200, headers, body: file.content };
      }
      case 'GET v1/hooks':
        return json(200, { events, subscriptions: this.subscriptions.map(this.#describe) });
      case 'POST v1/hooks': {
        const event = request.query.get('event') ?? '';
        const target = request.query.get('target') ?? '';
        if (!(event in events)) return errorResponse(400, 'hooks.missing_event', 'The event is missing');
        const subscription = { id: this.#id('h'), event, target };
        this.subscriptions.push(subscription);
        return json(201, this.#describe(subscription));
      }
      case 'DELETE v1/hooks/*': {
        const known = this.subscriptions.some((entry) => entry.id === id);
        this.subscriptions = this.subscriptions.filter((entry) => entry.id !== id);
        return known ? noContent : errorResponse(404, 'hooks.not_found', 'There is no such subscription');
      }
      case 'POST v1/orders':
        return this.#order(request.body);
      case 'GET v1/orders/*':
        return this.#readOrder(id ?? '');
      case 'POST v1/lists': {
        const list = this.#id('l');
        this.lists.set(list, []);
        return json(201, { list_id: list, expires: '2026-03-26T12:00:00' });
      }
      case 'POST v1/lists/*/contacts': {
        const recipients = this.lists.get(id ?? '');
        if (!recipients) return errorResponse(404, 'lists.not_found', 'There is no such list');
        const added = recipientList
          .parse(JSON.parse(request.body.toString()))
          .data.map((entry) => ({ ...entry, id: this.#id('a') }));
        recipients.push(...added);
        return json(200, { contacts: added.map((entry) => ({ id: entry.id, external_id: null })) });
      }
      case 'GET v1/logos':
        return json(200, { data: this.logos, links: { self: '/v1/logos' }, type: 'list' });
      default:
        return errorResponse(
          404,
          'no-route',
          `Add ${method} ${path} to test/fault_injection/support/letter_service.ts`,
        );
    }
  }

  #replace(body: Buffer): ServiceResponse {
    const { contacts } = contactList.parse(JSON.parse(body.toString()));
    this.contacts = contacts.map((contact) => ({ ...contact, contact_id: this.#id('c') }));
    const pairs = this.contacts
      .filter(({ external_id }) => external_id !== null && external_id !== undefined)
      .map(({ contact_id, external_id }) => ({ contact_id, external_id }));
    return json(200, { contacts: pairs });
  }

  #update(id: string, body: Buffer): ServiceResponse {
    const index = this.contacts.findIndex((entry) => entry.contact_id === id);
    const before = this.contacts[index];
    if (!before) return errorResponse(404, 'contacts.missing_contact', 'There is no such contact');
    const after = { ...before, ...record.parse(JSON.parse(body.toString())) };
    if (after.greeting === '') after.greeting = String(after.name).split(' ')[0];
    if (after.file_as === '') after.file_as = String(after.name);
    this.contacts = this.contacts.with(index, after);
    return noContent;
  }

  #order(body: Buffer): ServiceResponse {
    const fields = record.parse(JSON.parse(body.toString()));
    const order = {
      ...fields,
      id: this.#id('m'),
      timeline: { created: '2026-03-01T09:00:00', mailed: null },
    };
    this.orders.push(order);
    if ('saved_order_id' in fields)
      return json(201, { order_id: order.id, created: '2026-03-01T09:00:00-05:00' });
    return json(200, { ...order, invoice_amount: 3.25, rush: false });
  }

  #readOrder(name: string): ServiceResponse {
    if (name === 'saved') return json(200, { saved_orders: savedOrders });
    const [id, suffix] = name.split('.');
    const order = this.orders.find((entry) => entry.id === id);
    if (!order) return errorResponse(404, 'orders.missing_order', 'There is no such order');
    if (suffix === undefined) return json(200, order);
    return { status: 200, headers: { 'content-type': 'application/pdf' }, body: pdf };
  }

  #describe = (subscription: { id: string; event: string; target: string }) => ({
    ...subscription,
    href: `/v1/hooks/${subscription.id}`,
    last_triggered: null,
  });

  #id(prefix: string): string {
    this.#next += 1;
    return `${prefix}-200-${String(this.#next).padStart(4, '0')}`;
  }
}
