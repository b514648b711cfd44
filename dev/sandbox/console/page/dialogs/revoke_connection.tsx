import { ConfirmDialog } from '../../../../ui/components/confirm_dialog.tsx';
import type { ConnectionView } from '../../protocol.ts';
import { revokeConnection } from '../actions/sandbox.ts';
import { clientName } from '../data/overview.ts';

interface RevokeDialogProps {
  connection: ConnectionView;
  onClose: () => void;
}

export const RevokeDialog = ({ connection, onClose }: RevokeDialogProps) => (
  <ConfirmDialog
    title="Revoke this connection?"
    confirm="Revoke connection"
    onConfirm={() => revokeConnection(connection)}
    onClose={onClose}
  >
    {clientName(connection.client)} will lose access to the account of {connection.user}, and Zaps that use
    the connection will fail until the account is reconnected.
  </ConfirmDialog>
);
