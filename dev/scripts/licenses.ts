/** Writes the licenses of the packages that ship with the connector. Most of them require their text in every copy. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as zod from 'zod';
import { options } from './build.ts';

const packageJson = zod.object({
  name: zod.string(),
  version: zod.string(),
  license: zod.string().optional(),
  author: zod
    .union([zod.string(), zod.object({ name: zod.string() }).transform(({ name }) => name)])
    .optional(),
  homepage: zod.string().optional(),
});

/** Returns the names of the libraries in `dist`. */
export async function findBundled(): Promise<string[]> {
  const { metafile } = await build({ ...options, write: false, metafile: true });
  const names = Object.keys(metafile.inputs).flatMap(
    (path) => /^node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//.exec(path)?.[1] ?? [],
  );
  return [...new Set(names)].sort();
}

/**
 * Returns the licenses of packages, each below a line such as "lodash 4.17.21 (MIT)".
 * @param folders the folders of the packages
 */
export async function listLicenses(folders: readonly string[]): Promise<string> {
  const packages = await Promise.all(folders.map(readLicense));
  const texts = new Map(packages.map(({ title, text }) => [title, text]));
  const sorted = [...texts].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([title, text]) => `${title}\n\n${text}\n`).join(`\n${'-'.repeat(80)}\n\n`);
}

async function readLicense(folder: string): Promise<{ title: string; text: string }> {
  const names = await readdir(folder);
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const { name, version, license, author, homepage } = packageJson.parse(
    JSON.parse(await read('package.json')),
  );
  const files = names.filter((one) => /^(?:licen[cs]e|copying|notice)/i.test(one)).sort();
  const readme = names.find((one) => /^readme/i.test(one));
  const [section] = /^#+ *licen[cs]e.*$[\s\S]*/im.exec(readme ? await read(readme) : '') ?? [];
  const told = [
    `The package has no file with its license${license ? `, which is ${license} by its package.json` : ''}.`,
    ...(author ? [`Author: ${author}`] : []),
    ...(homepage ? [`Home page: ${homepage}`] : []),
    ...(section ? ['Its README says:', section.trim()] : []),
  ];
  const texts = files.length > 0 ? await Promise.all(files.map(read)) : [told.join('\n')];
  return {
    title: `${name} ${version}${license ? ` (${license})` : ''}`,
    text: texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n'),
  };
}

/** Returns the folders of all packages in `node_modules`, also of those inside other packages. */
export async function findPackages(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'node_modules'), { withFileTypes: true }).catch(() => []);
  const names = await Promise.all(
    entries.map(async ({ name }) =>
      name.startsWith('@')
        ? (await readdir(join(folder, 'node_modules', name))).map((inner) => `${name}/${inner}`)
        : name.startsWith('.')
          ? []
          : [name],
    ),
  );
  const folders = names.flat().map((name) => join(folder, 'node_modules', name));
  return [...folders, ...(await Promise.all(folders.map(findPackages))).flat()];
}
