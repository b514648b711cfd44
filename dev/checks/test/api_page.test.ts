import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { contactFields } from '../../../src/person/fields.ts';

const root = new URL('../../../', import.meta.url);

describe('docs/api.md', () => {
  let page: string;
  let sources: { file: string; text: string }[];
  beforeAll(async () => {
    page = await readFile(new URL('docs/api.md', root), 'utf8');
    const folder = new URL('src/', root);
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
    sources = await Promise.all(
      files.map(async (file) => ({ file, text: await readFile(new URL(file, folder), 'utf8') })),
    );
  });

  it('describes every path in src/api', () => {
    const documented = new Set([...page.matchAll(/\/v\d\/[\w/.{}]*/g)].map(([path]) => withoutNames(path)));
    const requested = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/path`([^`]+)`/g)].map(([, path = '']) => ({ file, path })),
    );
    expect(requested.length).toBeGreaterThan(15);
    expect(requested.filter(({ path }) => !documented.has(withoutNames(path)))).toEqual([]);
  });

  it.each(contactFields)('describes the contact field $key', ({ key }) => {
    const [contacts = ''] = /^## Contacts$.*?(?=^## )/ms.exec(page) ?? [];
    expect(contacts).toContain(`\`${key}\``);
  });

  it('has every section that src refers to', () => {
    const anchors = new Set([...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));
    const cited = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/docs\/api\.md#([\w-]+)/g)].map(([, anchor = '']) => ({ file, anchor })),
    );
    expect(cited.length).toBeGreaterThan(15);
    expect(cited.filter(({ anchor }) => !anchors.has(anchor))).toEqual([]);
  });
});

/** Returns `/v1/lists/{}/contacts` for both `/v1/lists/${list.id}/contacts` and `/v1/lists/{list_id}/contacts`. */
const withoutNames = (path: string): string => path.replace(/\$?\{[^}]*\}/g, '{}');

/** Returns the anchor that GitHub generates for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
