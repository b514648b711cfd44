/** The fonts of the previews, which between them have the letters of most of the world. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';
import * as fontkit from 'fontkit';

const files = {
  Serif: '@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf',
  Sans: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  Hand: '@expo-google-fonts/caveat/400Regular/Caveat_400Regular.ttf',
  Japanese: '@expo-google-fonts/sawarabi-gothic/400Regular/SawarabiGothic_400Regular.ttf',
} as const;

type FontFile = keyof typeof files;

/** Where a letter is looked for when the chosen family has not got it. */
const fallbacks: readonly FontFile[] = ['Sans', 'Serif', 'Japanese'];

interface Loaded {
  bytes: Uint8Array;
  has(codePoint: number): boolean;
}

const loaded = new Map<FontFile, Loaded>();

/** Read and parsed once a process: only the letters that are used go into a document. */
function load(name: FontFile): Loaded {
  const known = loaded.get(name);
  if (known) return known;
  const bytes = new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(files[name])));
  const font = fontkit.create(Buffer.from(bytes));
  if (!('hasGlyphForCodePoint' in font))
    throw new TypeError(`${files[name]} is a collection of fonts, not one`);
  const entry = { bytes, has: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) };
  loaded.set(name, entry);
  return entry;
}

const familyOf = (name: string | undefined): FontFile =>
  name === 'Serif' || name === 'Hand' ? name : 'Sans';

/** A part of a line in one font. */
export interface Run {
  text: string;
  font: PDFFont;
}

/** The fonts of one document, embedded when first needed. */
export class Fonts {
  readonly #document: PDFDocument;
  readonly #embedded = new Map<FontFile, PDFFont>();

  constructor(document: PDFDocument) {
    this.#document = document;
    document.registerFontkit(fontkit);
  }

  /** A line as runs: each letter in the chosen family, else in the first that has it, else as a visible gap. */
  async runs(line: string, family: string | undefined): Promise<Run[]> {
    const chosen = familyOf(family);
    const runs: { text: string; file: FontFile }[] = [];
    for (const letter of line.normalize('NFC')) {
      if (/\p{Cc}|\p{Cf}|\p{Cs}|\p{Variation_Selector}/u.test(letter)) continue;
      const codePoint = letter.codePointAt(0) ?? 0;
      const file = [chosen, ...fallbacks].find((name) => load(name).has(codePoint));
      const last = runs.at(-1);
      const text = file ? letter : '\u25a1';
      const use = file ?? 'Japanese';
      if (last?.file === use) last.text += text;
      else runs.push({ text, file: use });
    }
    return Promise.all(runs.map(async ({ text, file }) => ({ text, font: await this.#embed(file) })));
  }

  async #embed(name: FontFile): Promise<PDFFont> {
    const known = this.#embedded.get(name);
    if (known) return known;
    const font = await this.#document.embedFont(load(name).bytes, { subset: true });
    this.#embedded.set(name, font);
    return font;
  }
}
