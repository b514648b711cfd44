import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { docsFolder, pageFolders, pages } from '../../scripts/docs.ts';
import { commonErrors, hookErrors, searchErrors, troubleshooting } from '../../scripts/troubleshooting.ts';
import { type App, builtApp } from '../app.ts';

describe('the pages in docs/', () => {
  let app: App;
  beforeAll(async () => {
    app = await builtApp();
  });

  it('match the definition (if not: npm run docs)', async () => {
    for (const [path, content] of pages(app)) {
      expect({ path, content: await readFile(new URL(path, docsFolder), 'utf8') }).toEqual({ path, content });
    }
  });

  it('exist for each operation and for nothing else', async () => {
    const found = await Promise.all(
      pageFolders.map(async (folder) =>
        (await readdir(new URL(folder, docsFolder))).map((file) => `${folder}/${file}`),
      ),
    );
    expect(found.flat().toSorted()).toEqual(
      [...pages(app).keys()].filter((path) => path !== 'README.md').toSorted(),
    );
  });

  it('cannot be generated for an action without an entry in troubleshooting.ts', () => {
    const { create_contact: known } = app.creates;
    const creates = { ...app.creates, ...(known ? { new_one: { ...known, key: 'new_one' } } : {}) };
    expect(() => pages({ ...app, creates })).toThrow('"new_one"');
  });

  it('cannot be generated if troubleshooting.ts has an entry for an operation that does not exist', () => {
    expect(() => pages({ ...app, creates: {} })).toThrow('which does not exist');
  });

  it('link to files that exist', async () => {
    for (const [path, content] of pages(app)) {
      for (const [, target = ''] of content.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)) {
        const file = new URL(target, new URL(path, docsFolder));
        expect({ path, target, exists: existsSync(file) }).toEqual({ path, target, exists: true });
      }
    }
  });
});

describe('the messages quoted on the pages', () => {
  let source: string;
  beforeAll(async () => {
    const root = new URL('../../../src/', import.meta.url);
    const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.ts'));
    source = (await Promise.all(files.map((name) => readFile(new URL(name, root), 'utf8')))).join('\n');
  });

  const quoted = [
    ...new Set(
      [commonErrors, hookErrors, searchErrors, ...Object.values(troubleshooting)]
        .flat()
        .map(({ says }) => says),
    ),
  ];
  it.each(quoted)('exist in the connector: %s', (says) => {
    expect(source).toContain(says);
  });
});
