/** The fonts of the previews, which between them have the letters of most of the world. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';
import * as fontkit from 'fontkit';
import { type Stretch, stretchesOf } from './direction.ts';

const files = {
  Serif: 'tinos/400Regular/Tinos_400Regular.ttf',
  Sans: 'arimo/400Regular/Arimo_400Regular.ttf',
  Hand: 'caveat/400Regular/Caveat_400Regular.ttf',
  Japanese: 'sawarabi-gothic/400Regular/SawarabiGothic_400Regular.ttf',
  Chinese: 'zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular.ttf',
  Korean: 'gowun-dodum/400Regular/GowunDodum_400Regular.ttf',
  Arabic: 'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  Devanagari: 'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  Thai: 'noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
} as const;

type FontFile = keyof typeof files;

/** What an order may be set in; any other name is set in Sans. */
const families: readonly FontFile[] = ['Serif', 'Sans', 'Hand'];

/** Where letters are looked for that the chosen family has not got. */
const fallbacks: readonly FontFile[] = [
  'Sans',
  'Serif',
  'Japanese',
  'Chinese',
  'Korean',
  'Arabic',
  'Devanagari',
  'Thai',
];

/** Drawn for what no font has. The Japanese font has it for sure. */
const missing = { text: '\u25a1', file: 'Japanese' } as const;

interface Loaded {
  bytes: Uint8Array;
  /** Whether it has every letter and mark of a grapheme. */
  has(grapheme: string): boolean;
}

const loaded = new Map<FontFile, Loaded>();

/**
 * A font's bytes and which letters it has, read once a process and not before it is needed. The documents do not share
 * the parsed font itself: it remembers which letter a shape first stood for, and one preview must not depend on those
 * made before it.
 */
function load(name: FontFile): Loaded {
  const known = loaded.get(name);
  if (known) return known;
  const path = createRequire(import.meta.url).resolve(`@expo-google-fonts/${files[name]}`);
  const bytes = new Uint8Array(readFileSync(path));
  const font = fontkit.create(Buffer.from(bytes));
  if (!('hasGlyphForCodePoint' in font)) throw new TypeError(`${path} is a collection of fonts, not one`);
  const answers = new Map<string, boolean>();
  const has = (grapheme: string): boolean => {
    const answer =
      answers.get(grapheme) ??
      [...grapheme].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
    // Names come in some hundred letters; a text made to have every letter there is must not fill the memory.
    if (answers.size < 20_000) answers.set(grapheme, answer);
    return answer;
  };
  const entry = { bytes, has };
  loaded.set(name, entry);
  return entry;
}

const fallbackFor = (part: readonly string[]): FontFile | undefined =>
  fallbacks.find((name) => part.every((grapheme) => load(name).has(grapheme)));

/** A part of a line in one font. */
interface Run {
  text: string;
  font: PDFFont;
  /** Points at a size of one point. */
  width: number;
}

/** A line's parts from left to right. */
export interface Line {
  runs: readonly Run[];
  /** Points at a size of one point. */
  width: number;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Marks that are not drawn: controls, joiners, marks of direction, and choices between pictures of one letter. */
const unseen = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu;

/** The fonts of one document, embedded when first needed, with only the letters that are used. */
export class Fonts {
  readonly #document: PDFDocument;
  readonly #embedded = new Map<FontFile, Promise<PDFFont>>();
  readonly #lines = new Map<string, Line>();

  constructor(document: PDFDocument) {
    this.#document = document;
    document.registerFontkit(fontkit);
  }

  /** Each letter in the chosen family, else in a font that has it, else a square in its place. Never fails. */
  async line(text: string, family: string | undefined): Promise<Line> {
    const chosen = families.find((name) => name === family) ?? 'Sans';
    const key = `${chosen} ${text}`;
    const known = this.#lines.get(key);
    if (known) return known;
    const runs: Run[] = [];
    for (const stretch of stretchesOf(readable(text))) runs.push(...(await this.#runs(stretch, chosen)));
    const line = { runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
    this.#lines.set(key, line);
    return line;
  }

  async #runs(stretch: Stretch, chosen: FontFile): Promise<Run[]> {
    const runs: Run[] = [];
    for (const { text, file } of inFonts(stretch, chosen)) {
      // The font turns letters of its script around by itself, but not signs that stand alone.
      const turned = stretch.rightToLeft && !/\p{L}/u.test(text) ? [...text].reverse().join('') : text;
      runs.push(await this.#run(turned, file));
    }
    return stretch.rightToLeft ? runs.reverse() : runs;
  }

  async #run(text: string, file: FontFile): Promise<Run> {
    const font = await this.#embed(file);
    try {
      return { text, font, width: font.widthOfTextAtSize(text, 1) };
    } catch {
      // A sequence that the font's own rules for joining letters cannot take is as if the font did not have it.
      const squares = missing.text.repeat([...text].length);
      const other = await this.#embed(missing.file);
      return { text: squares, font: other, width: other.widthOfTextAtSize(squares, 1) };
    }
  }

  #embed(name: FontFile): Promise<PDFFont> {
    const known = this.#embedded.get(name);
    if (known) return known;
    const font = this.#document.embedFont(load(name).bytes, { subset: true });
    this.#embedded.set(name, font);
    return font;
  }
}

/** A text's graphemes as they can be drawn: composed, without what is unseen, every kind of space as the one that all fonts have. */
function readable(text: string): string[] {
  const plain = text.normalize('NFC').replaceAll('\t', '    ');
  return Array.from(graphemes.segment(plain), ({ segment }) => segment.replace(unseen, ''))
    .filter(Boolean)
    .map((grapheme) => (/^\p{Zs}$/u.test(grapheme) ? ' ' : grapheme));
}

/**
 * Cuts a stretch where the font changes. What the chosen family lacks is taken from one font as far as one has it all,
 * so that a name is not set in two.
 */
function inFonts({ graphemes, rightToLeft }: Stretch, chosen: FontFile): { text: string; file: FontFile }[] {
  const runs: { text: string; file: FontFile }[] = [];
  const add = (text: string, file: FontFile): void => {
    const last = runs.at(-1);
    if (last?.file === file) last.text += text;
    else runs.push({ text, file });
  };
  const addLacking = (part: readonly string[]): void => {
    const file = fallbackFor(part);
    if (file) add(part.join(''), file);
    else
      for (const one of part) {
        const found = fallbackFor([one]);
        add(found ? one : missing.text, found ?? missing.file);
      }
  };
  const { has } = load(chosen);
  // Letters that join stay together with the spaces between them, where one font has them all.
  if (rightToLeft && !graphemes.every(has) && fallbackFor(graphemes)) {
    addLacking(graphemes);
    return runs;
  }
  let lacking: string[] = [];
  for (const one of graphemes) {
    if (!has(one)) {
      lacking.push(one);
      continue;
    }
    if (lacking.length > 0) addLacking(lacking);
    lacking = [];
    add(one, chosen);
  }
  if (lacking.length > 0) addLacking(lacking);
  return runs;
}
