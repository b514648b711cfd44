/** Opens PDFs with Mozilla's renderer (pdf.js), which is loaded with the first PDF. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { errorMessageIn } from '../../../../ui/browser/requests.ts';

const rendererUrl = new URL('/console/pdfjs/', location.href).href;

/** The worker, which all documents share, starts at once, so that it is ready when the PDF arrives. */
async function loadRenderer() {
  const pdfjs: typeof import('pdfjs-dist') = await import(`${rendererUrl}build/pdf.min.mjs`);
  pdfjs.GlobalWorkerOptions.workerSrc = `${rendererUrl}build/pdf.worker.min.mjs`;
  return { getDocument: pdfjs.getDocument, worker: new pdfjs.PDFWorker() };
}

let renderer: ReturnType<typeof loadRenderer> | undefined;

/** @throws the sandbox's message if it returns an error, or the renderer's if the file is not a PDF */
export async function openPdf(url: string): Promise<PDFDocumentProxy> {
  renderer ??= loadRenderer();
  // Before the request for the PDF: while the sandbox renders a preview, it can't send the renderer's scripts.
  const { getDocument, worker } = await renderer;
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(
      errorMessageIn(await response.text()) ?? `The PDF could not be loaded (${response.status}).`,
    );
  return getDocument({
    worker,
    data: await response.arrayBuffer(),
    cMapUrl: `${rendererUrl}cmaps/`,
    standardFontDataUrl: `${rendererUrl}fonts/`,
    wasmUrl: `${rendererUrl}wasm/`,
    useWasm: false,
    enableXfa: false,
  }).promise;
}
