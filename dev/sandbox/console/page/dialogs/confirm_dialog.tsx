/** Asks for confirmation of something that can't be undone. */
import type { ComponentChildren } from 'preact';
import { ActionButton } from '../../../../ui/components/action_button.tsx';
import { Dialog } from '../../../../ui/components/dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** The label of the button that confirms. */
  confirm: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  children: ComponentChildren;
}

export const ConfirmDialog = ({ title, confirm, onConfirm, onClose, children }: ConfirmDialogProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    actions={
      <>
        <button type="button" class="secondary" onClick={onClose}>
          Cancel
        </button>
        <ActionButton
          appearance="danger"
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
    {children}
  </Dialog>
);
