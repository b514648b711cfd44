/** What the page knows of the sandbox, kept up to date by its news. */
import { computed, signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { subscribeToUpdates } from '../../../ui/browser/live_updates.ts';
import { requestJson, UnreachableError } from '../../../ui/browser/requests.ts';
import type { Changes, Overview } from '../protocol.ts';

type Kind = Exclude<Changes['kinds'], 'all'>[number];

const listeners = new Set<(kinds: Changes['kinds']) => void>();

const concerns = (news: Changes['kinds'], kinds: readonly Kind[]): boolean =>
  news === 'all' || kinds.some((kind) => news.includes(kind));

export interface Reading<Answer> {
  /** What came last; it stays while the next is fetched, and while nobody answers. */
  answer: Answer | undefined;
  /** Why there is nothing to show. */
  problem: string | undefined;
}

/** Whoever types goes on typing: another question waits this long (ms) for the next letter. */
const typing = 120;

/** Reads from `/console`, now and whenever records of these kinds have changed. */
export function useReading<Answer>(path: string, kinds: readonly Kind[]): Reading<Answer> {
  const [reading, setReading] = useState<Reading<Answer>>({ answer: undefined, problem: undefined });
  const isFirst = useRef(true);
  useEffect(() => {
    let isOver = false;
    let isUnderWay = false;
    let isOutdated = false;
    const read = async (): Promise<void> => {
      // One question at a time; what changes meanwhile is asked for once, afterwards.
      if (isUnderWay) {
        isOutdated = true;
        return;
      }
      isUnderWay = true;
      try {
        const answer = await requestJson<Answer>('GET', `/console/${path}`);
        if (!isOver) setReading({ answer, problem: undefined });
      } catch (error) {
        if (!isOver)
          setReading((last) => ({
            answer: error instanceof UnreachableError ? last.answer : undefined,
            problem: sentenceOf(error),
          }));
      }
      isUnderWay = false;
      if (isOutdated && !isOver) {
        isOutdated = false;
        await read();
      }
    };
    const listener = (news: Changes['kinds']) => {
      if (concerns(news, kinds)) void read();
    };
    listeners.add(listener);
    const timer = setTimeout(() => void read(), isFirst.current ? 0 : typing);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      isOver = true;
      listeners.delete(listener);
    };
  }, [path]);
  return reading;
}

export const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Remembered by the browser: whose account was looked at last. */
const accountKey = 'console.account';

const chosen = signal(localStorage.getItem(accountKey) ?? '');

/** What concerns all sections; nothing until the first answer. */
export const overview = signal<Overview | undefined>(undefined);

/** Why there is no overview. */
export const overviewProblem = signal<string | undefined>(undefined);

/** The account whose things are shown. */
export const account = computed(() => {
  const accounts = overview.value?.accounts ?? [];
  return accounts.find(({ id }) => id === chosen.value)?.id ?? accounts[0]?.id ?? chosen.value;
});

export function chooseAccount(id: string): void {
  localStorage.setItem(accountKey, id);
  chosen.value = id;
  void readOverview();
}

/** Between the sandbox's time and the browser's monotonic one, in milliseconds. */
const distance = signal(0);
const tick = signal(performance.now());

/** The sandbox's time in milliseconds since 1970; it goes on while the sandbox's clock runs. */
export const now = computed(() => {
  const { value } = overview;
  if (!value) return Date.now();
  return value.frozen ? Date.parse(value.now) : tick.value + distance.value;
});

setInterval(() => {
  tick.value = performance.now();
}, 1000);

let isReading = false;
let isOutdated = false;

export async function readOverview(): Promise<void> {
  if (isReading) {
    isOutdated = true;
    return;
  }
  isReading = true;
  try {
    let answer = await requestJson<Overview>(
      'GET',
      `/console/overview?account=${encodeURIComponent(chosen.value)}`,
    );
    // The first time nobody has chosen an account.
    const [first] = answer.accounts;
    if (first && !answer.accounts.some(({ id }) => id === chosen.value)) {
      chosen.value = first.id;
      answer = await requestJson<Overview>(
        'GET',
        `/console/overview?account=${encodeURIComponent(first.id)}`,
      );
    }
    tick.value = performance.now();
    distance.value = Date.parse(answer.now) - tick.value;
    overview.value = answer;
    overviewProblem.value = undefined;
  } catch (error) {
    overviewProblem.value = sentenceOf(error);
  }
  isReading = false;
  if (isOutdated) {
    isOutdated = false;
    await readOverview();
  }
}

/** Begins to follow what happens in the sandbox. */
export function followTheWorld(): void {
  subscribeToUpdates<Changes>(
    '/console/changes',
    ({ kinds }) => {
      void readOverview();
      for (const listener of listeners) listener(kinds);
    },
    () => {
      void readOverview();
      for (const listener of listeners) listener('all');
    },
  );
}
