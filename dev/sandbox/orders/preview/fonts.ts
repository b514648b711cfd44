/** Chooses and embeds the fonts of previews. Together they cover the scripts of most countries. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PDFDocument, PDFFont } from '@pdfme/pdf-lib';
import * as fontkit from 'fontkit';
import { type Stretch, splitByDirection } from './direction.ts';

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

/** The fonts that an order can choose. Any other name is printed in Sans. */
const families: readonly FontFile[] = ['Serif', 'Sans', 'Hand'];

/** The fonts to try, in this order, for characters that the chosen font lacks. */
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

/** A small box, printed for characters that no font has. The Japanese font has the box. */
const placeholder = { text: '\u25a1', file: 'Japanese' } as const;

interface LoadedFont {
  bytes: Uint8Array;
  /** Returns whether the font has every character of a grapheme. */
  has(grapheme: string): boolean;
}

const loaded = new Map<FontFile, LoadedFont>();

/**
 * Loads a font when it is first needed. Documents do not share the parsed font: it remembers the first character of
 * each glyph, so a preview would depend on earlier ones.
 */
function loadFont(name: FontFile): LoadedFont {
  const known = loaded.get(name);
  if (known) return known;
  const path = createRequire(import.meta.url).resolve(`@expo-google-fonts/${files[name]}`);
  const bytes = new Uint8Array(readFileSync(path));
  const font = fontkit.create(bytes);
  const answers = new Map<string, boolean>();
  const has = (grapheme: string): boolean => {
    const answer =
      answers.get(grapheme) ??
      [...grapheme].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
    // Limits the memory for text with every Unicode character. Real text uses a few hundred.
    if (answers.size < 20_000) answers.set(grapheme, answer);
    return answer;
  };
  const entry = { bytes, has };
  loaded.set(name, entry);
  return entry;
}

const fallbackFor = (part: readonly string[]): FontFile | undefined =>
  fallbacks.find((name) => part.every((grapheme) => loadFont(name).has(grapheme)));

/** Part of a line, in a single font. */
interface Run {
  text: string;
  font: PDFFont;
  /** In points, at a font size of one point. */
  width: number;
}

/** A line of text. Its runs are in order from left to right. */
export interface Line {
  runs: readonly Run[];
  /** In points, at a font size of one point. */
  width: number;
}

const graphemeSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters that are not drawn: control characters, joiners, direction marks and variation selectors. */
const invisible = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu;

/** The fonts of one document. Each is embedded when first needed, with only the characters in use. */
export class Fonts {
  readonly #document: PDFDocument;
  readonly #embedded = new Map<FontFile, Promise<PDFFont>>();
  readonly #lines = new Map<string, Line>();
  /** The characters that are printed as a small box. */
  readonly missing = new Set<string>();

  constructor(document: PDFDocument) {
    this.#document = document;
    document.registerFontkit(fontkit);
  }

  /** Returns the line in the chosen font. Characters that it lacks come from another font, or are replaced by a small box. */
  async line(text: string, family: string | undefined): Promise<Line> {
    const chosen = families.find((name) => name === family) ?? 'Sans';
    const key = `${chosen} ${text}`;
    const known = this.#lines.get(key);
    if (known) return known;
    const runs: Run[] = [];
    for (const stretch of splitByDirection(graphemesOf(text)))
      runs.push(...(await this.#runs(stretch, chosen)));
    const line = { runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
    this.#lines.set(key, line);
    return line;
  }

  async #runs(stretch: Stretch, chosen: FontFile): Promise<Run[]> {
    const runs: Run[] = [];
    for (const { text, file } of splitByFont(stretch, chosen, this.missing)) {
      // Fonts reverse the letters of right-to-left scripts, but not text that has no letters.
      const ordered = stretch.rightToLeft && !/\p{L}/u.test(text) ? [...text].reverse().join('') : text;
      runs.push(await this.#run(ordered, file));
    }
    return stretch.rightToLeft ? runs.reverse() : runs;
  }

  async #run(text: string, file: FontFile): Promise<Run> {
    const font = await this.#embed(file);
    try {
      return { text, font, width: font.widthOfTextAtSize(text, 1) };
    } catch {
      // The font's rules for combining characters do not support this sequence.
      this.missing.add(text);
      const boxes = placeholder.text.repeat([...text].length);
      const other = await this.#embed(placeholder.file);
      return { text: boxes, font: other, width: other.widthOfTextAtSize(boxes, 1) };
    }
  }

  #embed(name: FontFile): Promise<PDFFont> {
    const known = this.#embedded.get(name);
    if (known) return known;
    const font = this.#document.embedFont(loadFont(name).bytes, { subset: true });
    this.#embedded.set(name, font);
    return font;
  }
}

/** Returns the visible graphemes, composed. Other kinds of spaces become plain ones, because every font has that glyph. */
function graphemesOf(text: string): string[] {
  const composed = text.normalize('NFC').replaceAll('\t', '    ');
  return Array.from(graphemeSegmenter.segment(composed), ({ segment }) => segment.replace(invisible, ''))
    .filter(Boolean)
    .map((grapheme) => (/^\p{Zs}$/u.test(grapheme) ? ' ' : grapheme));
}

/**
 * Splits a stretch where the font changes. Consecutive characters that the chosen font lacks come from a single font if one
 * has them all, so that a name is not printed in two fonts.
 */
function splitByFont(
  { graphemes, rightToLeft }: Stretch,
  chosen: FontFile,
  missingCharacters: Set<string>,
): { text: string; file: FontFile }[] {
  const runs: { text: string; file: FontFile }[] = [];
  const add = (text: string, file: FontFile): void => {
    const last = runs.at(-1);
    if (last?.file === file) last.text += text;
    else runs.push({ text, file });
  };
  const addMissing = (part: readonly string[]): void => {
    const file = fallbackFor(part);
    if (file) add(part.join(''), file);
    else
      for (const one of part) {
        const found = fallbackFor([one]);
        if (!found) missingCharacters.add(one);
        add(found ? one : placeholder.text, found ?? placeholder.file);
      }
  };
  const { has } = loadFont(chosen);
  // Keeps joined letters and the spaces between them in a single font if one has them all.
  if (rightToLeft && !graphemes.every(has) && fallbackFor(graphemes)) {
    addMissing(graphemes);
    return runs;
  }
  let missing: string[] = [];
  for (const one of graphemes) {
    if (!has(one)) {
      missing.push(one);
      continue;
    }
    if (missing.length > 0) addMissing(missing);
    missing = [];
    add(one, chosen);
  }
  if (missing.length > 0) addMissing(missing);
  return runs;
}
