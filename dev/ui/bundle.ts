/** Bundles a page with esbuild. File names contain a hash of their content, so browsers may cache them forever. */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StaticFile } from './static_file.ts';

export interface Bundle {
  /** By name. */
  files: ReadonlyMap<string, StaticFile>;
  /** The entry's script, and the scripts it imports statically. */
  script: string;
  preloads: string[];
  style: string;
}

/** Bundles are kept by entry, because a process may serve a page in several places. */
const bundles = new Map<string, Promise<Bundle>>();

/** @throws esbuild's error, with the location in the source */
export function bundlePage(entry: URL): Promise<Bundle> {
  const known = bundles.get(entry.href);
  if (known) return known;
  const bundle = buildBundle(entry);
  bundles.set(entry.href, bundle);
  // After an error in the source, the next request tries again.
  bundle.catch(() => bundles.delete(entry.href));
  return bundle;
}

const typeOf = (path: string): string =>
  path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';

async function buildBundle(entry: URL): Promise<Bundle> {
  // Loaded on demand: the server starts faster without esbuild.
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    entryPoints: { page: fileURLToPath(entry) },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    outdir: '/',
    bundle: true,
    splitting: true,
    metafile: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'silent',
  });
  const files = new Map(
    outputFiles.map(({ path, contents }) => [basename(path), { content: contents, type: typeOf(path) }]),
  );
  const [scriptPath, output] =
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint !== undefined) ?? [];
  if (scriptPath === undefined || output?.cssBundle === undefined)
    throw new Error(`${entry} must be a script that imports a style sheet.`);
  return {
    files,
    script: basename(scriptPath),
    preloads: output.imports
      .filter(({ kind }) => kind === 'import-statement')
      .map(({ path }) => basename(path)),
    style: basename(output.cssBundle),
  };
}
