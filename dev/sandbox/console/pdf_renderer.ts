/** Serves Mozilla's PDF renderer (pdf.js) to the page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import mime from 'mime-types';
import type { SandboxContext } from '../http/context.ts';
import { shorten } from '../http/request_body.ts';
import { ServiceError } from '../http/service_error.ts';

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** The folders a page may load from: the renderer itself, and data that only some PDFs need. */
const folders: Record<string, string> = {
  build: 'legacy/build',
  cmaps: 'cmaps',
  fonts: 'standard_fonts',
  wasm: 'wasm',
};

export async function pdfRendererFile(c: SandboxContext): Promise<Response> {
  const { part = '', name = '' } = c.req.param();
  const content = await readPart(part, name);
  if (content === undefined)
    throw new ServiceError(404, 'not_found', `The PDF renderer has no file ${shorten(name)}.`);
  const type = name.endsWith('.mjs') ? 'text/javascript' : mime.lookup(name) || 'application/octet-stream';
  return c.body(new Uint8Array(content), 200, {
    'Content-Type': type,
    'Cache-Control': 'private, max-age=3600',
  });
}

async function readPart(part: string, name: string): Promise<Buffer | undefined> {
  const folder = Object.hasOwn(folders, part) ? folders[part] : undefined;
  if (folder === undefined || !/^[\w-]+(?:\.[\w-]+)+$/.test(name)) return undefined;
  return readFile(join(packageFolder, folder, name)).catch(() => undefined);
}
