/** Draws on a PDF page, measured in inches from the top left. */
import {
  clip,
  degrees,
  endPath,
  fill,
  PDFName,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  type RGB,
  rectangle,
  rgb,
  setFillingGrayscaleColor,
  setGraphicsState,
} from '@pdfme/pdf-lib';
import type { Fonts, Line } from './fonts.ts';
import { splitLines } from './lines.ts';
import type { Drawable } from './source.ts';

export const pointsPerInch = 72;

/** A rectangle in inches from the top left of the page. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextStyle {
  family?: string | undefined;
  /** Points. */
  size: number;
  color?: string | undefined;
  align?: string | undefined;
}

/** The distance between baselines, as a multiple of the font size. */
const leading = 1.3;

/** The distance from the top of the text to its first baseline, as a multiple of the font size. */
const ascent = 0.8;

/** Adds a page of a size in inches. */
export type AddPage = (size: { width: number; height: number }) => Canvas;

export class Canvas {
  readonly #page: PDFPage;
  readonly #fonts: Fonts;
  readonly #reportCut: (text: string) => void;

  /** @param reportCut called with text that does not fit, and is cut off or left out */
  constructor(page: PDFPage, fonts: Fonts, reportCut: (text: string) => void) {
    this.#page = page;
    this.#fonts = fonts;
    this.#reportCut = reportCut;
  }

