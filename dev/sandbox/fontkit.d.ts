/** Declares the part of fontkit that the sandbox uses. The package has no types. */
declare module 'fontkit' {
  import type { PDFDocument } from '@pdfme/pdf-lib';

  export const create: Parameters<PDFDocument['registerFontkit']>[0]['create'];
}
