/** Compares what the fields of a contact say about printing with a proof of the sandbox. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describePerson } from '../../../src/person/envelope.ts';
import { addressFields, contactFields, personFields, printedKeys } from '../../../src/person/fields.ts';
import { recipientFields } from '../../../src/recipients/recipient.ts';
import { startWorld, type World } from '../../../test/support/world.ts';
import { readPdfPages } from '../../sandbox/test/pdf_pages.ts';

const isPrinted = (key: string): boolean => printedKeys.some((one) => one === key);

/** A saved order that greets the recipient and has an outer envelope. */
const saved_order_id = 'l-001-1001';

describe('A proof of a letter', () => {
  const fields = contactFields.filter(({ key }) => recipientFields.some((field) => field.key === key));
  let world: World;
  let text: string;
  beforeAll(async () => {
    world = await startWorld();
    const values = fields.map(({ key, sample }) => [key, key === 'country' ? 'Germany' : `${sample}`]);
    const { order_id } = await world.create('send_letter', {
      saved_order_id,
      ...Object.fromEntries(values),
      greeting: 'Mimi',
    });
    const [order] = await world.search('find_order', { order_id });
    const url = String(await world.platform.hydrate(order?.preview_pdf, world.connection));
    const pages = await readPdfPages(new Uint8Array(await (await fetch(url)).arrayBuffer()));
    text = pages
      .map((page) => page.text)
      .join('\n')
      .toLowerCase();
  });
  afterAll(() => world.close());

  const shown: Record<string, string> = { greeting: 'mimi', country: 'germany' };
  it.each(fields)('has $label, if letters that differ in it are not the same', ({ key, sample }) => {
    const lines = (shown[key] ?? sample).toLowerCase().split('\n');
    const isShown = lines.every((line) => line !== '' && text.includes(line));
    expect({ key, isShown }).toEqual({ key, isShown: isPrinted(key) });
  });
});

describe('The envelope that a test of Send Letter shows', () => {
  const valuesOf = (fields: readonly { key: string }[]) =>
    Object.fromEntries(fields.map(({ key }) => [key, `a ${key}`]));
  const shown = describePerson({ ...valuesOf(personFields), address: valuesOf(addressFields) });

  it.each(contactFields)('has $label if it is printed, but for the greeting', ({ key }) => {
    expect({ key, isShown: shown.toLowerCase().includes(`a ${key}`) }).toEqual({
      key,
      isShown: isPrinted(key) && key !== 'greeting',
    });
  });
});
