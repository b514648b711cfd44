/** Renders the preview of an order as a PDF. See README.md in this folder. */
import { PDFDocument } from '@pdfme/pdf-lib';
import { type ArtworkFiles, readArtwork } from './artwork.ts';
import { type AddPage, Canvas, pointsPerInch } from './canvas.ts';
import { drawEnvelope, type Envelope, type Sender } from './envelope.ts';
import { Fonts } from './fonts.ts';
import type { PreviewRecipient } from './merge.ts';
import { arrangePieces, drawPiece, isGrid, type Sheet, sheetSize } from './sheet.ts';

export interface PreviewJob extends ArtworkFiles {
  contents: readonly (Sheet | Envelope)[];
  recipients: readonly PreviewRecipient[];
  /** Returns the family of a font: Serif, Sans or Hand. */
  font(id: string): string | undefined;
  sender?: Sender;
}

/** The preview shows at most this many recipients, and fewer if their letters are long. */
export const maxRecipients = 25;

/** The preview shows fewer recipients if it would otherwise have more pages than this. */
export const maxPages = 400;

/**
 * Draws the sheets and envelopes of each recipient, then the sheets that several recipients share.
 * A file that cannot be printed becomes a page with the reason. The same job always returns the same bytes.
 */
export async function renderPreview(job: PreviewJob): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const fonts = new Fonts(document);
  const addPage: AddPage = ({ width, height }) =>
    new Canvas(document.addPage([width * pointsPerInch, height * pointsPerInch]), fonts);
  const { pagesOf, logos } = await readArtwork(document, job.contents, job);

  const sheets = job.contents.filter((item) => item.type === 'sheet');
  const ownSheets = sheets.filter((sheet) => !isGrid(sheet));
  const envelopes = job.contents.filter((item) => item.type === 'envelope');
  const pagesEach = ownSheets.reduce((sum, sheet) => sum + pagesOf(sheet).length, envelopes.length);
  const recipients = chooseRecipients(job.recipients, pagesEach);

  for (const recipient of recipients) {
    for (const sheet of ownSheets) {
      const size = sheetSize(sheet);
      for (const [index, artwork] of pagesOf(sheet).entries()) {
        const canvas = addPage(size);
        await drawPiece(
          canvas,
          sheet,
          { x: 0, y: 0, ...size },
          { artwork, index, recipient, font: job.font },
        );
        if (sheet.color === false) canvas.removeColor();
      }
    }
    for (const envelope of envelopes) {
      const logo = envelope.logo === undefined ? undefined : logos.get(envelope.logo);
      await drawEnvelope(addPage, envelope, { recipient, sender: job.sender, logo });
    }
  }

  for (const sheet of sheets.filter(isGrid)) {
    for (const pieces of arrangePieces(sheet, recipients)) {
      for (const [index, artwork] of pagesOf(sheet).entries()) {
        const canvas = addPage(sheetSize(sheet));
        for (const { recipient, front, back } of pieces) {
          const box = sheet.duplex === true && index % 2 === 1 ? back : front;
          await drawPiece(canvas, sheet, box, { artwork, index, recipient, font: job.font });
          canvas.drawCutLine(box);
        }
        if (sheet.color === false) canvas.removeColor();
      }
    }
  }

  document.setTitle('Preview');
  document.setProducer('Sandbox of the letter service');
  if (recipients.length < job.recipients.length)
    document.setSubject(`The first ${recipients.length} of ${job.recipients.length} recipients`);
  return document.save();
}

/** Returns the first recipients. If the list is empty, returns one `undefined`, for which the placeholders are printed. */
function chooseRecipients(
  recipients: readonly PreviewRecipient[],
  pagesEach: number,
): readonly (PreviewRecipient | undefined)[] {
  const most = Math.floor(maxPages / Math.max(1, pagesEach));
  return recipients.length > 0
    ? recipients.slice(0, Math.max(1, Math.min(maxRecipients, most)))
    : [undefined];
}
