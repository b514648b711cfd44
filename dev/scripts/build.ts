/**
 * Builds the connector: `src/index.ts` and the few libraries it uses become one module, `dist/index.js`.
 * Zapier's own core stays outside, because the platform provides its conventions around it and the CLI
 * insists on finding it. One module instead of hundreds of files is what keeps a Zap's cold start short.
 */
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const require = createRequire(import.meta.url);

/**
 * Takes what has been loaded by the time the connector is, from where it lies: Node's own modules, and two libraries
 * that Zapier's core brings along. `require` has them at hand; an `import` would have Node look through their sources
 * for names to export and make ready what nobody uses, which took longer than loading all of the connector.
 */
const whatIsThereAlready: Plugin = {
  name: 'what-is-there-already',
  setup(build) {
    const namespace = 'there-already';
    build.onResolve({ filter: /^(node:.+|content-disposition|mime-types)$/ }, ({ path, kind }) =>
      kind === 'require-call' ? { path, external: true } : { path, namespace },
    );
    build.onLoad({ filter: /.*/, namespace }, ({ path }) => {
      const names = Object.keys(require(path)).filter(
        (name) => /^[a-z]\w*$/i.test(name) && name !== 'default',
      );
      return {
        // Each name by itself, so that the bundler can leave out those that nobody asks for.
        contents: [
          `const there = require(${JSON.stringify(path)});`,
          'export default there;',
          ...names.map((name) => `export const ${name} = /* @__PURE__ */ (() => there.${name})();`),
        ].join('\n'),
      };
    });
  },
};

/** Leaves out what only comes along: of package.json all but the version, of zod the functions that nobody calls. */
const whatIsUsed: Plugin = {
  name: 'what-is-used',
  setup(build) {
    build.onLoad({ filter: /[\\/]package\.json$/ }, async ({ path }) => ({
      contents: JSON.stringify({ version: JSON.parse(await readFile(path, 'utf8')).version }),
      loader: 'json',
    }));
    // It calls one function by a namespace within a namespace, for which the bundler keeps everything in the inner one.
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]mini[\\/]schemas\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('core.util.', 'util.'),
    }));
  },
};

/** What the bundler is told. */
export const options: BuildOptions = {
  entryPoints: ['src/index.ts'],
  outdir: 'dist',
  bundle: true,
  // What only one action needs, such as the CSV parser, is loaded by that action.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  external: ['zapier-platform-core'],
  plugins: [whatIsThereAlready, whatIsUsed],
  // What need not be read is read sooner. `npm run where` finds a place of it in the source, by maps that are not shipped.
  minify: true,
  sourcemap: 'external',
  legalComments: 'none',
  logLevel: 'warning',
  banner: {
    // A module has no `require` of its own.
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
};

if (import.meta.main) {
  await rm('dist', { recursive: true, force: true });
  await build(options);
}
