/** `npm run logo`: draws the logo for Zapier's App Directory from `dev/logo/logo.svg`, 256 pixels square. */
import { readFile, writeFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';

const folder = new URL('../logo/', import.meta.url);

export const logoFile = new URL('logo.png', folder);

/** Returns a PNG file. */
export async function drawLogo(): Promise<Buffer> {
  const drawing = await readFile(new URL('logo.svg', folder), 'utf8');
  const size = { mode: 'width', value: 256 } as const;
  return new Resvg(drawing, { fitTo: size, font: { loadSystemFonts: false } }).render().asPng();
}

if (import.meta.main) await writeFile(logoFile, await drawLogo());
