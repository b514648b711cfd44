import { describe, expect, it } from '@jest/globals';
import { degrees, PDFDocument } from '@pdfme/pdf-lib';
import { readSource } from '../../../orders/preview/source.ts';

/** Returns the first page of a PDF with the given content. */
async function firstPage(draw: (document: PDFDocument) => void) {
  const document = await PDFDocument.create();
  draw(document);
  const [page] = await readSource(await PDFDocument.create(), 'letter.pdf', await document.save());
  return page;
}

describe('a file to print', () => {
  it.each([
    [0, 0],
    [90, 1],
    [180, 2],
    [-90, 3],
  ])('that is rotated by %i degrees is printed upright', async (angle, quarterTurns) => {
    const page = await firstPage((document) => document.addPage([612, 792]).setRotation(degrees(angle)));
    expect(page).toMatchObject({ width: 612, height: 792, quarterTurns });
  });

  it('is cropped to its crop box', async () => {
    const page = await firstPage((document) => {
      const page = document.addPage([700, 880]);
      page.drawText('outside', { x: 5, y: 5 });
      page.setCropBox(44, 44, 612, 792);
    });
    expect(page).toMatchObject({ width: 612, height: 792 });
  });

  it('can have a blank page', async () => {
    expect(await firstPage((document) => document.addPage([612, 792]))).toMatchObject({ what: 'blank' });
  });

  it.each([
    ['letter.docx', 'PK', /letter\.docx cannot be printed because it is not a PDF/],
    ['letter.pdf', '', /letter\.pdf cannot be printed because it is empty/],
    ['letter.pdf', '%PDF-1.4 nonsense', /letter\.pdf cannot be printed because it is damaged/],
  ])('that cannot be printed (%s with "%s") is rejected with the reason', async (name, text, reason) => {
    await expect(readSource(await PDFDocument.create(), name, Buffer.from(text))).rejects.toThrow(reason);
  });
});
