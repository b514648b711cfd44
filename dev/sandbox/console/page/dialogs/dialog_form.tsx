/** A form in a dialog. It closes when its action is done, and shows the error if it fails. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { messageOf } from '../../../../ui/browser/requests.ts';

interface DialogFormProps {
  /** The label of the submit button. */
  submit: string;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: ComponentChildren;
}

export function DialogForm({ submit, onSubmit, onClose, children }: DialogFormProps) {
  const isBusy = useSignal(false);
  const error = useSignal<string | undefined>(undefined);
  const send = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    error.value = undefined;
    try {
      await onSubmit();
      onClose();
    } catch (failure) {
      error.value = messageOf(failure);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div class="fields">{children}</div>
      <div role="alert">{error.value !== undefined && <p class="error-message">{error.value}</p>}</div>
      <div class="form-end">
        <button type="button" class="secondary" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" aria-busy={isBusy.value ? 'true' : undefined}>
          {submit}
        </button>
      </div>
    </form>
  );
}
