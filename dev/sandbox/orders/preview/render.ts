/** Renders the preview of an order as a PDF. See README.md in this folder. */
import { PDFDocument } from '@pdfme/pdf-lib';
import { shorten } from '../../http/service_error.ts';
import { type ArtworkFiles, readArtwork } from './artwork.ts';
import { type AddPage, Canvas, pointsPerInch } from './canvas.ts';
import { drawEnvelope, type Envelope, type Sender } from './envelope.ts';
import { Fonts } from './fonts.ts';
import { printLimits } from './limits.ts';
import type { PreviewRecipient } from './merge.ts';
import { arrangePieces, drawPiece, isGrid, type Sheet, sheetSize } from './sheet.ts';
import { checkUnshown } from './unshown.ts';

export interface PreviewJob extends ArtworkFiles {
  contents: readonly (Sheet | Envelope)[];
  /** All recipients, or at least those whose letters are shown. Those of the others are checked. */
  recipients: readonly PreviewRecipient[];
  /** How many recipients the order has. */
  quantity: number;
  /** Returns the family of a font: Serif, Sans or Hand. */
  font(id: string): string | undefined;
  sender?: Sender;
}

/** A preview, and sentences about what is not printed as it should be. */
export interface Preview {
  pdf: Uint8Array;
  warnings: string[];
}

/**
 * Draws the sheets and envelopes of each recipient, then the sheets that several recipients share.
 * A file that cannot be printed becomes a page with the reason. The same job always returns the same bytes.
 */
export async function renderPreview(job: PreviewJob): Promise<Preview> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const fonts = new Fonts(document);
  const cut = new Set<string>();
  const addPage: AddPage = ({ width, height }) =>
    new Canvas(document.addPage([width * pointsPerInch, height * pointsPerInch]), fonts, (text) =>
      cut.add(text),
    );
  const { pagesOf, logos, problems } = await readArtwork(document, job.contents, job);

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

  const unshown = job.recipients.slice(recipients.length);
  const missing = new Set(fonts.missing);
  if (unshown.length > 0)
    for (const text of await checkUnshown(job, unshown, pagesOf, (text) => cut.add(text))) missing.add(text);

  document.setTitle('Preview');
  document.setProducer('Sandbox of the letter service');
  if (recipients.length < job.quantity)
    document.setSubject(`The first ${recipients.length} of ${job.quantity} recipients`);
  return { pdf: await document.save(), warnings: [...problems, ...describeProblems(cut, missing)] };
}

/** Returns the first recipients. If the list is empty, returns one `undefined`, for which the placeholders are printed. */
function chooseRecipients(
  recipients: readonly PreviewRecipient[],
  pagesEach: number,
): readonly (PreviewRecipient | undefined)[] {
  const most = Math.floor(printLimits.pages / Math.max(1, pagesEach));
  return recipients.length > 0
    ? recipients.slice(0, Math.max(1, Math.min(printLimits.recipients, most)))
    : [undefined];
}

/** Returns a sentence for the texts that do not fit, and one for the characters that no font has. */
function describeProblems(cut: ReadonlySet<string>, missing: ReadonlySet<string>): string[] {
  const characters = Array.from(missing, shorten).map((text) => `“${text}” (${codePointsOf(text)})`);
  const texts = [...new Set(Array.from(cut, (text) => `“${shorten(text.trim())}”`))];
  const [does, is] = texts.length === 1 ? ['does', 'is'] : ['do', 'are'];
  return [
    ...(texts.length > 0 ? [`${listFirst(texts)} ${does} not fit and ${is} cut off.`] : []),
    ...(characters.length > 0
      ? [`No font has ${listFirst(characters)}. A small box is printed instead.`]
      : []),
  ];
}

/** Returns, for example, `U+13080`, because a browser may not show the character either. */
const codePointsOf = (text: string): string =>
  Array.from(
    text,
    (character) => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
  ).join(' ');

/** How many texts or characters a sentence names. */
const maxNamed = 5;

const listFirst = (texts: readonly string[]): string =>
  `${texts.slice(0, maxNamed).join(', ')}${texts.length > maxNamed ? ` and ${texts.length - maxNamed} more` : ''}`;
