/** Looks into a built package: what is in it, and what should not be. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// What the platform's command line itself unpacks a build with to try it.
import decompress from 'zapier-platform-cli/src/utils/decompress.js';

export interface Unpacked {
  folder: string;
  /** Paths of the files inside. */
  files: string[];
  /** Bytes of all files together. */
  bytes: number;
  remove(): Promise<void>;
}

/** Unpacks into an empty folder of its own, outside the project, so that nothing of it can be found by accident. */
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

const expected = ['package.json', 'definition.json', 'zapierwrapper.js', 'dist/index.js'];

/** What is missing, and what does not belong: anything but the build, what it runs on and its descriptions. */
export function complaintsAbout(files: readonly string[]): string[] {
  const missing = expected.filter((name) => !files.includes(name)).map((name) => `${name} is missing`);
  const belongs = (path: string) =>
    expected.includes(path) || /^dist\/[^/]+\.js$/.test(path) || path.startsWith('node_modules/');
  const hidden = (path: string) =>
    /(^|\/)\.(env|git|npmrc|zapierapprc)/.test(path) || /\.(ts|map|pem|key)$/.test(path);
  const foreign = files
    .filter((path) => !belongs(path) || hidden(path))
    .map((path) => `${path} does not belong there`);
  return [...missing, ...foreign];
}
