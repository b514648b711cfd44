/** The limit of how many rows a file may have, here with a smaller number than the real one. */
import { expect, it, jest } from '@jest/globals';
import { ListColumns } from '../../src/list_columns/columns.ts';
import * as limits from '../../src/list_file/limits.ts';

jest.unstable_mockModule('../../src/list_file/limits.ts', () => ({
  ...limits,
  maxRows: 1_300,
}));
const { readListFile } = await import('../../src/list_file/list_file.ts');

async function count(content: string): Promise<number> {
  let people = 0;
  await readListFile(Buffer.from(content), new ListColumns(undefined), () => {
    people += 1;
  });
  return people;
}

it('A CSV file may have exactly as many rows as the limit', async () => {
  expect(await count(`name,city\n${',\n'.repeat(1_298)}a,b\n`)).toBe(1);
  await expect(count(`name,city\n${',\n'.repeat(1_300)}a,b\n`)).rejects.toThrow(
    'The CSV file has more than 1,300 rows, the limit for this step.',
  );
});
