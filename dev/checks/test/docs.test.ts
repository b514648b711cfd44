import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parseHeading } from '../../../src/list_columns/headings.ts';
import { contactFields } from '../../../src/person/fields.ts';
import { oauthScopes } from '../../../src/settings.ts';
import { defaultScopes } from '../../demo/control.ts';
import { docsFolder, pageFolders, pages } from '../../scripts/docs.ts';
import { troubleshooting } from '../../scripts/troubleshooting.ts';
import { type App, builtApp, type Entry, visibleEntries } from '../app.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

/** Returns the paths of the files with this ending in a folder, from the root. */
const filesIn = async (folder: string, ending: string): Promise<string[]> =>
  (await readdir(new URL(folder, root), { recursive: true }))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}${name}`);

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
      [...pages(app).keys()].filter((path) => path.includes('/')).toSorted(),
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
});

/** Returns the anchor that GitHub generates for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

describe('every page', () => {
  let linked: { from: string; to: string; anchor: string }[];
  let byPath: Map<string, string>;
  beforeAll(async () => {
    const written = [
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      ...(await filesIn('docs/', '.md')),
      ...(await filesIn('dev/sandbox/', '.md')),
    ];
    byPath = new Map(await Promise.all(written.map(async (path) => [path, await read(path)] as const)));
    linked = [...byPath].flatMap(([from, text]) =>
      [...text.matchAll(/\]\(((?!https?:)[^)#\s]*)(?:#([^)]*))?\)/g)].map(([, to = '', anchor = '']) => ({
        from,
        to: to ? new URL(to, new URL(from, root)).href.slice(root.href.length) : from,
        anchor,
      })),
    );
  });

  it('links to files that exist', () => {
    expect(linked.length).toBeGreaterThan(150);
    expect(linked.filter(({ to }) => !existsSync(new URL(to, root)))).toEqual([]);
  });

  it('links to sections that exist', () => {
    const anchors = (path: string): string[] =>
      [...(byPath.get(path) ?? '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
    expect(linked.filter(({ to, anchor }) => anchor && !anchors(to).includes(anchor))).toEqual([]);
  });

  it('names files of the project that exist', () => {
    const named = [...byPath].flatMap(([from, text]) =>
      [...text.matchAll(/`((?:src|test|dev|docs)\/[\w./-]+)`/g)].map(([, path = '']) => ({ from, path })),
    );
    // In a recipe, KEY and NOUN stand for the name of a new file.
    const existing = named.filter(({ path }) => !/[A-Z]{3}/.test(path.replace(/\w+\.md$/, '')));
    expect(existing.length).toBeGreaterThan(60);
    expect(existing.filter(({ path }) => !existsSync(new URL(path, root)))).toEqual([]);
  });
});

describe('a name in italics or bold', () => {
  /** Names that pages quote and that are no labels of this integration: of Zapier, of spreadsheets, and sentences. */
  const others = new Set([
    'Looping by Zapier',
    'Storage by Zapier',
    'Category',
    'Description',
    'Amount',
    'Class',
    'Day',
    'Pledge',
    'The Zap then starts twice',
  ]);
  /** Five words or more of which the second is in lower case: a sentence in bold. */
  const sentence = /^\S+ \p{Ll}\S*(?: \S+){3}/u;
  /** A row of a table, an item of a list or a paragraph often begins with its subject in bold. */
  const subject = /(?<=^\s*(?:[-*] |\| |\d+\. )?)\*\*[^*]+\*\*/gm;
  const quote = /(?<![*\w])(\*{1,2})(?!\s)([^*]+?)(?<!\s)\1(?![*\w])/g;

  it('is a label of the definition', async () => {
    const labels = labelsIn(await builtApp());
    const paths = ['README.md', ...(await filesIn('docs/', '.md'))];
    const quoted = await Promise.all(
      paths.map(async (path) => {
        const prose = (await read(path)).replace(/```[\s\S]*?```|`[^`\n]*`/g, '').replace(subject, '');
        return [...prose.matchAll(quote)]
          .map(([, stars = '', text = '']) => ({
            path,
            stars,
            name: text.replace(/\s+/g, ' ').replace(/[.:,]$/, ''),
          }))
          .filter(({ name }) => /^\p{Lu}/u.test(name));
      }),
    );
    // The page about list files has the headings of files in italics.
    const names = quoted
      .flat()
      .filter(({ path, stars }) => stars === '**' || !path.endsWith('list_files.md'));
    expect(names.length).toBeGreaterThan(150);
    expect(
      names.filter(({ name }) => !labels.has(name) && !others.has(name) && !sentence.test(name)),
    ).toEqual([]);
  });
});

