/** Serves Mozilla's PDF renderer (pdf.js) to the page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import mime from 'mime-types';
import { type StaticFile, serveStatic } from '../../ui/static_file.ts';
import type { SandboxContext } from '../http/context.ts';
import { ServiceError, shorten } from '../http/service_error.ts';

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** The folders a page may load from: the renderer itself, and data that only some PDFs need. */
const folders: Record<string, string> = {
  build: 'legacy/build',
  cmaps: 'cmaps',
  fonts: 'standard_fonts',
  wasm: 'wasm',
};

const cache = new Map<string, StaticFile>();

export async function pdfRendererFile(c: SandboxContext): Promise<Response> {
  const { part = '', name = '' } = c.req.param();
  const file = await loadFile(part, name);
  if (!file) throw new ServiceError(404, 'not_found', `The PDF renderer has no file ${shorten(name)}.`);
  return serveStatic(c, file, 'private, max-age=3600');
}

async function loadFile(part: string, name: string): Promise<StaticFile | undefined> {
  const folder = Object.hasOwn(folders, part) ? folders[part] : undefined;
  if (folder === undefined || !/^[\w-]+(?:\.[\w-]+)+$/.test(name)) return undefined;
  const path = join(packageFolder, folder, name);
  const cached = cache.get(path);
  if (cached) return cached;
  const content = await readFile(path).catch(() => undefined);
  if (!content) return undefined;
  const type = name.endsWith('.mjs') ? 'text/javascript' : mime.lookup(name) || 'application/octet-stream';
  const file = { content, type };
  cache.set(path, file);
  return file;
}
