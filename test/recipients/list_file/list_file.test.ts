import { describe, expect, it } from '@jest/globals';
import { readListFile, readRecipientFile } from '../../../src/recipients/list_file/list_file.ts';

const long = 'x'.repeat(12_000_000);

describe('A CSV file whose first line has 12 million characters', () => {
  it.each([
    ['unquoted', `name,city,${long}\nAnn,Akron,y\n`],
    ['quoted', `name,city,"${long}"\nAnn,Akron,y\n`],
    ['of quotation marks', `name,city,"${'""'.repeat(6_000_000)}"\nAnn,Akron,y\n`],
  ])('is read, and the %s column is ignored by a short name', (_column, content) => {
    const { rows, ignoredColumns } = readListFile(Buffer.from(content));
    expect(rows).toEqual([{ name: 'Ann', city: 'Akron' }]);
    expect(ignoredColumns.join().length).toBeLessThan(100);
  });

  it('is rejected with a short message if it names no column', () => {
    expect(() => readListFile(Buffer.from(long))).toThrow(/has no column.{0,400}$/s);
  });
});

describe('A CSV file with two columns for one merge field', () => {
  it.each(['amount,amount', 'gift amount,gift_amount'])('is rejected if they are named %s', (columns) => {
    expect(() => readRecipientFile(Buffer.from(`name,city,${columns}\nAnn,Akron,5,6\n`))).toThrow(
      /two columns for \\"(amount|gift_amount)\\"\. Keep one of them/,
    );
  });

  it('is read for the mailing list, which has no merge fields', () => {
    const { rows } = readListFile(Buffer.from('name,city,note,note\nAnn,Akron,5,6\n'));
    expect(rows).toEqual([{ name: 'Ann', city: 'Akron' }]);
  });
});
