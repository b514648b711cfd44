/** Counts the pages of files, once for each file. */

import type { Service } from '../service.ts';
import type { StoredFile } from '../store/records.ts';

/** Returns the number of pages of a PDF, or 1 for a picture and for a PDF that cannot be read. */
export async function pageCountOf({ database }: Service, id: string): Promise<number> {
  const file = database.get<StoredFile>('file', id);
  const content = database.blob(id);
  if (!file || !content) return 1;
  if (file.pages !== undefined) return file.pages;
  const pages = /\.pdf$/i.test(file.filename) ? await countPages(content) : 1;
  // The file may have been deleted in the meantime.
  if (database.get('file', id)) database.put('file', id, { ...file, pages }, file.account);
  return pages;
}

async function countPages(content: Uint8Array): Promise<number> {
  // Loaded when first needed, so that the sandbox starts faster.
  const { PDFDocument } = await import('@pdfme/pdf-lib');
  try {
    const pdf = await PDFDocument.load(content, { ignoreEncryption: true, updateMetadata: false });
    return Math.max(1, pdf.getPageCount());
  } catch {
    // Printed as one page with the error.
    return 1;
  }
}
