/**
 * Builds the connector: `src/index.ts` and the few libraries it uses become one module, `dist/index.js`.
 * Zapier's own core stays outside, because the platform provides its conventions around it and the CLI
 * insists on finding it. One module instead of hundreds of files is what keeps a Zap's cold start short.
 */
import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

await rm('dist', { recursive: true, force: true });
await build({
  entryPoints: ['src/index.ts'],
  outdir: 'dist',
  bundle: true,
  // What only one action needs, such as the CSV parser, is loaded by that action.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // Zapier's core brings the last two along and loads them anyway.
  external: ['zapier-platform-core', 'content-disposition', 'mime-types'],
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
  banner: {
    // Libraries in CommonJS form ask for Node's own modules through `require`, which a module does not have.
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
});
