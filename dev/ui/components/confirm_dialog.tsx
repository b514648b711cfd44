/** Asks the user to confirm an action. */
import type { ComponentChildren } from 'preact';
import { ActionButton } from './action_button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** The label of the button that confirms. */
  confirm: string;
  /** The label of the button that changes nothing. */
  dismiss?: string;
  /** Whether the action can't be undone. Default: true. */
  isDestructive?: boolean;
  /** The dialog closes when this is done. */
  onConfirm: () => Promise<void> | void;
  onClose: () => void;
  /** The consequences, in a sentence or two. */
  children: ComponentChildren;
}

export const ConfirmDialog = ({
  title,
  confirm,
  dismiss = 'Cancel',
  isDestructive = true,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    actions={
      <>
        <button type="button" class="secondary" onClick={onClose}>
          {dismiss}
        </button>
        <ActionButton
          appearance={isDestructive ? 'danger' : 'primary'}
          action={async () => {
            await onConfirm();
            onClose();
          }}
        >
          {confirm}
        </ActionButton>
      </>
    }
  >
    <p>{children}</p>
  </Dialog>
);
