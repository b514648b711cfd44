/** Drawing on a page as people measure it: inches, from the top left. */
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
} from '@cantoo/pdf-lib';
import type { Fonts, Line } from './fonts.ts';
import { linesOf } from './lines.ts';
import type { Drawable } from './source.ts';

export const pointsPerInch = 72;

/** A rectangle in inches; `y` counts down from the top of the page. */
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

/** Distance of the lines as a multiple of the size. */
const leading = 1.3;

/** How far the first baseline is below the top of the text, as a multiple of the size: about a capital's height and air. */
const ascent = 0.8;

export class Canvas {
  readonly #page: PDFPage;
  readonly #fonts: Fonts;

  constructor(page: PDFPage, fonts: Fonts) {
    this.#page = page;
    this.#fonts = fonts;
  }

  /** Lines from a place down: `x` is the left edge, the middle or the right edge, `y` the top of the first line. */
  async text(
    text: string,
    x: number,
    y: number,
    { family, size, color, align = 'left' }: TextStyle,
  ): Promise<void> {
    const lines = await Promise.all(linesOf(text).map((line) => this.#fonts.line(line, family)));
    this.#draw(lines, x, y, { size, color, align });
  }

  /**
   * Lines at the top left of a box, as large as fits, from `size` down to `smallest` points. What does not fit even then
   * is cut, and lines in the middle give way to the first ones and the last ones: the name, the city and the country.
   */
  async block(
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
    const foot = Math.min(3, Math.floor(room / 2));
    const shown =
      lines.length <= room ? lines : [...lines.slice(0, room - foot), ...lines.slice(lines.length - foot)];
    await this.within(box, async () => this.#draw(shown, box.x, box.y, { size }));
  }

  /** Says in red what is wrong, wrapped to the width of a box. */
  async notice(sentence: string, box: Box): Promise<void> {
    const margin = Math.min(0.5, box.width * 0.08, box.height * 0.08);
    const measure = (box.width - 2 * margin) * pointsPerInch;
    const size = Math.min(11, (box.height * pointsPerInch) / 4);
    const rows: string[] = [];
    for (const word of sentence.split(' ')) {
      const longer = rows.length === 0 ? word : `${rows.at(-1)} ${word}`;
      const { width } = await this.#fonts.line(longer, 'Sans');
      if (rows.length > 0 && width * size <= measure) rows[rows.length - 1] = longer;
      else rows.push(word);
    }
    await this.text(rows.join('\n'), box.x + margin, box.y + margin, { size, color: '#b00020' });
  }

  #draw(
    lines: readonly Line[],
    x: number,
    y: number,
    { size, color, align }: Omit<TextStyle, 'family'>,
  ): void {
    const paint = readColor(color);
    let baseline = this.#page.getHeight() - y * pointsPerInch - size * ascent;
    for (const { runs, width } of lines) {
      const share = align === 'center' ? 0.5 : align === 'right' ? 1 : 0;
      let left = x * pointsPerInch - width * size * share;
      for (const { text, font, width } of runs) {
        this.#page.drawText(text, { x: left, y: baseline, size, font, color: paint });
        left += width * size;
      }
      baseline -= size * leading;
    }
  }

  /** Draws something so that nothing of it is seen outside of a box. */
  async within({ x, y, width, height }: Box, draw: () => Promise<void>): Promise<void> {
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

  /** Fits something upright into a box without changing its shape, at the top left or in the middle. @returns its size in inches */
  fit(
    { what, width, height, quarterTurns }: Drawable,
    box: Box,
    place: 'middle' | 'top left' = 'middle',
  ): { width: number; height: number } {
    const lying = quarterTurns % 2 === 1;
    const upright = lying ? { width: height, height: width } : { width, height };
    const scale = Math.min(
      (box.width * pointsPerInch) / upright.width,
      (box.height * pointsPerInch) / upright.height,
    );
    const seen = { width: upright.width * scale, height: upright.height * scale };
    const share = place === 'middle' ? 0.5 : 0;
    const left = box.x * pointsPerInch + (box.width * pointsPerInch - seen.width) * share;
    const bottom =
      this.#page.getHeight() -
      (box.y + box.height) * pointsPerInch +
      (box.height * pointsPerInch - seen.height) * (1 - share);
    // It is turned about its own lower left corner, which so comes to another corner of what is seen.
    const corner = {
      x: quarterTurns >= 2 ? seen.width : 0,
      y: quarterTurns === 1 || quarterTurns === 2 ? seen.height : 0,
    };
    const options = {
      x: left + corner.x,
      y: bottom + corner.y,
      width: width * scale,
      height: height * scale,
      rotate: degrees(-90 * quarterTurns),
    };
    if (what !== 'blank') {
      if ('page' in what) this.#page.drawPage(what.page, options);
      else this.#page.drawImage(what.image, options);
    }
    return { width: seen.width / pointsPerInch, height: seen.height / pointsPerInch };
  }

  /** A thin line where the paper is cut. */
  cutAround({ x, y, width, height }: Box): void {
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

  /** Takes the color out of all that is on the page, as a press with black ink only does. */
  inBlackOnly(): void {
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

function readColor(hex: string | undefined): RGB {
  const digits = hex?.replace('#', '') ?? '';
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  if (!/^[0-9a-f]{6}$/i.test(six)) return rgb(0, 0, 0);
  const part = (from: number): number => Number.parseInt(six.slice(from, from + 2), 16) / 255;
  return rgb(part(0), part(2), part(4));
}
