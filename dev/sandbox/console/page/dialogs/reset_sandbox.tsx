import { ConfirmDialog } from '../../../../ui/components/confirm_dialog.tsx';
import { resetSandbox } from '../actions/sandbox.ts';

export const ResetDialog = ({ onClose }: { onClose: () => void }) => (
  <ConfirmDialog
    title="Reset the sandbox?"
    confirm="Reset sandbox"
    onConfirm={resetSandbox}
    onClose={onClose}
  >
    All contacts, files, orders and lists will be replaced with the initial data. Connections, subscriptions,
    deliveries, faults and the request log will be deleted, so you will have to reconnect your accounts.
  </ConfirmDialog>
);
