/** Reads a PDF in tests with pdf.js. */

// The browser's class, which pdf.js creates an instance of while it loads. Reading text does not use it.
Object.assign(globalThis, { DOMMatrix: class {} });
const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');

export interface PdfPage {
  /** Inches. */
  width: number;
  height: number;
  text: string;
  /** Each piece of text with its position in inches from the top left corner. */
  items: { text: string; x: number; y: number }[];
}

export async function readPdfPages(pdf: Uint8Array): Promise<PdfPage[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) =>
      'str' in item
        ? [{ text: item.str, x: item.transform[4] / 72, y: (height - item.transform[5]) / 72 }]
        : [],
    );
    pages.push({
      width: width / 72,
      height: height / 72,
      text: texts.map(({ text }) => text).join(' '),
      items: texts,
    });
  }
  await document.loadingTask.destroy();
  return pages;
}
