/** Responses for unknown addresses: a page for people, JSON under `/api`. */
import type { Context } from 'hono';
import { html } from 'hono/html';

export function respondNotFound(c: Context): Response | Promise<Response> {
  const { path } = c.req;
  const message = `There is nothing at ${path.slice(0, 200)}.`;
  if (path.startsWith('/api/')) return c.json({ message }, 404);
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Page not found · Workbench</title>
<link rel="icon" href="data:,">
<style>body { max-width: 36rem; margin: 15vh auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; } a { color: inherit; }</style>
</head>
<body><main><h1>Page not found</h1><p>${message}</p><p><a href="/">Go to the workbench</a></p></main></body>
</html>`,
    404,
  );
}
