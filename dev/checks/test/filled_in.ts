/**
 * Fills in any operation of the definition so that it can run against the sandbox: what is required, and for a search
 * with no required field one to search by. A new operation needs no more than a dropdown, choices, a placeholder or
 * one of the values known here.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { newsletterPdf } from '@print-and-mail/sandbox';
import { fetchChoices, type InputField, type Loopback, serveLoopback } from '@print-and-mail/zapier';
import * as zod from 'zod';
import type { World } from '../../../test/support/world.ts';
import type { Placed } from '../app.ts';
import { isTree, leaves } from '../shape.ts';

const seed = zod.looseObject({ lists: zod.array(zod.looseObject({ id: zod.string() })) });

export type Filled = Record<string, unknown>;

const fieldsOf = ({ entry }: Placed): InputField[] =>
  entry.operation.inputFields.filter((field) => typeof field !== 'string');

const isDropdown = ({ choices: given }: InputField): boolean =>
  given !== undefined && !Array.isArray(given) && typeof given.perform === 'string';

/** Optional fields without which an action has nothing to work with. */
const alsoNeeded: Record<string, string[] | undefined> = { send_letter: ['contact_id'] };

/** What only the world can tell: things that have to be there before a step can speak of them. */
export class Filler {
  readonly #world: World;
  #source: Loopback | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  async close(): Promise<void> {
    await this.#source?.close();
  }

  /** Only what has to be filled in. */
  async fill(placed: Placed): Promise<Filled> {
    const fields = fieldsOf(placed);
    // A step that has line items does nothing without any, even where none of their columns is marked as required.
    const lineItems = fields.find(({ children }) => children);
    const needed = fields.filter(
      (field) =>
        field.required ||
        field === lineItems ||
        field.children?.some((one) => one.required) ||
        alsoNeeded[placed.entry.key]?.includes(field.key),
    );
    const criterion = fields.find(isDropdown) ?? fields[0];
    const wanted = placed.kind !== 'triggers' && needed.length === 0 && criterion ? [criterion] : needed;
    const filled: Filled = {};
    for (const field of wanted) filled[field.key] = await this.#value(placed, field);
    return filled;
  }

  /** What has to be filled in, and whatever else the sample shows a value of. */
  async fillWhole(placed: Placed): Promise<Filled> {
    const { sample = {} } = placed.entry.operation;
    const shown = new Map([
      ...leaves(sample).map(({ path, value }) => [path.replace(/^.*__/, ''), value] as const),
      ...Object.entries(sample),
    ]);
    const optional = fieldsOf(placed).filter(
      ({ key, required, children, type, dict }) =>
        !required && !children && type !== 'file' && shown.has(key) && (!dict || isTree(shown.get(key))),
    );
    const filled: Filled = {};
    for (const { key } of optional) filled[key] = (await this.#known[key]?.()) ?? shown.get(key);
    return { ...filled, ...(await this.fill(placed)) };
  }

  async #value(placed: Placed, field: InputField): Promise<unknown> {
    const { children } = field;
    if (children) {
      const row: Filled = {};
      for (const child of children) {
        const isKnown = this.#known[`${field.key}.${child.key}`] !== undefined;
        if (child.required || child.placeholder || isKnown)
          row[child.key] = await this.#plain(placed, child, field.key);
      }
      return [row];
    }
    return this.#plain(placed, field);
  }

  async #plain(placed: Placed, field: InputField, parent = ''): Promise<unknown> {
    const known = this.#known[`${parent}.${field.key}`] ?? this.#known[field.key];
    if (known) return known();
    if (field.type === 'file') return this.file();
    if (Array.isArray(field.choices))
      return field.choices.map((one) => (typeof one === 'string' ? one : one.value))[0];
    if (isDropdown(field)) return this.#firstChoice(placed, field);
    if (field.choices) return Object.keys(field.choices)[0];
    if (field.placeholder) return field.placeholder;
    if (field.type === 'integer' || field.type === 'number') return 1;
    if (field.type === 'boolean') return true;
    throw new Error(
      `Nobody knows what to fill in for ${placed.path}.${field.key}: give the field a dropdown or a placeholder, or name a value in dev/checks/test/filled_in.ts.`,
    );
  }

  async #firstChoice({ kind, entry }: Placed, field: InputField): Promise<string> {
    const { platform, connection } = this.#world;
    const { results } = await fetchChoices(platform, kind, { key: entry.key, field: field.key, connection });
    const [first] = results;
    if (!first) throw new Error(`The dropdown of ${entry.key}.${field.key} is empty.`);
    return first.id;
  }

  /** By the field's key, or by line items and column. */
  readonly #known: Record<string, (() => Promise<unknown>) | undefined> = {
    list_id: () => this.#list(),
    file_id: () => this.#upload(),
    'sheets.file': () => this.#upload(),
    'contacts.name': async () => 'Maria Miller',
    order_id: () => this.order(),
    // No two lists may have the same name.
    list_name: async () => `Spring donors ${randomUUID()}`,
  };

  /** A new order's number. */
  async order(): Promise<unknown> {
    const { results } = await fetchChoices(this.#world.platform, 'creates', {
      key: 'resend_saved_order',
      field: 'saved_order_id',
      connection: this.#world.connection,
    });
    const order = await this.#world.create('resend_saved_order', {
      saved_order_id: results[0]?.id,
      list_id: await this.#list(),
      duplicate_window: 'off',
    });
    return order.order_id;
  }

  async #list(): Promise<string> {
    const { lists } = seed.parse(await this.#world.control.call('GET', '/seed'));
    const [first] = lists;
    if (!first) throw new Error('The sandbox’s seed has no list.');
    return first.id;
  }

  /** A file of an earlier step, as Zapier hands it over: the address of its content. */
  async file(): Promise<string> {
    return `${(await this.#files()).origin}/newsletter.pdf`;
  }

  async #upload(): Promise<unknown> {
    return (await this.#world.create('upload_file', { file: await this.file() })).file_id;
  }

  async #files(): Promise<Loopback> {
    this.#source ??= await serveLoopback(async (_request, response) => {
      const content = await readFile(newsletterPdf);
      response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': content.length });
      response.end(content);
    });
    return this.#source;
  }
}
