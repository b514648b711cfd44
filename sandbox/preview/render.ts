/**
 * The preview of an order as a real mail merge (§4.4): for each contact its sheets, then its envelopes; sheets that are
 * divided into a grid hold the pieces of several contacts and come last. Long lists are shown by their first contacts.
 */
import { PDFDocument } from '@cantoo/pdf-lib';
import { addressLines } from './addresses.ts';
import { type Box, Canvas, pointsPerInch } from './canvas.ts';
import { Fonts } from './fonts.ts';
import { merged, type PreviewContact } from './merge.ts';
import { type Drawable, readSource, UnprintableFile } from './source.ts';

/** The parts of an order's contents (§2.6) that can be seen on paper. */
interface Merge {
  text: string;
  font?: string | undefined;
  size?: number | undefined;
  color?: string | undefined;
  align?: string | undefined;
  page?: number | undefined;
  x?: number | undefined;
  y?: number | undefined;
}

interface Sheet {
  type: 'sheet';
  file: string;
  width?: number | undefined;
  height?: number | undefined;
  landscape?: boolean | undefined;
  rows?: number | undefined;
  cols?: number | undefined;
  merge?: readonly Merge[] | undefined;
}

interface Envelope {
  type: 'envelope';
  width?: number | undefined;
  height?: number | undefined;
  outer?: boolean | undefined;
  logo?: string | undefined;
}

export interface PreviewJob {
  contents: readonly (Sheet | Envelope)[];
  contacts: readonly PreviewContact[];
  file(id: string): { filename: string; content: Uint8Array } | undefined;
  /** The family of a font: Serif, Sans or Hand. */
  font(id: string): string | undefined;
  logo(id: string): { name: string; image: Uint8Array } | undefined;
  sender?: { name: string; lines: readonly string[] };
}

/** A preview shows this many contacts at most. */
export const contactsShown = 25;

/** @returns a PDF; a file that cannot be printed has a page that says so in its place */
export async function renderPreview(job: PreviewJob): Promise<Uint8Array> {
  const press = await Press.start(job);
  const shown: readonly (PreviewContact | undefined)[] =
    job.contacts.length > 0 ? job.contacts.slice(0, contactsShown) : [undefined];
  const sheets = job.contents.filter((item) => item.type === 'sheet');
  const envelopes = job.contents.filter((item) => item.type === 'envelope');
  for (const contact of shown) {
    for (const sheet of sheets) if (!isGrid(sheet)) await press.sheet(sheet, contact);
    for (const envelope of envelopes) await press.envelope(envelope, contact);
  }
  for (const sheet of sheets) if (isGrid(sheet)) await press.grid(sheet, shown);
  return press.finish();
}

const isGrid = ({ rows = 1, cols = 1 }: Sheet): boolean => rows * cols > 1;

/** What is drawn for one page of a sheet's file. */
type Printed = Drawable | { problem: string };

class Press {
  readonly #job: PreviewJob;
  readonly #document: PDFDocument;
  readonly #fonts: Fonts;
  readonly #sources = new Map<string, Printed[]>();
  readonly #logos = new Map<string, Drawable | undefined>();

  private constructor(job: PreviewJob, document: PDFDocument) {
    this.#job = job;
    this.#document = document;
    this.#fonts = new Fonts(document);
  }

  static async start(job: PreviewJob): Promise<Press> {
    const document = await PDFDocument.create({ updateMetadata: false });
    document.setTitle('Preview');
    document.setProducer('Sandbox of the letter service');
    if (job.contacts.length > contactsShown)
      document.setSubject(`The first ${contactsShown} of ${job.contacts.length} contacts`);
    return new Press(job, document);
  }

  finish(): Promise<Uint8Array> {
    return this.#document.save();
  }

