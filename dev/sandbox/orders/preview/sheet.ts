/** Sheets: a file's pages at the sheet's size with merge texts, whole or as pieces in a grid. */
import type { Box, Canvas } from './canvas.ts';
import { mergeText, type PreviewRecipient } from './merge.ts';
import type { Drawable } from './source.ts';

export interface Merge {
  text: string;
  font?: string | undefined;
  /** Points. */
  size?: number | undefined;
  /** Hex RGB, with or without `#`. */
  color?: string | undefined;
  align?: string | undefined;
  /** The file's page, counted from 1. */
  page?: number | undefined;
  /** Inches from the left of the page or piece to the text's left edge, middle or right edge. */
  x?: number | undefined;
  /** Inches from the top of the page or piece to the top of the text. */
  y?: number | undefined;
}

export interface Sheet {
  type: 'sheet';
  file: string;
  /** Inches, of the whole sheet of paper. */
  width?: number | undefined;
  height?: number | undefined;
  color?: boolean | undefined;
  duplex?: boolean | undefined;
  landscape?: boolean | undefined;
  rows?: number | undefined;
  cols?: number | undefined;
  merge?: readonly Merge[] | undefined;
}

/** What is drawn for one page of a file: the page, or why it cannot be printed. */
export type Printed = Drawable | { problem: string };

/** Inches; a landscape sheet lies on its longer side. */
export function sheetSize({ width = 8.5, height = 11, landscape = false }: Sheet): {
  width: number;
  height: number;
} {
  return landscape && width < height ? { width: height, height: width } : { width, height };
}

export const isGrid = ({ rows = 1, cols = 1 }: Sheet): boolean => rows * cols > 1;

interface Cell {
  contact: PreviewRecipient | undefined;
  front: Box;
  /** Where the same piece is when the sheet is turned over like the page of a book. */
  back: Box;
}

/** The pieces of successive contacts on each sheet of paper, row by row, as a print shop gangs them up. */
export function grid(sheet: Sheet, contacts: readonly (PreviewRecipient | undefined)[]): Cell[][] {
  const { rows = 1, cols = 1 } = sheet;
  const size = sheetSize(sheet);
  const width = size.width / cols;
  const height = size.height / rows;
  const sheets: Cell[][] = [];
  for (let from = 0; from < contacts.length; from += rows * cols) {
    sheets.push(
      contacts.slice(from, from + rows * cols).map((contact, place) => {
        const column = place % cols;
        const y = Math.floor(place / cols) * height;
        return {
          contact,
          front: { x: column * width, y, width, height },
          back: { x: (cols - 1 - column) * width, y, width, height },
        };
      }),
    );
  }
  return sheets;
}

/** Draws a page of the file with the texts that belong on it. Nothing of it reaches beyond the box. */
export async function drawPiece(
  canvas: Canvas,
  { merge = [] }: Sheet,
  box: Box,
  {
    printed,
    index,
    contact,
    font,
  }: {
    printed: Printed;
    /** Of the page in its file, from 0. */
    index: number;
    contact: PreviewRecipient | undefined;
    font(id: string): string | undefined;
  },
): Promise<void> {
  await canvas.within(box, async () => {
    if ('problem' in printed) {
      await canvas.notice(printed.problem, box);
      return;
    }
    canvas.fit(printed, box);
    for (const { text, font: id, size = 12, color, align, page = 1, x = 1, y = 1 } of merge) {
      if (page !== index + 1) continue;
      const family = id === undefined ? undefined : font(id);
      await canvas.text(mergeText(text, contact), box.x + x, box.y + y, { family, size, color, align });
    }
  });
}
