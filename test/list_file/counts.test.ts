/** The limits of how many people and rows a file may have, here with smaller numbers than the real ones. */
import { expect, it, jest } from '@jest/globals';
import { ListColumns } from '../../src/list_columns/columns.ts';
import * as limits from '../../src/list_file/limits.ts';
import * as matching from '../../src/matching/text_match.ts';

jest.unstable_mockModule('../../src/list_file/limits.ts', () => ({
  ...limits,
  maxPeople: { contacts: 1_250, recipients: 1_100 },
  maxRows: 1_300,
}));
const normalizeHeading = jest.fn(matching.normalizeHeading);
jest.unstable_mockModule('../../src/matching/text_match.ts', () => ({ ...matching, normalizeHeading }));
const { readListFile } = await import('../../src/list_file/list_file.ts');

async function count(content: string, of: 'contacts' | 'recipients'): Promise<number> {
  let people = 0;
  await readListFile(Buffer.from(content), of, new ListColumns(new Map()), () => {
    people += 1;
  });
  return people;
}

const csv = (people: number) => `name,city\n${'a,b\n'.repeat(people)}`;
const json = (people: number) => JSON.stringify(Array(people).fill({ name: 'a' }));

it('A list file may have exactly as many people as the limit', async () => {
  expect(await count(csv(1_250), 'contacts')).toBe(1_250);
  expect(await count(json(1_250), 'contacts')).toBe(1_250);
  expect(await count(csv(1_100), 'recipients')).toBe(1_100);
  expect(await count(`name,city\n${',\n'.repeat(1_298)}a,b\n`, 'contacts')).toBe(1);
});

it.each([
  ['contacts', csv(1_251), 'The file has more than 1,250 contacts, the limit for this step.'],
  ['contacts', json(1_251), 'The file has more than 1,250 contacts, the limit for this step.'],
  ['recipients', csv(1_101), 'The file has more than 1,100 recipients, the limit for this step.'],
  [
    'contacts',
    `name,city\n${',\n'.repeat(1_300)}a,b\n`,
    'The CSV file has more than 1,300 rows, the limit for this step.',
  ],
] as const)(
  'A list file with one %s or row more is rejected with the limit',
  async (of, content, message) => {
    await expect(count(content, of)).rejects.toThrow(message);
  },
);

it('The headings of a wide file are normalized once, not for each row that begins like them', async () => {
  normalizeHeading.mockClear();
  const headings = ['', 'name', 'city', ...Array.from({ length: 200 }, (_, index) => `note ${index}`)];
  expect(await count(`${headings.join()}\n${',a,b\n'.repeat(100)}`, 'contacts')).toBe(100);
  expect(normalizeHeading.mock.calls.length).toBeLessThan(1_000);
});
