/** fontkit has no types of its own. These are the ones that the PDF library expects. */
declare module 'fontkit' {
  import type { PDFDocument } from '@pdfme/pdf-lib';

  export const create: Parameters<PDFDocument['registerFontkit']>[0]['create'];
}
