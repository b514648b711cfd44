import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as limits from '../../src/list_file/limits.ts';
import { formatNumber } from '../../src/text/format.ts';

describe('The page about list files', () => {
  const page = readFileSync('docs/list_files.md', 'utf8');
  const { maxBytes, maxPeople, ...counts } = limits;

  it.each(Object.entries({ ...counts, ...maxPeople }))('states %s', (_name, limit) => {
    expect(page).toMatch(new RegExp(`\\| ${formatNumber(limit)}(?: levels)? \\|`));
  });

  it('states the sizes of files', () => {
    expect(page).toContain(`${maxBytes.contacts / 1e6} MB in *Replace Mailing List*`);
    expect(page).toContain(`${maxBytes.recipients / 1e6} MB in *Create Temporary List*`);
  });
});
