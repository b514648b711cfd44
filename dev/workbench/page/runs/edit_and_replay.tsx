/** Lets the trigger data of a failed run be corrected before the run is replayed. */
import { useState } from 'preact/hooks';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { Dialog } from '../../../ui/components/dialog.tsx';
import { Field } from '../../../ui/components/field.tsx';
import type { Item, ZapRun } from '../../protocol.ts';
import { withoutRepeatedIds } from '../shared/visible_items.ts';

/** Files and lists of records cannot be edited, because they have no single text. */
const isEditable = ({ path, fileUrl }: Item): boolean => fileUrl === undefined && !path.includes('[]');

interface EditAndReplayProps {
  run: ZapRun;
  /** What protects from a second letter, as a sentence. */
  note: string;
  onReplay(changes: Record<string, string>): Promise<void>;
}

export function EditAndReplay({ run, note, onReplay }: EditAndReplayProps) {
  const [isOpen, setOpen] = useState(false);
  const [changes, setChanges] = useState<Record<string, string>>({});
  const items = withoutRepeatedIds(run.steps[0]?.items ?? []).filter(isEditable);
  if (items.length === 0) return undefined;
  return (
    <>
      <button type="button" class="secondary" onClick={() => setOpen(true)}>
        Edit data and replay
      </button>
      {isOpen && (
        <Dialog
          title="Edit data and replay"
          onClose={() => setOpen(false)}
          actions={
            <>
              <button type="button" class="secondary" onClick={() => setOpen(false)}>
                Cancel
              </button>
              <ActionButton
                appearance="primary"
                action={async () => {
                  await onReplay(changes);
                  setOpen(false);
                }}
              >
                Replay with these data
              </ActionButton>
            </>
          }
        >
          <p>{`All steps will run again with these data of step 1.${note}`}</p>
          <div class="edited-data">
            {items.map(({ path, label, value }) => (
              <Field key={path} label={label}>
                {(ids) => (
                  <input
                    {...ids}
                    value={changes[path] ?? value}
                    onInput={({ currentTarget }) =>
                      setChanges((before) => ({ ...before, [path]: currentTarget.value }))
                    }
                  />
                )}
              </Field>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}
