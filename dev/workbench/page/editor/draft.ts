/** The Zap being edited: changes take effect at once and are saved when the user pauses. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Plan, ZapChange, ZapState } from '../../protocol.ts';
import { api } from '../api.ts';
import { connectAccount, errorMessage, upsertZap } from '../state.ts';

const saveDelay = 400;

export interface Draft {
  plan: Plan;
  account: string | undefined;
  change(update: (before: ZapChange) => ZapChange): void;
  /** Saves pending changes at once. @throws the server's error */
  save(): Promise<void>;
  /** Leaves for the consent page; the Zap then uses the new account. @throws the server's error */
  connect(): Promise<void>;
  state: 'saved' | 'saving' | { problem: string };
}

export function useDraft(zap: ZapState): Draft {
  const [state, setState] = useState<Draft['state']>('saved');
  const [, rerender] = useState(0);
  const pending = useRef<ZapChange | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const lastSave = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef(zap);
  latest.current = zap;

  const save = (): Promise<void> => {
    clearTimeout(timer.current);
    const savePending = async () => {
      const sent = pending.current;
      if (!sent) return;
      const saved = await api.changeZap(latest.current.id, sent);
      if (pending.current === sent) {
        pending.current = undefined;
        setState('saved');
      }
      upsertZap(saved);
    };
    // In sequence, also after a failure: the last save contains every change.
    lastSave.current = lastSave.current.then(savePending, savePending);
    lastSave.current.catch((error: unknown) => setState({ problem: errorMessage(error) }));
    return lastSave.current;
  };

  useEffect(() => {
    const saveBeforeLeaving = () => {
      if (pending.current) save().catch(() => {});
    };
    addEventListener('pagehide', saveBeforeLeaving);
    return () => {
      removeEventListener('pagehide', saveBeforeLeaving);
      saveBeforeLeaving();
    };
  }, []);

  const { plan, account } = pending.current ?? zap;
  return {
    plan,
    account,
    state,
    save,
    async connect() {
      await save();
      await connectAccount({ forZap: zap.id });
    },
    change(update) {
      const { plan: savedPlan, account: savedAccount } = latest.current;
      pending.current = update(pending.current ?? { plan: savedPlan, account: savedAccount });
      setState('saving');
      rerender((count) => count + 1);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save().catch(() => {}), saveDelay);
    },
  };
}
