/** Chooses and embeds the fonts of previews. Together they cover the scripts of most countries. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PDFDocument, PDFFont } from '@pdfme/pdf-lib';
import * as fontkit from 'fontkit';

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
    for (const part of splitByFont(graphemesOf(text), chosen, this.missing))
      runs.push(await this.#run(part.text, part.file));
    const line = { runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
    this.#lines.set(key, line);
    return line;
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
 * Splits a line where the font changes. If one font has all of it, it is not split, so that a name is not printed in two fonts
 * and letters that are joined stay together.
 */
function splitByFont(
  graphemes: readonly string[],
  chosen: FontFile,
  missingCharacters: Set<string>,
): { text: string; file: FontFile }[] {
  const fontFor = (part: readonly string[]): FontFile | undefined =>
    [chosen, ...fallbacks].find((name) => part.every((grapheme) => loadFont(name).has(grapheme)));
  const only = fontFor(graphemes);
  if (only) return [{ text: graphemes.join(''), file: only }];
  const runs: { text: string; file: FontFile }[] = [];
  for (const one of graphemes) {
    const found = fontFor([one]);
    if (!found) missingCharacters.add(one);
    const { text, file } = found ? { text: one, file: found } : placeholder;
    const last = runs.at(-1);
    if (last?.file === file) last.text += text;
    else runs.push({ text, file });
  }
  return runs;
}
