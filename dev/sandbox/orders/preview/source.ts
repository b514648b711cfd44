/** Reads uploaded files: PDFs and images. */
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
} from '@pdfme/pdf-lib';
import { quarterTurnsOf } from './exif.ts';

/** The file cannot be printed. The message says which file and why. */
export class UnprintableFile extends Error {
  override name = 'UnprintableFile';
}

/** A page or an image. */
export interface Drawable {
  what: { page: PDFEmbeddedPage } | { image: PDFImage } | 'blank';
  /** Points or pixels, before the rotation. */
  width: number;
  height: number;
  /** How many quarter turns clockwise make it upright. */
  quarterTurns: number;
}

/** Returns the pages of a file. @throws {@link UnprintableFile} */
export async function readSource(
  document: PDFDocument,
  filename: string,
  content: Uint8Array,
): Promise<Drawable[]> {
  const extension = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase();
  if (content.length === 0) throw new UnprintableFile(`${filename} cannot be printed because it is empty.`);
  try {
    if (extension === 'pdf') return await readPdf(document, filename, content);
    if (extension === 'png') return [await readImage(document.embedPng(content))];
    if (extension === 'jpg' || extension === 'jpeg') {
      return [await readImage(document.embedJpg(content), quarterTurnsOf(content))];
    }
  } catch (error) {
    if (error instanceof UnprintableFile) throw error;
    throw new UnprintableFile(
      `${filename} cannot be printed because it is damaged or its extension is wrong.`,
      {
        cause: error,
      },
    );
  }
  throw new UnprintableFile(`${filename} cannot be printed because it is not a PDF, PNG or JPEG file.`);
}

async function readImage(embedding: Promise<PDFImage>, quarterTurns = 0): Promise<Drawable> {
  const image = await embedding;
  return { what: { image }, width: image.width, height: image.height, quarterTurns };
}

async function readPdf(document: PDFDocument, filename: string, content: Uint8Array): Promise<Drawable[]> {
  const source = await openPdf(filename, content);
  if (source.getPageCount() === 0) {
    throw new UnprintableFile(`${filename} cannot be printed because it has no pages.`);
  }
  // The values of form fields are printed only if they become part of the page.
  if (source.catalog.AcroForm()) source.getForm().flatten();
  const pages: Drawable[] = [];
  for (const page of source.getPages()) pages.push(await readPdfPage(document, page));
  return pages;
}

/** A PDF that anyone can open, but not change, is encrypted with an empty password. */
async function openPdf(filename: string, content: Uint8Array): Promise<PDFDocument> {
  const options = { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest };
  try {
    return await PDFDocument.load(content, options);
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) throw error;
  }
  try {
    return await PDFDocument.load(content, { ...options, password: '' });
  } catch (error) {
    throw new UnprintableFile(`${filename} cannot be printed because it is protected with a password.`, {
      cause: error,
    });
  }
}

async function readPdfPage(document: PDFDocument, page: PDFPage): Promise<Drawable> {
  // PDF viewers show only the crop box.
  const { x, y, width, height } = page.getCropBox();
  const quarterTurns = (((Math.round(page.getRotation().angle / 90) % 4) + 4) % 4) | 0;
  if (!page.node.Contents()) return { what: 'blank', width, height, quarterTurns };
  checkContents(page);
  const embedded = await document.embedPage(page, { left: x, bottom: y, right: x + width, top: y + height });
  return { what: { page: embedded }, width, height, quarterTurns };
}

/** Decodes the page's content. Otherwise, an error would appear only when the document is saved, without the name of the file. */
function checkContents(page: PDFPage): void {
  const { Contents } = page.node.normalizedEntries();
  for (let index = 0; index < (Contents?.size() ?? 0); index += 1) {
    const stream = Contents?.lookup(index, PDFStream);
    if (stream instanceof PDFRawStream) decodePDFRawStream(stream).decode();
  }
}
