/** Checks the letters of recipients that the preview does not show. */
import { PDFDocument } from '@pdfme/pdf-lib';
import { Canvas, pointsPerInch } from './canvas.ts';
import { drawEnvelope, type Envelope, type Sender } from './envelope.ts';
import { Fonts } from './fonts.ts';
import type { PreviewRecipient } from './merge.ts';
import { type Artwork, drawPiece, type Sheet, sheetSize } from './sheet.ts';

interface Letters {
  contents: readonly (Sheet | Envelope)[];
  /** Returns the family of a font. */
  font(id: string): string | undefined;
  sender?: Sender;
}

/**
 * Draws the texts of the letters on pages that are thrown away.
 * @param pagesOf the pages of a sheet's file
 * @param reportCut called with text that does not fit
 * @returns the characters that no font has
 */
export async function checkUnshown(
  { contents, sender, font }: Letters,
  recipients: readonly PreviewRecipient[],
  pagesOf: (sheet: Sheet) => readonly Artwork[],
  reportCut: (text: string) => void,
): Promise<ReadonlySet<string>> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const fonts = new Fonts(document);
  const addPage = ({ width, height }: { width: number; height: number }): Canvas =>
    new Canvas(document.addPage([width * pointsPerInch, height * pointsPerInch]), fonts, reportCut);
  for (const recipient of recipients) {
    for (const item of contents) {
      if (item.type === 'envelope') await drawEnvelope(addPage, item, { recipient, sender, logo: undefined });
      else if (item.merge?.length) {
        const { rows = 1, cols = 1 } = item;
        const { width, height } = sheetSize(item);
        const size = { width: width / cols, height: height / rows };
        const artwork = { what: 'blank' as const, ...size, quarterTurns: 0 };
        const canvas = addPage(size);
        for (const index of pagesOf(item).keys())
          await drawPiece(canvas, item, { x: 0, y: 0, ...size }, { artwork, index, recipient, font });
      }
    }
  }
  return fonts.missing;
}
