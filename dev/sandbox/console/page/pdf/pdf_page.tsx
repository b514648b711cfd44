/** One page of a PDF on a canvas, drawn when it scrolls into view. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  /** The maximum width in CSS pixels. */
  width: number;
  /** Adds the page's text for screen readers. */
  withText?: boolean;
}

export function PdfPage({ pdf, number, width, withText = false }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { page, text } = usePage(pdf, number, withText);
  const state = useDrawing(canvas, page, width);
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Page ${number}${state === 'failed' ? ' (can’t be displayed)' : ''}`}
        aria-hidden={withText ? undefined : 'true'}
        data-state={state}
        style={{ '--page-width': `${width}px` }}
      />
      {withText && <p class="visually-hidden">{text}</p>}
    </>
  );
}

function usePage(
  pdf: PDFDocumentProxy,
  number: number,
  withText: boolean,
): { page: PDFPageProxy | undefined; text: string } {
  const [page, setPage] = useState<PDFPageProxy | undefined>(undefined);
  const [text, setText] = useState('');
  useEffect(() => {
    let isCanceled = false;
    void pdf.getPage(number).then(async (loaded) => {
      if (isCanceled) return;
      setPage(loaded);
      if (!withText) return;
      const { items } = await loaded.getTextContent();
      if (!isCanceled) setText(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    });
    return () => {
      isCanceled = true;
    };
  }, [pdf, number]);
  return { page, text };
}

type DrawingState = 'waiting' | 'drawn' | 'failed';

/** Draws the page once the canvas is visible. */
function useDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  page: PDFPageProxy | undefined,
  width: number,
): DrawingState {
  const [state, setState] = useState<DrawingState>('waiting');
  useEffect(() => {
    const { current } = canvas;
    if (!page || !current) return undefined;
    const natural = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: (width / natural.width) * Math.min(2, devicePixelRatio) });
    current.width = Math.round(viewport.width);
    current.height = Math.round(viewport.height);
    let task: ReturnType<PDFPageProxy['render']> | undefined;
    const observer = new IntersectionObserver((entries) => {
      if (task || !entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      task = page.render({ canvas: current, viewport });
      task.promise.then(
        () => setState('drawn'),
        (error: unknown) => {
          if (error instanceof Error && error.name === 'RenderingCancelledException') return;
          setState('failed');
        },
      );
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      task?.cancel();
    };
  }, [page, width]);
  return state;
}
