/** Confirms that a connection is revoked. */
import type { ConnectionView } from '../../protocol.ts';
import { revokeConnection } from '../actions/sandbox.ts';
import { clientName } from '../data/overview.ts';
import { ConfirmDialog } from './confirm_dialog.tsx';

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
    <p>
      {clientName(connection.client)} will lose access to the account of {connection.user}, and Zaps that use
      the connection will fail until the account is reconnected.
    </p>
  </ConfirmDialog>
);
