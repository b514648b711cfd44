/** Unpacks a built package and checks its contents. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import decompress from 'zapier-platform-cli/src/utils/decompress.js';

export interface Unpacked {
  folder: string;
  /** Paths relative to `folder`. */
  files: string[];
  /** The total size of the files. */
  bytes: number;
  remove(): Promise<void>;
}

/** Unpacks into a folder outside the project, so that the package cannot use the project's `node_modules`. */
export async function unpack(zip: string): Promise<Unpacked> {
  const folder = await mkdtemp(join(tmpdir(), 'connector-unpacked-'));
  const entries = await decompress(zip, folder);
  return {
    folder,
    files: entries.map(({ path }) => path).sort(),
    bytes: entries.reduce((sum, { data }) => sum + (data?.length ?? 0), 0),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The license of the connector, and those of the packages that ship with it. */
export const licenseFile = 'LICENSE';
export const thirdPartyFile = 'THIRD_PARTY_LICENSES';

const expected = [
  'package.json',
  'definition.json',
  'zapierwrapper.js',
  'dist/index.js',
  licenseFile,
  thirdPartyFile,
];

/** Returns the packages whose licenses are missing. @param libraries the names of those that are bundled */
export function findUnlicensed(
  files: readonly string[],
  libraries: readonly string[],
  licenses: string,
): string[] {
  const shipped = files.flatMap((path) => /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set([...libraries, ...shipped])].filter((name) => !`\n${licenses}`.includes(`\n${name} `));
}

/** Returns what is wrong with the contents: required files that are missing, and files that do not belong there. */
export function checkContents(files: readonly string[]): string[] {
  const missing = expected.filter((name) => !files.includes(name)).map((name) => `${name} is missing`);
  const belongs = (path: string) =>
    expected.includes(path) || /^dist\/[^/]+\.js$/.test(path) || path.startsWith('node_modules/');
  const isPrivate = (path: string) =>
    /(^|\/)\.(env|git|npmrc|zapierapprc)/.test(path) || /\.(ts|map|pem|key)$/.test(path);
  const unwanted = files
    .filter((path) => !belongs(path) || isPrivate(path))
    .map((path) => `${path} does not belong in the package`);
  return [...missing, ...unwanted];
}
