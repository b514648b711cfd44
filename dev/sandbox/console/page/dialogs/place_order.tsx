/** The dialog that orders the letters of a saved order. */
import { useSignal } from '@preact/signals';
import { hrefFor } from '../../../../ui/browser/route.ts';
import { Dialog } from '../../../../ui/components/dialog.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { parseTime } from '../../../../ui/components/time.tsx';
import type { ListSummary, SavedOrderView } from '../../protocol.ts';
import { placeOrder } from '../actions/records.ts';
import { account, now } from '../data/overview.ts';
import { useData } from '../data/use_data.ts';
import { DialogForm } from './dialog_form.tsx';

/** Whether the list has not expired. */
const isUsable = ({ expires }: ListSummary): boolean => expires === null || parseTime(expires) > now.value;

export function PlaceOrderDialog({ saved, onClose }: { saved: SavedOrderView; onClose: () => void }) {
  const lists = useData<ListSummary[]>(`lists?${new URLSearchParams({ account: account.value })}`, [
    'list',
    'temporary_list',
  ]);
  const list = useSignal('');
  const submit = async (): Promise<void> => {
    const id = await placeOrder(saved, list.value);
    location.hash = hrefFor(['orders', id]);
  };
  return (
    <Dialog title={`Order “${saved.name}”`} onClose={onClose}>
      <DialogForm submit="Place order" onSubmit={submit} onClose={onClose}>
        <Field label="Send to" hint="Nothing is printed or charged." wide>
          {(ids) => (
            <select
              {...ids}
              required
              value={list.value}
              onChange={({ currentTarget }) => {
                list.value = currentTarget.value;
              }}
            >
              <option value="">Choose a list…</option>
              {lists.data?.filter(isUsable).map(({ id, name, recipients }) => (
                <option key={id} value={id}>
                  {name} ({recipients} {recipients === 1 ? 'letter' : 'letters'})
                </option>
              ))}
            </select>
          )}
        </Field>
      </DialogForm>
    </Dialog>
  );
}