  /**
   * Draws lines of text. `x` is their left edge, center or right edge, by `align`; `y` is the top of the first line.
   * @param box where the text must fit
   */
  async drawText(
    text: string,
    x: number,
    y: number,
    { family, size, color, align = 'left' }: TextStyle,
    box?: Box,
  ): Promise<void> {
    const lines = await Promise.all(splitLines(text).map((line) => this.#fonts.line(line, family)));
    this.#drawLines(lines, x, y, { size, color, align }, box);
  }

  /**
   * Draws lines at the top left of a box, at the largest font size that fits, from `size` down to `smallest` points.
   * If even that is too large, omits lines in the middle, so that the name, the city and the country remain, and clips
   * lines that are too long.
   */
  async drawBlock(
    texts: readonly string[],
    box: Box,
    { size: largest, smallest }: { size: number; smallest: number },
  ): Promise<void> {
    const lines = await Promise.all(texts.map((line) => this.#fonts.line(line, 'Sans')));
    const widest = Math.max(0, ...lines.map(({ width }) => width));
    const fitting = Math.min(
      (box.width * pointsPerInch) / widest,
      (box.height * pointsPerInch) / (lines.length * leading),
    );
    const size = Math.max(smallest, Math.min(largest, Math.floor(fitting * 4) / 4));
    const room = Math.max(1, Math.floor((box.height * pointsPerInch) / (size * leading)));
    const lastLines = Math.min(3, Math.floor(room / 2));
    const shown =
      lines.length <= room
        ? lines
        : [...lines.slice(0, room - lastLines), ...lines.slice(lines.length - lastLines)];
    for (const line of lines) if (!shown.includes(line)) this.#reportCut(textOf(line));
    await this.clip(box, async () => this.#drawLines(shown, box.x, box.y, { size }, box));
  }

  /** Draws an error message in red, wrapped to the width of a box. */
  async drawProblem(sentence: string, box: Box): Promise<void> {
    const margin = Math.min(0.5, box.width * 0.08, box.height * 0.08);
    const maxWidth = (box.width - 2 * margin) * pointsPerInch;
    const size = Math.min(11, (box.height * pointsPerInch) / 4);
    const rows: string[] = [];
    for (const word of sentence.split(' ')) {
      const longer = rows.length === 0 ? word : `${rows.at(-1)} ${word}`;
      const { width } = await this.#fonts.line(longer, 'Sans');
      if (rows.length > 0 && width * size <= maxWidth) rows[rows.length - 1] = longer;
      else rows.push(word);
    }
    await this.drawText(rows.join('\n'), box.x + margin, box.y + margin, { size, color: '#b00020' });
  }

  #drawLines(
    lines: readonly Line[],
    x: number,
    y: number,
    { size, color, align }: Omit<TextStyle, 'family'>,
    box?: Box,
  ): void {
    const paint = readColor(color);
    let baseline = this.#page.getHeight() - y * pointsPerInch - size * ascent;
    for (const [index, line] of lines.entries()) {
      const { runs, width } = line;
      const share = align === 'center' ? 0.5 : align === 'right' ? 1 : 0;
      let left = x * pointsPerInch - width * size * share;
      const place = {
        x: left / pointsPerInch,
        y: y + (index * leading * size) / pointsPerInch,
        width: (width * size) / pointsPerInch,
        height: size / pointsPerInch,
      };
      if (box && width > 0 && !fits(place, box)) this.#reportCut(textOf(line));
      for (const { text, font, width } of runs) {
        this.#page.drawText(text, { x: left, y: baseline, size, font, color: paint });
        left += width * size;
      }
      baseline -= size * leading;
    }
  }

  /** Draws something, clipped to a box. */
  async clip({ x, y, width, height }: Box, draw: () => Promise<void>): Promise<void> {
    this.#page.pushOperators(
      pushGraphicsState(),
      rectangle(
        x * pointsPerInch,
        this.#page.getHeight() - (y + height) * pointsPerInch,
        width * pointsPerInch,
        height * pointsPerInch,
      ),
      clip(),
      endPath(),
    );
    await draw();
    this.#page.pushOperators(popGraphicsState());
  }

  /** Draws a page or image upright, scaled to fit a box, at its center or top left. @returns the drawn size in inches */
  drawFitted(
    { what, width, height, quarterTurns }: Drawable,
    box: Box,
    place: 'center' | 'top left' = 'center',
  ): { width: number; height: number } {
    const isSideways = quarterTurns % 2 === 1;
    const upright = isSideways ? { width: height, height: width } : { width, height };
    const scale = Math.min(
      (box.width * pointsPerInch) / upright.width,
      (box.height * pointsPerInch) / upright.height,
    );
    const drawn = { width: upright.width * scale, height: upright.height * scale };
    const share = place === 'center' ? 0.5 : 0;
    const left = box.x * pointsPerInch + (box.width * pointsPerInch - drawn.width) * share;
    const bottom =
      this.#page.getHeight() -
      (box.y + box.height) * pointsPerInch +
      (box.height * pointsPerInch - drawn.height) * (1 - share);
    // PDF rotates around the lower left corner, so the origin moves to another corner of the drawn area.
    const origin = {
      x: quarterTurns >= 2 ? drawn.width : 0,
      y: quarterTurns === 1 || quarterTurns === 2 ? drawn.height : 0,
    };
    const options = {
      x: left + origin.x,
      y: bottom + origin.y,
      width: width * scale,
      height: height * scale,
      rotate: degrees(-90 * quarterTurns),
    };
    if (what !== 'blank') {
      if ('page' in what) this.#page.drawPage(what.page, options);
      else this.#page.drawImage(what.image, options);
    }
    return { width: drawn.width / pointsPerInch, height: drawn.height / pointsPerInch };
  }

  /** Draws a thin dashed line where the paper is cut. */
  drawCutLine({ x, y, width, height }: Box): void {
    this.#page.drawRectangle({
      x: x * pointsPerInch,
      y: this.#page.getHeight() - (y + height) * pointsPerInch,
      width: width * pointsPerInch,
      height: height * pointsPerInch,
      borderWidth: 0.4,
      borderColor: rgb(0.7, 0.7, 0.7),
      borderDashArray: [3, 3],
    });
  }

  /** Turns everything on the page into grayscale. */
  removeColor(): void {
    const { node, doc } = this.#page;
    const gray = node.newExtGState('Gray', doc.context.obj({ Type: 'ExtGState', BM: 'Saturation' }));
    node.set(PDFName.of('Group'), doc.context.obj({ Type: 'Group', S: 'Transparency', CS: 'DeviceRGB' }));
    this.#page.pushOperators(
      pushGraphicsState(),
      setGraphicsState(gray),
      setFillingGrayscaleColor(1),
      rectangle(0, 0, this.#page.getWidth(), this.#page.getHeight()),
      fill(),
      popGraphicsState(),
    );
  }
}

const textOf = ({ runs }: Line): string => runs.map(({ text }) => text).join('');

/** How far something may reach beyond its box (inches), because sizes are rounded. */
const tolerance = 0.01;

const fits = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x - tolerance &&
  inner.y >= outer.y - tolerance &&
  inner.x + inner.width <= outer.x + outer.width + tolerance &&
  inner.y + inner.height <= outer.y + outer.height + tolerance;

/** Reads a hex color. Anything else is black. */
function readColor(hex: string | undefined): RGB {
  const digits = hex?.replace('#', '') ?? '';
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  if (!/^[0-9a-f]{6}$/i.test(six)) return rgb(0, 0, 0);
  const channel = (from: number): number => Number.parseInt(six.slice(from, from + 2), 16) / 255;
  return rgb(channel(0), channel(2), channel(4));
}