/** Returns each label of the definition, and the choices of its dropdowns: whole, and up to a colon. */
function labelsIn(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  const texts = Object.entries(value).flatMap(([key, one]) => {
    if (key === 'label' && typeof one === 'string') return [one];
    return key === 'choices' && typeof one === 'object' && one !== null ? Object.values(one).map(String) : [];
  });
  const inside = Object.values(value).flatMap((one) => [...labelsIn(one)]);
  return new Set([...texts.flatMap((text) => [text, text.replace(/:.*/, '')]), ...inside]);
}

it('the page about the architecture names functions and constants that the code has', async () => {
  const sources = await Promise.all((await filesIn('src/', '.ts')).map(read));
  const declared = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/^(?:export |async |function |const | {2})*(\w+)/gm)].map(([, name]) => name),
    ),
  );
  const named = [...(await read('docs/architecture.md')).matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(
    ([, name]) => name,
  );
  expect(named).toContain('orderLetters');
  expect(named.filter((name) => !declared.has(name))).toEqual([]);
});

const has = (key: string) => (entry: Entry) =>
  entry.operation.inputFields.some((field) => typeof field !== 'string' && field.key === key);

describe('what the code declares', () => {
  it.each(contactFields)('is on the pages about people: $label', async ({ label }) => {
    const row = new RegExp(`^\\| ${label} \\| \\S`, 'm');
    expect(await read('docs/list_files.md')).toMatch(row);
    expect(await read('docs/recipients.md')).toMatch(row);
  });

  it('reads each heading that the page about list files names', async () => {
    const [section = ''] = (await read('docs/list_files.md')).split('**Names.**');
    const table = section.split('\n').filter((line) => line.startsWith('| '));
    const headings = table.flatMap((line) =>
      [...line.matchAll(/\*([^*]+)\*/g)].map(([, heading = '']) => heading),
    );
    const unread = headings.filter((heading) => ['other', 'unknown'].includes(parseHeading(heading).means));
    expect(headings.length).toBeGreaterThan(30);
    expect(unread).toEqual([]);
  });

  it('is in the settings, on the page about publishing and in the demo: each scope', async () => {
    const [row = ''] = (await read('docs/publishing.md'))
      .split('\n')
      .filter((line) => line.includes('OAUTH_SCOPES'));
    expect(row).toContain(`Default: \`${oauthScopes()}\``);
    expect(defaultScopes).toEqual(oauthScopes().split(' '));
  });

  it('is on the pages about the API and the sandbox: each event of a trigger', async () => {
    const sources = await Promise.all([
      ...(await filesIn('src/triggers/', '.ts')).map(read),
      ...(await filesIn('src/rest_hooks/', '.ts')).map(read),
    ]);
    const events = sources.flatMap((source) =>
      [...source.matchAll(/namedEvent\(\s*'([^']+)'/g)].map(([, name = '']) => name),
    );
    expect(events.length).toBeGreaterThan(1);
    const page = await read('docs/api.md');
    expect(events.filter((name) => !page.includes(`** (\`${name}.v1\``))).toEqual([]);
    const sandbox = await read('dev/sandbox/README.md');
    expect(events.filter((name) => !sandbox.includes(`\`${name}.v1\``))).toEqual([]);
  });

  it('is on the page about the cache: each key', async () => {
    const sources = await Promise.all((await filesIn('src/', '.ts')).map(read));
    const keys = sources.flatMap((source) =>
      [
        ...source.matchAll(
          /(?:\b(?:key|[a-z]\w*Key) = (?:\([^)]*\): string =>\s*)?|storeOnce\(|claim\(|=> (?=`v\d))[`']((?:v\d+:)?[a-z_-]+[:/]?)/g,
        ),
      ].map(([, key = '']) => key),
    );
    expect(keys).toEqual(expect.arrayContaining(['v5:mark:', 'claim:']));
    const page = await read('docs/decisions/order-deduplication.md');
    const isListed = (key: string) => page.includes(`\`${key}`) || page.includes(`\`claim:${key}`);
    expect([...new Set(keys)].filter((key) => !isListed(key))).toEqual([]);
  });

  it('is on the pages that explain: each step that they are about', async () => {
    const steps = visibleEntries(await builtApp());
    const labelsOf = (concerns: (entry: Entry) => boolean): string[] =>
      steps.filter(({ entry }) => concerns(entry)).map(({ entry }) => `*${entry.display.label}*`);
    const expected = {
      'docs/events.md': labelsOf(({ operation }) => operation.type === 'hook'),
      'docs/list_files.md': labelsOf(has('columns')),
      'docs/duplicate_letters.md': labelsOf(has('duplicate_window')),
    };
    for (const [path, labels] of Object.entries(expected)) {
      const page = (await read(path)).replace(/\s+/g, ' ');
      expect(labels.length).toBeGreaterThan(2);
      expect({ path, missing: labels.filter((label) => !page.includes(label)) }).toEqual({
        path,
        missing: [],
      });
    }
  });

  it('is on the page of each step that orders: what to do if the order is not confirmed', async () => {
    const steps = visibleEntries(await builtApp()).filter(({ entry }) => has('duplicate_window')(entry));
    expect(steps.length).toBeGreaterThan(4);
    const silent = steps.filter(
      ({ entry }) =>
        !troubleshooting[entry.key]?.some(
          ({ says, advice }) => says.includes('did not confirm the order') && advice.includes('missing-'),
        ),
    );
    expect(silent.map(({ entry }) => entry.key)).toEqual([]);
    // Without the check, the letters could be ordered twice.
    for (const path of ['README.md', ...(await filesIn('docs/', '.md'))])
      expect({ path, advisesOff: /\bto \*Off\b/.test(await read(path)) }).toEqual({
        path,
        advisesOff: false,
      });
  });

  it('is on the page about contributing: each command', async () => {
    const { scripts } = JSON.parse(await read('package.json'));
    // npm and Zapier's own tool run these by themselves.
    const unlisted = /^(?:pre|_zapier-build|version$|faults:orders$)/;
    const commands = Object.keys(scripts).filter((name) => !unlisted.test(name));
    const page = await read('CONTRIBUTING.md');
    const missing = commands.filter((name) => !new RegExp(`\\bnpm (?:run )?${name}\\b`).test(page));
    expect(missing).toEqual([]);
  });

  it('is on the page about the architecture: each folder of dev', async () => {
    const page = await read('docs/architecture.md');
    const folders = (await readdir(new URL('dev/', root), { withFileTypes: true })).filter((entry) =>
      entry.isDirectory(),
    );
    expect(folders.map(({ name }) => name).filter((name) => !page.includes(`\`dev/${name}\``))).toEqual([]);
  });

  it('is on the list of decisions: each page', async () => {
    const page = await read('docs/decisions/README.md');
    const names = (await readdir(new URL('docs/decisions/', root))).filter((name) => name !== 'README.md');
    expect(names.filter((name) => !page.includes(`(${name})`))).toEqual([]);
  });
});
