/**
 * The pages of a PDF, drawn by Mozilla's renderer. It is fetched from the sandbox when the first PDF is looked at, and a
 * page is drawn when it comes into view.
 */
import { useSignal } from '@preact/signals';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'preact/hooks';
import { errorMessageIn } from '../../../ui/browser/requests.ts';
import { Dialog } from '../../../ui/components/dialog.tsx';
import { sentenceOf } from './world.ts';

/** Pages that are there at once; more come by a button. */
const pageful = 24;

const parts = new URL('/console/pdfjs/', location.href).href;

async function load(): Promise<typeof import('pdfjs-dist')> {
  const pdfjs: typeof import('pdfjs-dist') = await import(`${parts}build/pdf.min.mjs`);
  pdfjs.GlobalWorkerOptions.workerSrc = `${parts}build/pdf.worker.min.mjs`;
  return pdfjs;
}

let renderer: ReturnType<typeof load> | undefined;

/** @throws the sandbox's sentence when there is no such PDF, or the renderer's when it is none */
async function open(address: string): Promise<PDFDocumentProxy> {
  renderer ??= load();
  const [{ getDocument }, response] = await Promise.all([renderer, fetch(address)]);
  if (!response.ok)
    throw new Error(errorMessageIn(await response.text()) ?? `The PDF was answered ${response.status}.`);
  return getDocument({
    data: await response.arrayBuffer(),
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}fonts/`,
    wasmUrl: `${parts}wasm/`,
    useWasm: false,
    isEvalSupported: false,
    enableXfa: false,
  }).promise;
}

export function PdfPages({ address, what }: { address: string; what: string }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const limit = useSignal(pageful);
  const large = useSignal<number | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    let opened: PDFDocumentProxy | undefined;
    open(address).then(
      (document) => {
        opened = document;
        if (isOver) void document.loadingTask.destroy();
        else setPdf(document);
      },
      (error: unknown) => {
        if (!isOver) setProblem(sentenceOf(error));
      },
    );
    return () => {
      isOver = true;
      void opened?.loadingTask.destroy();
    };
  }, [address]);
  if (problem !== undefined)
    return (
      <p class="error-message" role="alert">
        {problem}
      </p>
    );
  if (!pdf)
    return (
      <p class="quiet" aria-busy="true">
        The {what} is being drawn…
      </p>
    );
  const total = pdf.numPages;
  const shown = Math.min(total, limit.value);
  return (
    <>
      <p class="row spread">
        <span class="quiet">
          {total} {total === 1 ? 'page' : 'pages'}. Choose one to see it large.
        </span>
        <a href={address} download>
          Download the PDF
        </a>
      </p>
      <ol class="pdf-pages" aria-label={`Pages of the ${what}`}>
        {Array.from({ length: shown }, (_, index) => index + 1).map((number) => (
          <li key={number}>
            <button
              type="button"
              class="pdf-page"
              onClick={() => {
                large.value = number;
              }}
            >
              <PdfPage pdf={pdf} number={number} width={220} />
              <span class="visually-hidden">Page </span>
              <span class="page-number">{number}</span>
            </button>
          </li>
        ))}
      </ol>
      {shown < total && (
        <p class="row">
          <button
            type="button"
            class="secondary"
            onClick={() => {
              limit.value += 2 * pageful;
            }}
          >
            Show more pages
          </button>
        </p>
      )}
      {large.value !== undefined && (
        <LargePage
          pdf={pdf}
          number={large.value}
          onTurn={(number) => {
            large.value = number;
          }}
          onClose={() => {
            large.value = undefined;
          }}
        />
      )}
    </>
  );
}

interface LargeProps {
  pdf: PDFDocumentProxy;
  number: number;
  onTurn: (number: number) => void;
  onClose: () => void;
}

function LargePage({ pdf, number, onTurn, onClose }: LargeProps) {
  const turn = (by: number) => onTurn(Math.min(pdf.numPages, Math.max(1, number + by)));
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight' || key === 'PageDown') turn(1);
      else if (key === 'ArrowLeft' || key === 'PageUp') turn(-1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <Dialog wide title={`Page ${number} of ${pdf.numPages}`} onClose={onClose}>
      <div class="row">
        <button type="button" class="secondary" disabled={number === 1} onClick={() => turn(-1)}>
          Page before
        </button>
        <button type="button" class="secondary" disabled={number === pdf.numPages} onClick={() => turn(1)}>
          Next page
        </button>
        <span class="quiet">or the arrow keys</span>
      </div>
      <div class="large-page">
        <PdfPage key={number} pdf={pdf} number={number} width={900} withText />
      </div>
    </Dialog>
  );
}

interface PageProps {
  pdf: PDFDocumentProxy;
  number: number;
  /** In CSS pixels, at most. */
  width: number;
  /** With its text, for those who do not see it. */
  withText?: boolean;
}

function PdfPage({ pdf, number, width, withText = false }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [page, setPage] = useState<PDFPageProxy | undefined>(undefined);
  const [text, setText] = useState('');
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting');
  useEffect(() => {
    let isOver = false;
    void pdf.getPage(number).then(async (got) => {
      if (isOver) return;
      setPage(got);
      if (!withText) return;
      const { items } = await got.getTextContent();
      if (!isOver) setText(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    });
    return () => {
      isOver = true;
    };
  }, [pdf, number]);
  useEffect(() => {
    const { current } = canvas;
    if (!page || !current) return undefined;
    const natural = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: (width / natural.width) * Math.min(2, devicePixelRatio) });
    current.width = Math.round(viewport.width);
    current.height = Math.round(viewport.height);
    let task: ReturnType<PDFPageProxy['render']> | undefined;
    const watcher = new IntersectionObserver((entries) => {
      if (task || !entries.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      task = page.render({ canvas: current, viewport });
      task.promise.then(
        () => setState('drawn'),
        (error: unknown) => {
          // A page that nobody looks at any more is not finished.
          if (error instanceof Error && error.name === 'RenderingCancelledException') return;
          setState('failed');
        },
      );
    });
    watcher.observe(current);
    return () => {
      watcher.disconnect();
      task?.cancel();
    };
  }, [page, width]);
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Page ${number}${state === 'failed' ? ', which cannot be drawn' : ''}`}
        aria-hidden={withText ? undefined : 'true'}
        data-state={state}
        style={{ '--page-width': `${width}px` }}
      />
      {withText && <p class="visually-hidden">{text}</p>}
    </>
  );
}
