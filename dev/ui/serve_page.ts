/**
 * A page of the project's own: written in TypeScript with Preact, bundled when it is first asked for, and served with
 * everything it needs, so that it works offline. Nothing of it enters the connector's build.
 */
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { secureHeaders } from 'hono/secure-headers';

export interface PageSource {
  /** The page's first module, which renders into `<div id="page">` and imports its style sheet. */
  entry: URL;
  /** What the browser's tab says until the page says better. */
  title: string;
}

interface Bundle {
  script: string;
  style: string;
}

/** By their entries: a process that serves a page in several places bundles it once. */
const bundles = new Map<string, Promise<Bundle>>();

function bundled(entry: URL): Promise<Bundle> {
  const known = bundles.get(entry.href);
  if (known) return known;
  const bundle = bundlePage(entry);
  bundles.set(entry.href, bundle);
  // A mistake in the source is told each time, and may be gone the next.
  bundle.catch(() => bundles.delete(entry.href));
  return bundle;
}

/** Routes for the page itself and its two files; `at` is where they are mounted, without a slash at the end. */
export function servePage({ entry, title }: PageSource, at = ''): Hono {
  const page = new Hono();
  page.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        frameSrc: ["'self'", 'blob:'],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
      xFrameOptions: 'SAMEORIGIN',
      strictTransportSecurity: false,
    }),
  );
  page.get('/', (c) =>
    c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${at}/page.css">
<script type="module" src="${at}/page.js"></script>
</head>
<body><div id="page"></div><noscript>This page is drawn by a script; please allow scripts for it.</noscript></body>
</html>`),
  );
  page.get('/page.js', async (c) =>
    c.body((await bundled(entry)).script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  page.get('/page.css', async (c) =>
    c.body((await bundled(entry)).style, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  );
  return page;
}

/** @throws esbuild's error, which says where the page's source is wrong */
async function bundlePage(entry: URL): Promise<Bundle> {
  // Loaded only here: what serves a page starts sooner without it.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: { page: fileURLToPath(entry) },
    outdir: '/',
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'silent',
  });
  const text = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { script: text('.js'), style: text('.css') };
}
