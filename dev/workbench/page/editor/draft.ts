/** A Zap as it is being changed: what is typed counts at once, and is saved when the typing pauses. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Plan, ZapChange, ZapState } from '../../protocol.ts';
import { api } from '../api.ts';
import { errorMessage, upsertZap } from '../state.ts';

const pause = 400;

export interface Draft {
  plan: Plan;
  account: string | undefined;
  change(how: (before: ZapChange) => ZapChange): void;
  /** Waits until the server knows everything. @throws when it refuses */
  saved(): Promise<void>;
  state: 'saved' | 'saving' | { problem: string };
}

export function useDraft(zap: ZapState): Draft {
  const [state, setState] = useState<Draft['state']>('saved');
  const [, redraw] = useState(0);
  const pending = useRef<ZapChange | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const saving = useRef<Promise<void>>(Promise.resolve());
  const known = useRef(zap);
  known.current = zap;

  const save = (): Promise<void> => {
    clearTimeout(timer.current);
    const saveOne = async () => {
      const sent = pending.current;
      if (!sent) return;
      const answer = await api.changeZap(known.current.id, sent);
      if (pending.current === sent) {
        pending.current = undefined;
        setState('saved');
      }
      upsertZap(answer);
    };
    // One after the other, also after one that failed: the last has everything in it.
    saving.current = saving.current.then(saveOne, saveOne);
    saving.current.catch((error: unknown) => setState({ problem: errorMessage(error) }));
    return saving.current;
  };

  useEffect(() => {
    const leave = () => {
      if (pending.current) save().catch(() => {});
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  const { plan, account } = pending.current ?? zap;
  return {
    plan,
    account,
    state,
    saved: save,
    change(how) {
      pending.current = how(pending.current ?? { plan: known.current.plan, account: known.current.account });
      setState('saving');
      redraw((turn) => turn + 1);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save().catch(() => {}), pause);
    },
  };
}
