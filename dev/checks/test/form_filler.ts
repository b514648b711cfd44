/**
 * Fills in any operation so that it can run against the sandbox: its required fields, or one field of a search that has
 * none. The values come from dropdowns, choices, placeholders, or `#knownValues` below.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { newsletterPdf } from '@print-and-mail/sandbox';
import { fetchChoices, type InputField, type Loopback, serveLoopback } from '@print-and-mail/zapier';
import { contactSample } from '../../../src/person/contact.ts';
import type { World } from '../../../test/support/world.ts';
import type { LocatedEntry } from '../app.ts';
import { flattenRecord, isPlainObject } from '../shape.ts';

export type Filled = Record<string, unknown>;

const fieldsOf = ({ entry }: LocatedEntry): InputField[] =>
  entry.operation.inputFields.filter((field) => typeof field !== 'string');

const isDropdown = ({ choices }: InputField): boolean =>
  choices !== undefined && !Array.isArray(choices) && typeof choices.perform === 'string';

/** Optional fields that an action cannot run without. */
const alsoNeeded: Record<string, string[] | undefined> = {
  send_letter: ['contact_id'],
  upsert_contact: ['name'],
};

export class FormFiller {
  readonly #world: World;
  #server: Loopback | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  /** Fills in only what the operation needs. */
  async fill(located: LocatedEntry): Promise<Filled> {
    const fields = fieldsOf(located);
    // A step with line items needs a row, even if no column is required.
    const lineItems = fields.find(({ children }) => children);
    const needed = fields.filter(
      (field) =>
        field.required ||
        field === lineItems ||
        field.children?.some((one) => one.required) ||
        alsoNeeded[located.entry.key]?.includes(field.key),
    );
    const criterion = fields.find(isDropdown) ?? fields[0];
    const wanted = located.kind !== 'triggers' && needed.length === 0 && criterion ? [criterion] : needed;
    const filled: Filled = {};
    for (const field of wanted) filled[field.key] = await this.#value(located, field);
    return filled;
  }

  /** Also fills in the optional fields that appear in the sample. */
  async fillLikeSample(located: LocatedEntry): Promise<Filled> {
    const { sample = {} } = located.entry.operation;
    const sampleValues = new Map([
      ...flattenRecord(sample).map(({ path, value }) => [path.replace(/^.*__/, ''), value] as const),
      ...Object.entries(sample),
    ]);
    const optional = fieldsOf(located).filter(
      ({ key, required, children, type, dict }) =>
        !required &&
        !children &&
        type !== 'file' &&
        sampleValues.has(key) &&
        (!dict || isPlainObject(sampleValues.get(key))),
    );
    const filled: Filled = {};
    for (const { key } of optional) filled[key] = (await this.#knownValues[key]?.()) ?? sampleValues.get(key);
    return { ...filled, ...(await this.fill(located)) };
  }

  async #value(located: LocatedEntry, field: InputField): Promise<unknown> {
    const { children } = field;
    if (children) {
      const row: Filled = {};
      for (const child of children) {
        const isKnown = this.#knownValues[`${field.key}.${child.key}`] !== undefined;
        if (child.required || child.placeholder || isKnown)
          row[child.key] = await this.#plainValue(located, child, field.key);
      }
      return [row];
    }
    return this.#plainValue(located, field);
  }

  async #plainValue(located: LocatedEntry, field: InputField, parent = ''): Promise<unknown> {
    const createValue = this.#knownValues[`${parent}.${field.key}`] ?? this.#knownValues[field.key];
    if (createValue) return createValue();
    if (field.type === 'file') return this.fileUrl();
    if (Array.isArray(field.choices))
      return field.choices.map((one) => (typeof one === 'string' ? one : one.value))[0];
    if (isDropdown(field)) return this.#firstChoice(located, field);
    if (field.choices) return Object.keys(field.choices)[0];
    if (field.placeholder) return field.placeholder.replace(/^For example /, '');
    if (field.type === 'integer' || field.type === 'number') return 1;
    throw new Error(
      `No test value for ${located.path}.${field.key}. Give the field a dropdown or a placeholder, or add a value to dev/checks/test/form_filler.ts.`,
    );
  }

  async #firstChoice({ kind, entry }: LocatedEntry, field: InputField): Promise<string> {
    const { platform, connection } = this.#world;
    const { results } = await fetchChoices(platform, kind, { key: entry.key, field: field.key, connection });
    const [first] = results;
    if (!first)
      throw new Error(
        `The dropdown of ${entry.key}.${field.key} is empty. Add a record to default_seed.ts in dev/sandbox/store, and store it in seed.ts there.`,
      );
    return first.id;
  }

  /** By the field's key, or by `lineItems.column`. */
  readonly #knownValues: Record<string, (() => Promise<unknown>) | undefined> = {
    contact_id: () => this.#addContact(),
    list_id: () => this.#makeList(),
    file_id: () => this.#upload(),
    'sheets.file': () => this.#upload(),
    'contacts.name': async () => 'Maria Miller',
    minimum_contacts: async () => '1',
    order_id: () => this.placeOrder(),
    // The event with the parts that the output fields list.
    event: async () => 'orders.order_shipped.v1',
    // Names of lists are unique.
    list_name: async () => `Spring donors ${randomUUID()}`,
  };

  /** Adds a contact with all the fields of the sample and returns its ID. */
  async #addContact(): Promise<unknown> {
    const { address, ...person } = contactSample;
    // Create or Update Contact refuses a reference that two contacts have.
    const inputs = { ...person, ...address, external_id: randomUUID() };
    return (await this.#world.create('create_contact', inputs)).contact_id;
  }

  /** Places an order and returns its id. */
  async placeOrder(): Promise<unknown> {
    const { results } = await fetchChoices(this.#world.platform, 'creates', {
      key: 'resend_saved_order',
      field: 'saved_order_id',
      connection: this.#world.connection,
    });
    const order = await this.#world.create('resend_saved_order', {
      saved_order_id: results[0]?.id,
      list_id: await this.#makeList(),
      duplicate_window: 'off',
    });
    return order.order_id;
  }

  /** Makes a list and returns its ID. The connector knows who is on it, unlike on the lists of the seed. */
  async #makeList(): Promise<unknown> {
    const recipients = [{ name: 'Maria Miller', street: '12 Market Street', city: 'Columbus', state: 'OH' }];
    return (await this.#world.create('create_list', { recipients })).list_id;
  }

  /** Returns the URL of a file, which is how Zapier passes a file from an earlier step. */
  async fileUrl(): Promise<string> {
    return `${(await this.#fileServer()).origin}/newsletter.pdf`;
  }

  async #upload(): Promise<unknown> {
    return (await this.#world.create('upload_file', { file: await this.fileUrl() })).file_id;
  }

  async #fileServer(): Promise<Loopback> {
    this.#server ??= await serveLoopback(async (_request, response) => {
      const content = await readFile(newsletterPdf);
      response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': content.length });
      response.end(content);
    });
    return this.#server;
  }
}
