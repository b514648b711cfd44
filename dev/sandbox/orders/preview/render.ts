/** The preview of an order as a real mail merge. `README.md` beside this file tells what is drawn where. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { Canvas, pointsPerInch } from './canvas.ts';
import { drawEnvelope, type Envelope, type Sender } from './envelope.ts';
import { Fonts } from './fonts.ts';
import type { PreviewRecipient } from './merge.ts';
import { drawPiece, grid, isGrid, type Printed, type Sheet, sheetSize } from './sheet.ts';
import { readSource, UnprintableFile } from './source.ts';

export interface PreviewJob {
  /** Sheets and envelopes as the order has them. */
  contents: readonly (Sheet | Envelope)[];
  contacts: readonly PreviewRecipient[];
  file(id: string): { filename: string; content: Uint8Array } | undefined;
  /** The family of a font: Serif, Sans or Hand. */
  font(id: string): string | undefined;
  /** A PNG picture. */
  logo(id: string): { name: string; image: Uint8Array } | undefined;
  /** Who the letters come from, and the replies go to. */
  sender?: Sender;
}

/** A preview shows this many contacts at most, and fewer of a long letter. */
export const contactsShown = 25;

/** No further contact is begun when the preview would have more pages than this. */
export const pagesShown = 400;

/**
 * For each contact its sheets and then its envelopes, in the order of the contents; then the sheets that hold the pieces
 * of several contacts. A file that cannot be printed has a page in its place that says why: nothing in `job` makes this fail.
 *
 * @returns a PDF, the same bytes for the same job
 */
export async function renderPreview(job: PreviewJob): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const fonts = new Fonts(document);
  const page = ({ width, height }: { width: number; height: number }): Canvas =>
    new Canvas(document.addPage([width * pointsPerInch, height * pointsPerInch]), fonts);

  const files = new Map<string, Printed[]>();
  const logos = new Map<string, Printed>();
  for (const item of job.contents) {
    if (item.type === 'sheet' && !files.has(item.file)) {
      files.set(item.file, await printed(document, `The file ${item.file}`, job.file(item.file)));
    }
    if (item.type === 'envelope' && item.logo !== undefined && !logos.has(item.logo)) {
      logos.set(item.logo, await printedLogo(document, item.logo, job));
    }
  }
  const pagesOf = (sheet: Sheet): Printed[] => files.get(sheet.file) ?? [];

  const sheets = job.contents.filter((item) => item.type === 'sheet');
  const single = job.contents
    .filter((item) => item.type === 'envelope' || !isGrid(item))
    .toSorted((one, other) => Number(one.type === 'envelope') - Number(other.type === 'envelope'));
  const pagesEach = single.reduce((sum, item) => sum + (item.type === 'sheet' ? pagesOf(item).length : 1), 0);
  const count = Math.max(1, Math.min(contactsShown, Math.floor(pagesShown / Math.max(1, pagesEach))));
  const contacts: readonly (PreviewRecipient | undefined)[] =
    job.contacts.length > 0 ? job.contacts.slice(0, count) : [undefined];

  for (const contact of contacts) {
    for (const item of single) {
      if (item.type === 'envelope') {
        const logo = item.logo === undefined ? undefined : logos.get(item.logo);
        await drawEnvelope(page, item, { contact, sender: job.sender, logo });
        continue;
      }
      const size = sheetSize(item);
      for (const [index, printed] of pagesOf(item).entries()) {
        const canvas = page(size);
        await drawPiece(canvas, item, { x: 0, y: 0, ...size }, { printed, index, contact, font: job.font });
        if (item.color === false) canvas.inBlackOnly();
      }
    }
  }

  for (const sheet of sheets.filter(isGrid)) {
    for (const cells of grid(sheet, contacts)) {
      for (const [index, printed] of pagesOf(sheet).entries()) {
        const canvas = page(sheetSize(sheet));
        for (const { contact, front, back } of cells) {
          const box = sheet.duplex === true && index % 2 === 1 ? back : front;
          await drawPiece(canvas, sheet, box, { printed, index, contact, font: job.font });
          canvas.cutAround(box);
        }
        if (sheet.color === false) canvas.inBlackOnly();
      }
    }
  }

  document.setTitle('Preview');
  document.setProducer('Sandbox of the letter service');
  if (contacts.length < job.contacts.length) {
    document.setSubject(`The first ${contacts.length} of ${job.contacts.length} contacts`);
  }
  return document.save();
}

/** A file's pages; one that cannot be printed is one page with the reason. */
async function printed(
  document: PDFDocument,
  called: string,
  file: { filename: string; content: Uint8Array } | undefined,
): Promise<Printed[]> {
  if (!file) return [{ problem: `${called} cannot be printed: it does not exist.` }];
  try {
    return await readSource(document, file.filename, file.content);
  } catch (error) {
    if (error instanceof UnprintableFile) return [{ problem: error.message }];
    throw error;
  }
}

async function printedLogo(document: PDFDocument, id: string, job: PreviewJob): Promise<Printed> {
  const logo = job.logo(id);
  const file = logo && { filename: `${logo.name}.png`, content: logo.image };
  const [first] = await printed(document, `The logo ${id}`, file);
  return first ?? { problem: `The logo ${id} cannot be printed: it is empty.` };
}
