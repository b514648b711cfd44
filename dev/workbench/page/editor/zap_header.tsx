/** A Zap's name, switch, account and tools, and whether it is saved. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { ConfirmDialog } from '../../../ui/components/confirm_dialog.tsx';
import { notify, notifyError } from '../../../ui/components/notices.tsx';
import type { ZapState } from '../../protocol.ts';
import { api } from '../api.ts';
import { ProblemView } from '../shared/problem.tsx';
import { SwitchControl, useZapSwitch } from '../shared/zap_switch.tsx';
import { accounts, dropZap, linkTo, openNewZap } from '../state.ts';
import type { Draft } from './draft.ts';

interface HeaderProps {
  zap: ZapState;
  draft: Draft;
}

export function ZapHeader({ zap, draft }: HeaderProps) {
  const { name } = draft.plan;
  const control = useZapSwitch(zap, draft.save);
  const { problem } = control;
  // A problem is outdated once the Zap has changed.
  const content = JSON.stringify([draft.plan, draft.account]);
  useEffect(control.clearProblem, [content]);
  useEffect(() => {
    document.title = `${name || 'Untitled'} · Workbench`;
  }, [name]);

  return (
    <header class="zap-head">
      <h1 class="visually-hidden">Zap: {name || 'Untitled'}</h1>
      <div class="row">
        <NameInput zap={zap} draft={draft} />
        <SwitchControl zap={zap} control={control} />
      </div>
      <div class="row zap-tools">
        <AccountSelect zap={zap} draft={draft} />
        {typeof draft.state === 'string' && (
          <span class="save-state" role="status">
            {draft.state === 'saving' ? 'Saving…' : 'Saved'}
          </span>
        )}
        <ZapActions zap={zap} draft={draft} />
      </div>
      <div role="alert">{problem && <ProblemView problem={problem} zap={zap.id} />}</div>
    </header>
  );
}

function NameInput({ zap, draft }: HeaderProps) {
  const { name } = draft.plan;
  const previous = useRef(name);
  const rename = (next: string) =>
    draft.change((before) => ({ ...before, plan: { ...before.plan, name: next } }));
  return (
    <textarea
      class="zap-name"
      rows={1}
      aria-label="Zap name"
      value={name}
      readOnly={zap.isOn}
      maxLength={200}
      onInput={({ currentTarget: { value } }) => rename(value.replace(/\s*\n\s*/g, ' '))}
      onFocus={() => {
        previous.current = name;
      }}
      onBlur={() => {
        if (!name.trim()) rename(previous.current);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
    />
  );
}

function AccountSelect({ zap, draft }: HeaderProps) {
  return (
    <>
      <label class="account">
        <span>Account</span>
        <select
          value={draft.account ?? ''}
          disabled={zap.isOn}
          onChange={({ currentTarget: { value } }) =>
            draft.change((before) => ({ ...before, account: value || undefined }))
          }
        >
          {draft.account === undefined && <option value="">None</option>}
          {accounts.value.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {!zap.isOn && (
        <ActionButton appearance="plain" action={draft.connect}>
          Connect {accounts.value.length > 0 ? 'another' : 'an account'}
        </ActionButton>
      )}
    </>
  );
}

/** A failure to save. It sticks to the top of the window until the Zap is saved. */
export function NotSaved({ draft: { state, save } }: { draft: Draft }) {
  if (typeof state === 'string') return undefined;
  return (
    <div class="not-saved" role="alert">
      <p class="error-message">
        Not saved. {state.problem}{' '}
        <button
          type="button"
          class="plain"
          onClick={() => {
            save().catch(() => {});
          }}
        >
          Try again
        </button>
      </p>
    </div>
  );
}

function ZapActions({ zap, draft }: HeaderProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { plan, account } = draft;
  const { name } = plan;
  const duplicate = async () =>
    openNewZap(await api.addZap({ plan: { ...plan, name: `Copy of ${name}`.slice(0, 200) }, account }));
  const remove = async () => {
    try {
      await api.removeZap(zap.id);
      location.hash = linkTo.home;
      dropZap(zap.id);
      notify({ tone: 'good', text: `“${name}” was deleted.` });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <>
      <ActionButton appearance="plain" action={duplicate}>
        Duplicate
      </ActionButton>
      <button type="button" class="plain delete" onClick={() => setConfirming(true)}>
        Delete
      </button>
      {isConfirming && (
        <ConfirmDialog
          title="Delete this Zap?"
          confirm="Delete Zap"
          onConfirm={remove}
          onClose={() => setConfirming(false)}
        >
          {`“${name}” and its runs will be permanently deleted.${zap.isOn ? ' It will be turned off first.' : ''}`}
        </ConfirmDialog>
      )}
    </>
  );
}
