import { describe, expect, it } from '@jest/globals';
import { readListFile } from '../../src/list_file/list_file.ts';

const long = 'x'.repeat(8_000_000);

describe('A CSV file whose first line has 8 million characters', () => {
  it.each([
    ['unquoted', `name,city,${long}\nAnn,Akron,y\n`],
    ['quoted', `name,city,"${long}"\nAnn,Akron,y\n`],
    ['of quotation marks', `name,city,"${'""'.repeat(4_000_000)}"\nAnn,Akron,y\n`],
  ])('is read, and the %s column is ignored by a short name', (_how, content) => {
    const { rows, ignoredColumns } = readListFile(Buffer.from(content));
    expect(rows).toEqual([{ name: 'Ann', city: 'Akron' }]);
    expect(ignoredColumns.join().length).toBeLessThan(100);
  });

  it('is rejected with a short message if it names no column', () => {
    expect(() => readListFile(Buffer.from(long))).toThrow(/has no column.{0,400}$/s);
  });
});
