/** Reads uploaded files: PDFs and images. */
import {
  decodePDFRawStream,
  EncryptedPDFError,
  ParseSpeeds,
  PDFDocument,
  type PDFEmbeddedPage,
  type PDFImage,
  type PDFPage,
  PDFPageLeaf,
  PDFRawStream,
  PDFStream,
} from '@pdfme/pdf-lib';
import { printLimits } from './limits.ts';

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
    if (extension === 'png') {
      checkPixels(filename, pngSize(content));
      return [readImage(await document.embedPng(content))];
    }
    if (extension === 'jpg' || extension === 'jpeg') {
      // A JPEG is embedded without decoding it.
      const image = await document.embedJpg(content);
      checkPixels(filename, image);
      return [readImage(image)];
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

const readImage = (image: PDFImage): Drawable => ({
  what: { image },
  width: image.width,
  height: image.height,
  quarterTurns: 0,
});

/** Returns the dimensions in the header of a PNG file. */
function pngSize(content: Uint8Array): { width: number; height: number } {
  const header = new DataView(content.buffer, content.byteOffset, content.byteLength);
  return { width: header.getUint32(16), height: header.getUint32(20) };
}

/** @throws {@link UnprintableFile} if the image is too large */
function checkPixels(filename: string, { width, height }: { width: number; height: number }): void {
  if (width * height <= printLimits.pixels) return;
  throw new UnprintableFile(
    `${filename} cannot be printed because it has ${count(width)} × ${count(height)} pixels. The limit is ${count(printLimits.pixels)} pixels.`,
  );
}

const count = (number: number): string => number.toLocaleString('en');

/** Returns the number of pages of a PDF. @throws {@link UnprintableFile} if it cannot be printed */
export async function countFilePages({
  filename,
  content,
}: {
  filename: string;
  content: Uint8Array;
}): Promise<number> {
  return countPages(filename, await openPdf(filename, content));
}

/**
 * Counts the pages without reading them.
 * @throws {@link UnprintableFile} if there are too many; a small file can name a page a million times
 */
function countPages(filename: string, pdf: PDFDocument): number {
  let pages = 0;
  let nodes = 0;
  pdf.catalog.Pages().traverse((node) => {
    nodes += 1;
    if (node instanceof PDFPageLeaf) pages += 1;
    if (pages > printLimits.pages || nodes > 10 * printLimits.pages)
      throw new UnprintableFile(
        `${filename} cannot be printed because it has more than ${printLimits.pages} pages.`,
      );
  });
  return pages;
}

async function readPdf(document: PDFDocument, filename: string, content: Uint8Array): Promise<Drawable[]> {
  const source = await openPdf(filename, content);
  if (countPages(filename, source) === 0) {
    throw new UnprintableFile(`${filename} cannot be printed because it has no pages.`);
  }
  // The values of form fields are printed only if they become part of the page.
  if (source.catalog.AcroForm()) source.getForm().flatten();
  const pages = source.getPages();
  const drawables = new Map<PDFPage, Drawable>();
  // A page that is named several times is read once.
  for (const page of new Set(pages)) drawables.set(page, await readPdfPage(document, page));
  return pages.flatMap((page) => drawables.get(page) ?? []);
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
