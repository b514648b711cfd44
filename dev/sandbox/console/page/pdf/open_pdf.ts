/** Opens PDFs with Mozilla's renderer (pdf.js), which is loaded with the first PDF. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { errorMessageIn } from '../../../../ui/browser/requests.ts';

const rendererUrl = new URL('/console/pdfjs/', location.href).href;

async function loadRenderer(): Promise<typeof import('pdfjs-dist')> {
  const pdfjs: typeof import('pdfjs-dist') = await import(`${rendererUrl}build/pdf.min.mjs`);
  pdfjs.GlobalWorkerOptions.workerSrc = `${rendererUrl}build/pdf.worker.min.mjs`;
  return pdfjs;
}

let renderer: ReturnType<typeof loadRenderer> | undefined;

/** @throws the sandbox's message if it returns an error, or the renderer's if the file is not a PDF */
export async function openPdf(url: string): Promise<PDFDocumentProxy> {
  renderer ??= loadRenderer();
  const [{ getDocument }, response] = await Promise.all([renderer, fetch(url)]);
  if (!response.ok)
    throw new Error(
      errorMessageIn(await response.text()) ?? `The PDF could not be loaded (${response.status}).`,
    );
  return getDocument({
    data: await response.arrayBuffer(),
    cMapUrl: `${rendererUrl}cmaps/`,
    standardFontDataUrl: `${rendererUrl}fonts/`,
    wasmUrl: `${rendererUrl}wasm/`,
    useWasm: false,
    isEvalSupported: false,
    enableXfa: false,
  }).promise;
}
