/** A question or a closer look in front of the page: the browser's own dialog, which keeps the focus and closes on Escape. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** For pictures and pages. */
  wide?: boolean;
  children: ComponentChildren;
  /** Buttons at the end; inside a form of `children` none are needed here. */
  actions?: ComponentChildren;
}

/** Is there while it is open: render it on a condition, and let `onClose` end the condition. */
export function Dialog({ title, onClose, wide = false, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before the browser paints, and before it is taken away again: nobody's next key goes to the page behind, or nowhere.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const { current } = dialog;
    current?.showModal();
    // Whoever opens a form wants to fill it; the browser would choose the first button.
    const first = current?.querySelector('input, select, textarea');
    if (first instanceof HTMLElement) first.focus();
    return () => {
      current?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is the click beside it.
    <dialog
      ref={dialog}
      class={wide ? 'wide' : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <article>
        <header>
          <h2 id={titleId}>{title}</h2>
          <button type="button" class="plain close-dialog" aria-label="Close" onClick={onClose}>
            ✕
          </button>
        </header>
        {children}
        {actions && <footer>{actions}</footer>}
      </article>
    </dialog>
  );
}
