/** One page of a PDF in a dialog, with buttons and arrow keys to turn pages. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect } from 'preact/hooks';
import { Dialog } from '../../../../ui/components/dialog.tsx';
import { PdfPage } from './pdf_page.tsx';

interface PageDialogProps {
  pdf: PDFDocumentProxy;
  number: number;
  onTurn: (number: number) => void;
  onClose: () => void;
}

export function PageDialog({ pdf, number, onTurn, onClose }: PageDialogProps) {
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
          Previous page
        </button>
        <button type="button" class="secondary" disabled={number === pdf.numPages} onClick={() => turn(1)}>
          Next page
        </button>
        <span class="quiet">You can also use the arrow keys.</span>
      </div>
      <div class="large-page">
        <PdfPage key={number} pdf={pdf} number={number} width={900} withText />
      </div>
    </Dialog>
  );
}
