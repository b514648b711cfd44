/** A modal dialog: the browser's own `<dialog>`, which traps the focus and closes on Escape. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Use for images and pages. */
  wide?: boolean;
  children: ComponentChildren;
  /** Buttons at the bottom; leave out if `children` is a form with its own. */
  actions?: ComponentChildren;
}

/** It is open while it is rendered. Render it conditionally, and end the condition in `onClose`. */
export function Dialog({ title, onClose, wide = false, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect moves the focus before the next paint, so that no key press reaches the page behind.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const { current } = dialog;
    current?.showModal();
    // The browser would focus the first button, which is Close.
    const first = current?.querySelector('input, select, textarea');
    if (first instanceof HTMLElement) first.focus();
    return () => {
      current?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={wide ? 'wide' : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
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
      <button type="button" class="backdrop" tabIndex={-1} aria-hidden="true" onClick={onClose} />
    </dialog>
  );
}
