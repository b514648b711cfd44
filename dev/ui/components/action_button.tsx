/** A button that starts something slow that may fail. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { notifyError } from './notices.tsx';

interface ActionButtonProps {
  /** If it throws, the error's message is shown as a notice. */
  action: () => Promise<void> | void;
  appearance?: 'primary' | 'secondary' | 'plain' | 'danger';
  disabled?: boolean;
  children: ComponentChildren;
}

/** Ignores clicks while the action runs, and keeps the focus. */
export function ActionButton({
  action,
  appearance = 'secondary',
  disabled = false,
  children,
}: ActionButtonProps) {
  const isBusy = useSignal(false);
  const run = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      await action();
    } catch (error) {
      notifyError(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <button
      type="button"
      class={appearance === 'primary' ? undefined : appearance}
      disabled={disabled}
      aria-busy={isBusy.value ? 'true' : undefined}
      onClick={() => void run()}
    >
      {children}
    </button>
  );
}
