/** Draws sheets: the pages of a file with merge texts, one to a sheet of paper or several in a grid. */
import type { Box, Canvas } from './canvas.ts';
import { fillMergeText, type PreviewRecipient } from './merge.ts';
import type { Drawable } from './source.ts';

interface MergeText {
  text: string;
  font?: string | undefined;
  /** Points. */
  size?: number | undefined;
  /** Hex RGB, with or without `#`. */
  color?: string | undefined;
  align?: string | undefined;
  /** The page of the file, from 1. */
  page?: number | undefined;
  /** Inches from the left of the page or piece to the left edge, center or right edge of the text, by `align`. */
  x?: number | undefined;
  /** Inches from the top of the page or piece to the top of the text. */
  y?: number | undefined;
}

export interface Sheet {
  type: 'sheet';
  file: string;
  /** Inches, for the whole sheet of paper. */
  width?: number | undefined;
  height?: number | undefined;
  color?: boolean | undefined;
  duplex?: boolean | undefined;
  landscape?: boolean | undefined;
  rows?: number | undefined;
  cols?: number | undefined;
  merge?: readonly MergeText[] | undefined;
}

/** A page of a file, or the reason why it cannot be printed. */
export type Artwork = Drawable | { problem: string };

/** Returns the size of the paper in inches. The longer side of a landscape sheet is its width. */
export function sheetSize({ width = 8.5, height = 11, landscape = false }: Sheet): {
  width: number;
  height: number;
} {
  return landscape && width < height ? { width: height, height: width } : { width, height };
}

/** Returns whether the sheet is divided into pieces for several recipients. */
export const isGrid = ({ rows = 1, cols = 1 }: Sheet): boolean => rows * cols > 1;

interface Piece {
  recipient: PreviewRecipient | undefined;
  front: Box;
  /** The position of the same piece on the back of the paper. */
  back: Box;
}

/** Returns the pieces on each sheet of paper, row by row, one for each recipient. */
export function arrangePieces(
  sheet: Sheet,
  recipients: readonly (PreviewRecipient | undefined)[],
): Piece[][] {
  const { rows = 1, cols = 1 } = sheet;
  const size = sheetSize(sheet);
  const width = size.width / cols;
  const height = size.height / rows;
  const sheets: Piece[][] = [];
  for (let from = 0; from < recipients.length; from += rows * cols) {
    sheets.push(
      recipients.slice(from, from + rows * cols).map((recipient, place) => {
        const column = place % cols;
        const y = Math.floor(place / cols) * height;
        return {
          recipient,
          front: { x: column * width, y, width, height },
          back: { x: (cols - 1 - column) * width, y, width, height },
        };
      }),
    );
  }
  return sheets;
}

/** Draws a page of the file and its merge texts, clipped to the box. */
export async function drawPiece(
  canvas: Canvas,
  { merge = [] }: Sheet,
  box: Box,
  {
    artwork,
    index,
    recipient,
    font,
  }: {
    artwork: Artwork;
    /** The index of the page in its file, from 0. */
    index: number;
    recipient: PreviewRecipient | undefined;
    font(id: string): string | undefined;
  },
): Promise<void> {
  await canvas.clip(box, async () => {
    if ('problem' in artwork) {
      await canvas.drawProblem(artwork.problem, box);
      return;
    }
    canvas.drawFitted(artwork, box);
    for (const { text, font: id, size = 12, color, align, page = 1, x = 1, y = 1 } of merge) {
      if (page !== index + 1) continue;
      const family = id === undefined ? undefined : font(id);
      const style = { family, size, color, align };
      await canvas.drawText(fillMergeText(text, recipient), box.x + x, box.y + y, style, box);
    }
  });
}
