/** Confirms the reset of the sandbox. */
import { resetSandbox } from '../actions/sandbox.ts';
import { ConfirmDialog } from './confirm_dialog.tsx';

export const ResetDialog = ({ onClose }: { onClose: () => void }) => (
  <ConfirmDialog
    title="Reset the sandbox?"
    confirm="Reset sandbox"
    onConfirm={resetSandbox}
    onClose={onClose}
  >
    <p>
      All contacts, files, orders and lists will be replaced with the initial data. Connections,
      subscriptions, deliveries, faults and the request log will be deleted, so you will have to reconnect
      your accounts.
    </p>
  </ConfirmDialog>
);
