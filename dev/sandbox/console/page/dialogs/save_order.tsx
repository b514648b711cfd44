/** The dialog that saves an order for reuse. */
import { useSignal } from '@preact/signals';
import { Dialog } from '../../../../ui/components/dialog.tsx';
import { TextField } from '../../../../ui/components/field.tsx';
import type { OrderSummary } from '../../protocol.ts';
import { saveOrder } from '../actions/records.ts';
import { DialogForm } from './dialog_form.tsx';

export function SaveOrderDialog({ order, onClose }: { order: OrderSummary; onClose: () => void }) {
  const name = useSignal('');
  return (
    <Dialog title="Save this order" onClose={onClose}>
      <DialogForm submit="Save order" onSubmit={() => saveOrder(order, name.value)} onClose={onClose}>
        <TextField label="Name" hint="Shown wherever you choose a saved order." text={name} />
      </DialogForm>
    </Dialog>
  );
}
