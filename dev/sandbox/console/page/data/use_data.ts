/** Loads data from the sandbox and keeps it up to date. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf, requestJson, UnreachableError } from '../../../../ui/browser/requests.ts';
import type { Changes } from '../../protocol.ts';

type Kind = Exclude<Changes['kinds'], 'all'>[number];

const listeners = new Set<(kinds: Changes['kinds']) => void>();

/** Reloads the data that depends on these kinds of records. */
export function reloadData(kinds: Changes['kinds']): void {
  for (const listener of listeners) listener(kinds);
}

export interface Loadable<Data> {
  /** The latest data; kept while it is reloaded and while the sandbox is unreachable. */
  data: Data | undefined;
  error: string | undefined;
}

/** How long to wait after a change of the path (ms), such as while a user types a search. */
const typingDelay = 120;

/** Loads `/console/{path}`, now and whenever records of these kinds change. */
export function useData<Data>(path: string, kinds: readonly Kind[]): Loadable<Data> {
  const [state, setState] = useState<Loadable<Data>>({ data: undefined, error: undefined });
  const isFirst = useRef(true);
  useEffect(() => {
    let isCanceled = false;
    const load = oneAtATime(async () => {
      try {
        const data = await requestJson<Data>('GET', `/console/${path}`);
        if (!isCanceled) setState({ data, error: undefined });
      } catch (error) {
        if (isCanceled) return;
        const isUnreachable = error instanceof UnreachableError;
        setState((last) => ({ data: isUnreachable ? last.data : undefined, error: messageOf(error) }));
      }
    });
    const listener = (changed: Changes['kinds']) => {
      if (changed === 'all' || kinds.some((kind) => changed.includes(kind))) load();
    };
    listeners.add(listener);
    const timer = setTimeout(load, isFirst.current ? 0 : typingDelay);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      isCanceled = true;
      listeners.delete(listener);
    };
  }, [path]);
  return state;
}

/** Returns a function that starts the work, or, while it runs, has it run once more afterwards. */
export function oneAtATime(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isOutdated = false;
  const start = async () => {
    isRunning = true;
    do {
      isOutdated = false;
      await work();
    } while (isOutdated);
    isRunning = false;
  };
  return () => {
    if (isRunning) isOutdated = true;
    else void start();
  };
}
