/**
 * Serves a page written in TypeScript with Preact. It is bundled on the first request and loads nothing from other
 * servers, so it works offline. Nothing here is part of the connector's build.
 */
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { html, raw } from 'hono/html';
import { secureHeaders } from 'hono/secure-headers';
import { bundlePage } from './bundle.ts';
import { cacheForever, serveStatic } from './static_file.ts';

export interface PageSource {
  /** The script that renders into `<div id="page">` and imports the style sheet. */
  entry: URL;
  /** The browser tab's title until a view sets its own. */
  title: string;
  description: string;
  /** The URL of the icon in the browser's tab. */
  icon: string;
  /** Returns what the page's `readPageData` returns; it is embedded as JSON. */
  data?: () => unknown;
}

/** The headers of a page and of what it requests. */
export const securityHeaders = secureHeaders({
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
});

/**
 * Returns the routes of a page and its files.
 * @param at where the routes are mounted, without a trailing slash
 */
export function servePage({ entry, title, description, icon, data }: PageSource, at = ''): Hono {
  const page = new Hono();
  page.use(securityHeaders);
  page.get('/', compress(), async (c) => {
    const { script, preloads, style } = await bundlePage(entry);
    const json = JSON.stringify(await data?.());
    c.header('Cache-Control', 'no-cache');
    return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${at}/assets/${style}">
${preloads.map((name) => html`<link rel="modulepreload" href="${at}/assets/${name}">`)}
<script type="module" src="${at}/assets/${script}"></script>
${json && html`<script type="application/json" id="data">${raw(json.replaceAll('<', '\\u003c'))}</script>`}
</head>
<body><div id="page"></div><noscript>This page needs JavaScript. Turn it on in your browser and reload.</noscript></body>
</html>`);
  });
  page.get('/assets/:name', async (c) => {
    const { files } = await bundlePage(entry);
    const file = files.get(c.req.param('name'));
    return file ? serveStatic(c, file, cacheForever) : c.notFound();
  });
  return page;
}
