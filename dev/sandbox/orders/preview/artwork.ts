/** Reads the files and logos of an order for its preview. */
import type { PDFDocument } from '@pdfme/pdf-lib';
import type { Envelope } from './envelope.ts';
import type { Artwork, Sheet } from './sheet.ts';
import { readSource, UnprintableFile } from './source.ts';

/** The account's files and logos. */
export interface ArtworkFiles {
  file(id: string): { filename: string; content: Uint8Array } | undefined;
  /** Returns a PNG image. */
  logo(id: string): { name: string; image: Uint8Array } | undefined;
}

interface OrderArtwork {
  /** Returns the pages of a sheet's file. */
  pagesOf(sheet: Sheet): Artwork[];
  /** By ID. */
  logos: ReadonlyMap<string, Artwork>;
  /** Why files and logos cannot be printed. */
  problems: string[];
}

/** Reads each file and logo once. */
export async function readArtwork(
  document: PDFDocument,
  contents: readonly (Sheet | Envelope)[],
  files: ArtworkFiles,
): Promise<OrderArtwork> {
  const pages = new Map<string, Artwork[]>();
  const logos = new Map<string, Artwork>();
  for (const item of contents) {
    if (item.type === 'sheet') {
      const { file } = item;
      if (!pages.has(file)) pages.set(file, await readPages(document, `The file ${file}`, files.file(file)));
    } else if (item.logo !== undefined && !logos.has(item.logo)) {
      logos.set(item.logo, await readLogo(document, item.logo, files));
    }
  }
  const problems = [...pages.values(), ...logos.values()]
    .flat()
    .flatMap((artwork) => ('problem' in artwork ? artwork.problem : []));
  return { pagesOf: ({ file }) => pages.get(file) ?? [], logos, problems };
}

/** Returns the pages of a file, or one page with the reason why it cannot be printed. */
async function readPages(
  document: PDFDocument,
  name: string,
  file: { filename: string; content: Uint8Array } | undefined,
): Promise<Artwork[]> {
  if (!file) return [{ problem: `${name} cannot be printed because it does not exist.` }];
  try {
    return await readSource(document, file.filename, file.content);
  } catch (error) {
    if (error instanceof UnprintableFile) return [{ problem: error.message }];
    throw error;
  }
}

async function readLogo(document: PDFDocument, id: string, files: ArtworkFiles): Promise<Artwork> {
  const logo = files.logo(id);
  const file = logo && { filename: `${logo.name}.png`, content: logo.image };
  const [first] = await readPages(document, `The logo ${id}`, file);
  return first ?? { problem: `The logo ${id} cannot be printed because it is empty.` };
}
