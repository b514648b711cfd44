/**
 * Builds the connector: bundles `src/index.ts` and the libraries it uses into `dist/index.js`, because a Zap starts faster
 * with one module than with hundreds of files. zapier-platform-core is not bundled: Zapier loads it from `node_modules`.
 */
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const require = createRequire(import.meta.url);

/**
 * Loads Node's modules and two dependencies of zapier-platform-core with `require`. They are loaded already, so `require`
 * returns them at once. An `import` would make Node scan CommonJS sources for export names and initialize exports
 * that the connector does not use, which took longer than loading the connector.
 */
const requireLoadedModules: Plugin = {
  name: 'require-loaded-modules',
  setup(build) {
    const namespace = 'loaded';
    build.onResolve({ filter: /^(node:.+|content-disposition|mime-types)$/ }, ({ path, kind }) =>
      kind === 'require-call' ? { path, external: true } : { path, namespace },
    );
    build.onLoad({ filter: /.*/, namespace }, ({ path }) => {
      const names = Object.keys(require(path)).filter(
        (name) => /^[a-z]\w*$/i.test(name) && name !== 'default',
      );
      return {
        // One pure statement per export, so that esbuild drops the unused ones.
        contents: [
          `const loaded = require(${JSON.stringify(path)});`,
          'export default loaded;',
          ...names.map((name) => `export const ${name} = /* @__PURE__ */ (() => loaded.${name})();`),
        ].join('\n'),
      };
    });
  },
};

/** Bundles only the version of package.json. */
const versionOnly: Plugin = {
  name: 'version-only',
  setup(build) {
    build.onLoad({ filter: /[\\/]package\.json$/ }, async ({ path }) => ({
      contents: JSON.stringify({ version: JSON.parse(await readFile(path, 'utf8')).version }),
      loader: 'json',
    }));
  },
};

/** Bundles the names of countries as text, because V8 parses JSON faster than an object of the same size in code. */
const parsedNames: Plugin = {
  name: 'parsed-names',
  setup(build) {
    build.onLoad({ filter: /i18n-iso-countries.*\.json$/ }, async ({ path }) => {
      const json = JSON.stringify(JSON.parse(await readFile(path, 'utf8')));
      return { contents: `export default JSON.parse(${JSON.stringify(json)});` };
    });
  },
};

export const options: BuildOptions = {
  entryPoints: ['src/index.ts'],
  outdir: 'dist',
  bundle: true,
  // Modules that only one action needs, such as the CSV parser, become chunks that this action imports.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  external: ['zapier-platform-core'],
  plugins: [requireLoadedModules, versionOnly, parsedNames],
  // Smaller files load faster. `npm run where` translates stack traces with the source maps, which are not shipped.
  minify: true,
  sourcemap: 'external',
  legalComments: 'none',
  logLevel: 'warning',
  banner: {
    // ES modules have no `require`.
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
};

if (import.meta.main) {
  await rm('dist', { recursive: true, force: true });
  await build(options);
}
