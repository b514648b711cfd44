/** An uploaded file as something that can be drawn: pages of a PDF, or a picture. */
import { EncryptedPDFError, PDFDocument, type PDFEmbeddedPage, type PDFImage } from '@cantoo/pdf-lib';

/** A file that no printer could print, with a sentence that says why. */
export class UnprintableFile extends Error {}

export type Drawable = { page: PDFEmbeddedPage } | { image: PDFImage };

/** Its pages, in order. @throws {@link UnprintableFile} */
export async function readSource(
  document: PDFDocument,
  filename: string,
  content: Uint8Array,
): Promise<Drawable[]> {
  const extension = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase();
  try {
    if (extension === 'pdf') return await pdfPages(document, filename, content);
    if (extension === 'png') return [{ image: await document.embedPng(content) }];
    if (extension === 'jpg' || extension === 'jpeg') return [{ image: await document.embedJpg(content) }];
  } catch (error) {
    if (error instanceof UnprintableFile) throw error;
    throw new UnprintableFile(`${filename} cannot be printed: it is damaged or not what its name says.`);
  }
  throw new UnprintableFile(
    `${filename} cannot be shown here: previews are made of PDF, PNG and JPEG files.`,
  );
}

async function pdfPages(document: PDFDocument, filename: string, content: Uint8Array): Promise<Drawable[]> {
  let source: PDFDocument;
  try {
    source = await PDFDocument.load(content, { updateMetadata: false });
  } catch (error) {
    if (error instanceof EncryptedPDFError) {
      throw new UnprintableFile(`${filename} cannot be printed: it is protected with a password.`);
    }
    throw error;
  }
  const count = source.getPageCount();
  if (count === 0) throw new UnprintableFile(`${filename} cannot be printed: it has no pages.`);
  for (const page of source.getPages()) {
    // A page on which nothing was ever drawn has no content that could be embedded; a dot of no size is content.
    if (!page.node.Contents()) page.drawSquare({ x: 0, y: 0, size: 0 });
  }
  const pages = await document.embedPdf(
    source,
    Array.from({ length: count }, (_, index) => index),
  );
  return pages.map((page) => ({ page }));
}
