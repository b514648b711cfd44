/** An uploaded file as something that can be drawn: pages of a PDF, or a picture. */
import {
  decodePDFRawStream,
  EncryptedPDFError,
  ParseSpeeds,
  PDFDocument,
  type PDFEmbeddedPage,
  type PDFImage,
  type PDFPage,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib';
import { quarterTurnsOf } from './exif.ts';

/** A file that no printer could print, with a sentence that names it and says why. */
export class UnprintableFile extends Error {
  override name = 'UnprintableFile';
}

/** Something to draw; a blank page is only its size. */
export interface Drawable {
  what: { page: PDFEmbeddedPage } | { image: PDFImage } | 'blank';
  /** Points or pixels, before it is turned. */
  width: number;
  height: number;
  /** Clockwise, until it is upright. */
  quarterTurns: number;
}

/** Its pages, in order. @throws {@link UnprintableFile} */
export async function readSource(
  document: PDFDocument,
  filename: string,
  content: Uint8Array,
): Promise<Drawable[]> {
  const extension = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase();
  if (content.length === 0) throw new UnprintableFile(`${filename} cannot be printed: it is empty.`);
  try {
    if (extension === 'pdf') return await pdfPages(document, filename, content);
    if (extension === 'png') return [await picture(document.embedPng(content))];
    if (extension === 'jpg' || extension === 'jpeg') {
      return [await picture(document.embedJpg(content), quarterTurnsOf(content))];
    }
  } catch (error) {
    if (error instanceof UnprintableFile) throw error;
    throw new UnprintableFile(`${filename} cannot be printed: it is damaged or not what its name says.`, {
      cause: error,
    });
  }
  throw new UnprintableFile(
    `${filename} cannot be printed: its name has to end in .pdf, .png, .jpg or .jpeg.`,
  );
}

async function picture(embedding: Promise<PDFImage>, quarterTurns = 0): Promise<Drawable> {
  const image = await embedding;
  return { what: { image }, width: image.width, height: image.height, quarterTurns };
}

async function pdfPages(document: PDFDocument, filename: string, content: Uint8Array): Promise<Drawable[]> {
  const source = await open(filename, content);
  if (source.getPageCount() === 0) {
    throw new UnprintableFile(`${filename} cannot be printed: it has no pages.`);
  }
  // What somebody has typed into a form's fields is not part of its pages.
  if (source.catalog.AcroForm()) source.getForm().flatten();
  const pages: Drawable[] = [];
  for (const page of source.getPages()) pages.push(await pdfPage(document, page));
  return pages;
}

/** A file that anybody may open, but not change, has an empty password. */
async function open(filename: string, content: Uint8Array): Promise<PDFDocument> {
  const options = { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest };
  try {
    return await PDFDocument.load(content, options);
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) throw error;
  }
  try {
    return await PDFDocument.load(content, { ...options, password: '' });
  } catch (error) {
    throw new UnprintableFile(`${filename} cannot be printed: it is protected with a password.`, {
      cause: error,
    });
  }
}

async function pdfPage(document: PDFDocument, page: PDFPage): Promise<Drawable> {
  // What is outside of the crop box is not seen when one opens the file either.
  const { x, y, width, height } = page.getCropBox();
  const quarterTurns = (((Math.round(page.getRotation().angle / 90) % 4) + 4) % 4) | 0;
  if (!page.node.Contents()) return { what: 'blank', width, height, quarterTurns };
  checkContents(page);
  const embedded = await document.embedPage(page, { left: x, bottom: y, right: x + width, top: y + height });
  return { what: { page: embedded }, width, height, quarterTurns };
}

/** Otherwise found out when the whole document is saved, where nobody knows any more which file is to blame. */
function checkContents(page: PDFPage): void {
  const { Contents } = page.node.normalizedEntries();
  for (let index = 0; index < (Contents?.size() ?? 0); index += 1) {
    const stream = Contents?.lookup(index, PDFStream);
    if (stream instanceof PDFRawStream) decodePDFRawStream(stream).decode();
  }
}
