/** The logo as Zapier's App Directory wants it: 256 pixels square, with transparency, drawn from `dev/logo/logo.svg`. */
import { readFile, writeFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';

const folder = new URL('../logo/', import.meta.url);

export const logoFile = new URL('logo.png', folder);

/** @returns the PNG file's bytes */
export async function drawLogo(): Promise<Buffer> {
  const drawing = await readFile(new URL('logo.svg', folder), 'utf8');
  const size = { mode: 'width', value: 256 } as const;
  return new Resvg(drawing, { fitTo: size, font: { loadSystemFonts: false } }).render().asPng();
}

// `npm run logo`
if (import.meta.main) await writeFile(logoFile, await drawLogo());
