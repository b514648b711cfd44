/** A button for something that takes a while and can go wrong. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { notifyError } from './notices.tsx';

interface ActionProps {
  /** An error is told by its own sentence. */
  action: () => Promise<void> | void;
  look?: 'primary' | 'secondary' | 'plain' | 'danger';
  disabled?: boolean;
  children: ComponentChildren;
}

/** Can be pressed once at a time; it keeps the focus while it works. */
export function ActionButton({ action, look = 'secondary', disabled = false, children }: ActionProps) {
  const isBusy = useSignal(false);
  const press = async () => {
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
      class={look === 'primary' ? undefined : look}
      disabled={disabled}
      aria-busy={isBusy.value ? 'true' : undefined}
      onClick={() => void press()}
    >
      {children}
    </button>
  );
}
