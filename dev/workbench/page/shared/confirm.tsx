/** Asks before something is done that cannot be undone. */
import { Dialog } from '../../../ui/components/dialog.tsx';

export interface ConfirmProps {
  title: string;
  /** What it means, in a sentence. */
  meaning: string;
  /** The word on the button. */
  act: string;
  /** Whether something is gone afterwards. */
  isLoss?: boolean;
  onYes(): void;
  onClose(): void;
}

export function Confirm({ title, meaning, act, isLoss = true, onYes, onClose }: ConfirmProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <button type="button" class="secondary" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            class={isLoss ? 'danger' : undefined}
            onClick={() => {
              onClose();
              onYes();
            }}
          >
            {act}
          </button>
        </>
      }
    >
      <p>{meaning}</p>
    </Dialog>
  );
}
