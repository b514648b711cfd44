/** Small files that take much time or memory to print. */
import { crc32, deflateSync } from 'node:zlib';
import { PDFArray, PDFDocument, PDFName } from '@pdfme/pdf-lib';

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/**
 * Returns a PNG image in black.
 * @param bytes how many bytes its data has when it is decompressed; by default, as many as its dimensions require
 */
export function createPng(
  width: number,
  height: number,
  bytes = Math.ceil(width / 8 + 1) * height,
): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit for each pixel, in gray.
  header.writeUInt8(1, 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a PDF that names its only page again and again. */
export async function createLongPdf(times: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([612, 792]);
  page.drawText('Again', { x: 72, y: 700 });
  const kids = pdf.catalog.Pages().Kids();
  for (let count = 1; count < times; count += 1) kids.push(page.ref);
  return pdf.save();
}

/** Returns a PDF whose page tree contains itself. */
export async function createEndlessPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage([612, 792]);
  const root = pdf.catalog.get(PDFName.of('Pages'));
  const kids = pdf.catalog.Pages().Kids();
  if (root) kids.push(root);
  return pdf.save({ updateFieldAppearances: false });
}

/** Returns a PDF with a page whose content is compressed blanks. */
export async function createBlankPdf(bytes: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([612, 792]);
  const content = pdf.context.stream(deflateSync(Buffer.alloc(bytes, ' ')), { Filter: 'FlateDecode' });
  page.node.set(PDFName.of('Contents'), PDFArray.withContext(pdf.context));
  page.node.addContentStream(pdf.context.register(content));
  return pdf.save();
}
