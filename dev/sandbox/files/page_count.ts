/** Counts the pages of files, once for each file. */
import type { FileContent } from '../orders/pdf_tasks.ts';
import { performPdfTask } from '../orders/pdf_threads.ts';
import type { Service } from '../service.ts';
import type { StoredFile } from '../store/records.ts';

/** Returns the number of pages of a PDF, or 1 for a picture and for a PDF that cannot be printed. */
export async function pageCountOf({ database }: Service, id: string): Promise<number> {
  const file = database.get<StoredFile>('file', id);
  if (!file) return 1;
  if (file.pages !== undefined) return file.pages;
  const { filename } = file;
  const content = database.blob(id);
  const pages = content && /\.pdf$/i.test(filename) ? await countPages({ filename, content }) : 1;
  // The file may have been deleted in the meantime.
  if (database.get('file', id)) database.put('file', id, { ...file, pages }, file.account);
  return pages;
}

async function countPages(file: FileContent): Promise<number> {
  try {
    const counted = await performPdfTask({ count: file });
    return 'pages' in counted ? Math.max(1, counted.pages) : 1;
  } catch {
    // Printed as one page with the error.
    return 1;
  }
}
