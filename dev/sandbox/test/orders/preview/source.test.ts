import { describe, expect, it } from '@jest/globals';
import { degrees, PDFDocument } from '@pdfme/pdf-lib';
import { quarterTurnsOf } from '../../../orders/preview/exif.ts';
import { readSource } from '../../../orders/preview/source.ts';

/** Returns the first page of a PDF with the given content. */
async function firstPage(draw: (document: PDFDocument) => void) {
  const document = await PDFDocument.create();
  draw(document);
  const [page] = await readSource(await PDFDocument.create(), 'letter.pdf', await document.save());
  return page;
}

/** Returns the header of a JPEG file with an EXIF orientation, in either byte order. */
function createPhoto(orientation: number, isLittle: boolean): Uint8Array {
  const tiff = new DataView(new ArrayBuffer(26));
  tiff.setUint16(0, isLittle ? 0x4949 : 0x4d4d);
  tiff.setUint16(2, 42, isLittle);
  tiff.setUint32(4, 8, isLittle);
  tiff.setUint16(8, 1, isLittle);
  tiff.setUint16(10, 0x0112, isLittle);
  tiff.setUint16(12, 3, isLittle);
  tiff.setUint32(14, 1, isLittle);
  tiff.setUint16(18, orientation, isLittle);
  const header = [0xff, 0xd8, 0xff, 0xe1, 0, 34, ...Buffer.from('Exif\0\0')];
  return Uint8Array.from([...header, ...new Uint8Array(tiff.buffer), 0xff, 0xda, 0, 2]);
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

describe('a photo', () => {
  it.each([
    [1, 0],
    [3, 2],
    [6, 1],
    [8, 3],
  ])('with EXIF orientation %i needs %i quarter turns', (orientation, turns) => {
    expect(quarterTurnsOf(createPhoto(orientation, true))).toBe(turns);
    expect(quarterTurnsOf(createPhoto(orientation, false))).toBe(turns);
  });

  it('that is truncated anywhere counts as upright or keeps its orientation', () => {
    const whole = createPhoto(6, false);
    for (let length = 0; length < whole.length; length += 1)
      expect([0, 1]).toContain(quarterTurnsOf(whole.slice(0, length)));
  });
});
