/** Asks before something is gone for good. */
import { Dialog } from '../../ui/parts/dialog.tsx';

export interface ConfirmProps {
  title: string;
  /** What it means, in a sentence. */
  meaning: string;
  /** The word on the button. */
  act: string;
  onYes(): void;
  onClose(): void;
}

export function Confirm({ title, meaning, act, onYes, onClose }: ConfirmProps) {
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
            class="danger"
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
