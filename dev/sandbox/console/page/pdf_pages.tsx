/** The pages of a PDF, drawn by Mozilla's renderer (pdf.js), which is loaded with the first PDF. */
import { useSignal } from '@preact/signals';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'preact/hooks';
import { errorMessageIn, messageOf } from '../../../ui/browser/requests.ts';
import { ErrorMessage, Loading } from './loaded.tsx';
import { formatCount } from './text.ts';

/** How many pages are drawn at first. */
const firstPages = 8;

/** Canvas pixels; enough for text to be readable on a screen with a high resolution. */
const pageWidth = 1000;

const rendererUrl = new URL('/console/pdfjs/', location.href).href;

/** @throws the sandbox's message if it returns an error, or the renderer's if the file is not a PDF */
async function openPdf(url: string): Promise<PDFDocumentProxy> {
  // Before the request for the PDF: while the sandbox renders a preview, it can't send the renderer's scripts.
  const pdfjs: typeof import('pdfjs-dist') = await import(`${rendererUrl}legacy/build/pdf.min.mjs`);
  pdfjs.GlobalWorkerOptions.workerSrc = `${rendererUrl}legacy/build/pdf.worker.min.mjs`;
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(
      errorMessageIn(await response.text()) ?? `The PDF could not be loaded (${response.status}).`,
    );
  return pdfjs.getDocument({
    data: await response.arrayBuffer(),
    cMapUrl: `${rendererUrl}cmaps/`,
    standardFontDataUrl: `${rendererUrl}standard_fonts/`,
    wasmUrl: `${rendererUrl}wasm/`,
    useWasm: false,
    enableXfa: false,
  }).promise;
}

export function PdfPages({ url }: { url: string }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | undefined>(undefined);
  const [error, setError] = useState<string | undefined>(undefined);
  const limit = useSignal(firstPages);
  useEffect(() => {
    const opened = openPdf(url);
    opened.then(setPdf, (failure: unknown) => setError(messageOf(failure)));
    return () => void opened.then(({ loadingTask }) => loadingTask.destroy()).catch(() => {});
  }, [url]);
  if (error !== undefined) return <ErrorMessage>{error}</ErrorMessage>;
  if (!pdf) return <Loading />;
  const shown = Math.min(pdf.numPages, limit.value);
  return (
    <>
      <p class="row spread">
        <span class="quiet">{formatCount(pdf.numPages, 'page')}</span>
        <a href={url} download>
          Download PDF
        </a>
      </p>
      <div class="pdf-pages">
        {Array.from({ length: shown }, (_, index) => (
          <PdfPage key={index} pdf={pdf} number={index + 1} />
        ))}
      </div>
      {shown < pdf.numPages && (
        <p class="row more">
          <button
            type="button"
            class="secondary"
            onClick={() => {
              limit.value += 2 * firstPages;
            }}
          >
            Show More Pages
          </button>
        </p>
      )}
    </>
  );
}

/** A page on a canvas, with its text for screen readers. */
function PdfPage({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    const draw = async () => {
      const page = await pdf.getPage(number);
      const { current } = canvas;
      if (!current) return;
      const viewport = page.getViewport({ scale: pageWidth / page.getViewport({ scale: 1 }).width });
      current.height = viewport.height;
      await page.render({ canvas: current, viewport }).promise;
      const { items } = await page.getTextContent();
      setText(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    };
    draw().catch((error: unknown) => setText(`This page can’t be displayed. ${messageOf(error)}`));
  }, [pdf, number]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={`Page ${number}: ${text}`}
      width={pageWidth}
      // Letter size, until the height of the page is known.
      height={(pageWidth * 11) / 8.5}
    />
  );
}
