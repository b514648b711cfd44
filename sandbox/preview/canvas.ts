/** Drawing on a page as people measure it: inches, from the top left. */
import { type PDFPage, type RGB, rgb } from '@cantoo/pdf-lib';
import type { Fonts } from './fonts.ts';
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
  /** Distance of the lines as a multiple of the size. */
  leading?: number;
}

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
    { family, size, color, align = 'left', leading = 1.3 }: TextStyle,
  ): Promise<void> {
    let baseline = this.#page.getHeight() - y * pointsPerInch - size * 0.8;
    for (const line of text.split(/\r\n|\r|\n/)) {
      const runs = await this.#fonts.runs(line, family);
      const width = runs.reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, size), 0);
      let left = x * pointsPerInch - (align === 'center' ? width / 2 : align === 'right' ? width : 0);
      for (const run of runs) {
        this.#page.drawText(run.text, {
          x: left,
          y: baseline,
          size,
          font: run.font,
          color: readColor(color),
        });
        left += run.font.widthOfTextAtSize(run.text, size);
      }
      baseline -= size * leading;
    }
  }

  /** Fits something into a box without changing its shape, at the top left or in the middle. */
  fit(drawable: Drawable, box: Box, place: 'middle' | 'top left' = 'middle'): void {
    const source = 'page' in drawable ? drawable.page : drawable.image;
    const scale = Math.min(
      (box.width * pointsPerInch) / source.width,
      (box.height * pointsPerInch) / source.height,
    );
    const size = { width: source.width * scale, height: source.height * scale };
    const free = { x: box.width * pointsPerInch - size.width, y: box.height * pointsPerInch - size.height };
    const share = place === 'middle' ? 0.5 : 0;
    const at = {
      x: box.x * pointsPerInch + free.x * share,
      y: this.#page.getHeight() - (box.y + box.height) * pointsPerInch + free.y * (1 - share),
    };
    if ('page' in drawable) this.#page.drawPage(drawable.page, { ...at, ...size });
    else this.#page.drawImage(drawable.image, { ...at, ...size });
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
}

function readColor(hex: string | undefined): RGB {
  const digits = hex?.replace('#', '') ?? '';
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  if (!/^[0-9a-f]{6}$/i.test(six)) return rgb(0, 0, 0);
  const part = (from: number): number => Number.parseInt(six.slice(from, from + 2), 16) / 255;
  return rgb(part(0), part(2), part(4));
}
