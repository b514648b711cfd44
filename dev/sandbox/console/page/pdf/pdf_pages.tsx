/** Thumbnails of a PDF's pages; each opens the page in a dialog. */
import { useSignal } from '@preact/signals';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../../../ui/browser/requests.ts';
import { ErrorMessage, Loading } from '../components/loaded.tsx';
import { openPdf } from './open_pdf.ts';
import { PageDialog } from './page_dialog.tsx';
import { PdfPage } from './pdf_page.tsx';

/** How many thumbnails are shown at first. */
const firstPages = 24;

interface PdfPagesProps {
  url: string;
  /** What the PDF is, such as `preview`. */
  what: string;
}

export function PdfPages({ url, what }: PdfPagesProps) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | undefined>(undefined);
  const [error, setError] = useState<string | undefined>(undefined);
  useEffect(() => {
    let isCanceled = false;
    let opened: PDFDocumentProxy | undefined;
    openPdf(url).then(
      (document) => {
        opened = document;
        if (isCanceled) void document.loadingTask.destroy();
        else setPdf(document);
      },
      (failure: unknown) => {
        if (!isCanceled) setError(messageOf(failure));
      },
    );
    return () => {
      isCanceled = true;
      void opened?.loadingTask.destroy();
    };
  }, [url]);
  if (error !== undefined) return <ErrorMessage>{error}</ErrorMessage>;
  if (!pdf) return <Loading />;
  return <Thumbnails pdf={pdf} url={url} what={what} />;
}

function Thumbnails({ pdf, url, what }: PdfPagesProps & { pdf: PDFDocumentProxy }) {
  const limit = useSignal(firstPages);
  const openPage = useSignal<number | undefined>(undefined);
  const total = pdf.numPages;
  const shown = Math.min(total, limit.value);
  return (
    <>
      <p class="row spread">
        <span class="quiet">
          {total} {total === 1 ? 'page' : 'pages'}. Select a page to enlarge it.
        </span>
        <a href={url} download>
          Download PDF
        </a>
      </p>
      <ol class="pdf-pages" aria-label={`Pages of the ${what}`}>
        {Array.from({ length: shown }, (_, index) => index + 1).map((number) => (
          <li key={number}>
            <button
              type="button"
              class="pdf-page"
              onClick={() => {
                openPage.value = number;
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
        <p class="row more">
          <button
            type="button"
            class="secondary"
            onClick={() => {
              limit.value += 2 * firstPages;
            }}
          >
            Show more pages
          </button>
        </p>
      )}
      {openPage.value !== undefined && (
        <PageDialog
          pdf={pdf}
          number={openPage.value}
          onTurn={(number) => {
            openPage.value = number;
          }}
          onClose={() => {
            openPage.value = undefined;
          }}
        />
      )}
    </>
  );
}