  async sheet(sheet: Sheet, contact: PreviewContact | undefined): Promise<void> {
    const size = sheetSize(sheet);
    for (const [index, printed] of (await this.#source(sheet.file)).entries()) {
      const canvas = this.#page(size);
      await this.#print(canvas, printed, { x: 0, y: 0, ...size }, mergesOn(sheet, index), contact);
    }
  }

  /** As many pieces as the grid has cells on each sheet, each for the next contact, as a print shop gangs them up. */
  async grid(sheet: Sheet, contacts: readonly (PreviewContact | undefined)[]): Promise<void> {
    const size = sheetSize(sheet);
    const { rows = 1, cols = 1 } = sheet;
    const cell = { width: size.width / cols, height: size.height / rows };
    const pages = await this.#source(sheet.file);
    for (let from = 0; from < contacts.length; from += rows * cols) {
      const here = contacts.slice(from, from + rows * cols);
      for (const [index, printed] of pages.entries()) {
        const canvas = this.#page(size);
        for (const [place, contact] of here.entries()) {
          const box = { x: (place % cols) * cell.width, y: Math.floor(place / cols) * cell.height, ...cell };
          await this.#print(canvas, printed, box, mergesOn(sheet, index), contact);
          canvas.cutAround(box);
        }
      }
    }
  }

  async envelope(envelope: Envelope, contact: PreviewContact | undefined): Promise<void> {
    const { width = 9.5, height = 4.125, outer = false } = envelope;
    const canvas = this.#page({ width, height });
    const sender = this.#job.sender;
    const senderLines = sender ? [sender.name, ...sender.lines] : [];
    const person = contact
      ? [contact.name, contact.company?.trim() ?? '', ...addressLines(contact.address)].filter(Boolean)
      : ['{name}', '{company}', '{address}'];
    const logo = outer && envelope.logo !== undefined ? await this.#logo(envelope.logo) : undefined;
    const margin = Math.min(0.35, width * 0.05);
    if (logo)
      canvas.fit(
        logo,
        { x: margin, y: margin, width: Math.min(1.9, width * 0.25), height: 0.55 },
        'top left',
      );
    await canvas.text((outer ? senderLines : person).join('\n'), margin, margin + (logo ? 0.65 : 0), {
      size: 8.5,
    });
    await canvas.text((outer ? person : senderLines).join('\n'), width * 0.44, height * 0.45, { size: 12 });
  }

  #page({ width, height }: { width: number; height: number }): Canvas {
    return new Canvas(this.#document.addPage([width * pointsPerInch, height * pointsPerInch]), this.#fonts);
  }

  async #print(
    canvas: Canvas,
    printed: Printed,
    box: Box,
    merges: readonly Merge[],
    contact: PreviewContact | undefined,
  ): Promise<void> {
    if ('problem' in printed) {
      await canvas.text(printed.problem, box.x + 0.5, box.y + 0.5, { size: 11, color: '#b00020' });
      return;
    }
    canvas.fit(printed, box);
    for (const { text, font, size = 11, color, align, x = 1, y = 1 } of merges) {
      const family = font === undefined ? undefined : this.#job.font(font);
      await canvas.text(merged(text, contact), box.x + x, box.y + y, { family, size, color, align });
    }
  }

  /** A file's pages, read once for the whole preview. */
  async #source(id: string): Promise<Printed[]> {
    const known = this.#sources.get(id);
    if (known) return known;
    const pages = await this.#read(id);
    this.#sources.set(id, pages);
    return pages;
  }

  async #read(id: string): Promise<Printed[]> {
    const file = this.#job.file(id);
    if (!file) return [{ problem: `The file ${id} does not exist any more.` }];
    try {
      return await readSource(this.#document, file.filename, file.content);
    } catch (error) {
      if (error instanceof UnprintableFile) return [{ problem: error.message }];
      throw error;
    }
  }

  async #logo(id: string): Promise<Drawable | undefined> {
    if (this.#logos.has(id)) return this.#logos.get(id);
    const logo = this.#job.logo(id);
    const drawable = logo ? { image: await this.#document.embedPng(logo.image) } : undefined;
    this.#logos.set(id, drawable);
    return drawable;
  }
}

/** Inches; a landscape sheet lies on its longer side. */
function sheetSize({ width = 8.5, height = 11, landscape = false }: Sheet): {
  width: number;
  height: number;
} {
  return landscape && width < height ? { width: height, height: width } : { width, height };
}

const mergesOn = ({ merge = [] }: Sheet, pageIndex: number): Merge[] =>
  merge.filter(({ page = 1 }) => page === pageIndex + 1);
