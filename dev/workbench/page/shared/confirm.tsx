/** Asks the user to confirm an action. */
import { Dialog } from '../../../ui/components/dialog.tsx';

export interface ConfirmProps {
  title: string;
  /** The consequences, in a sentence or two. */
  meaning: string;
  /** The label of the confirming button. */
  act: string;
  /** Default: true. */
  isDestructive?: boolean;
  onYes(): void;
  onClose(): void;
}

export function Confirm({ title, meaning, act, isDestructive = true, onYes, onClose }: ConfirmProps) {
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
            class={isDestructive ? 'danger' : undefined}
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
