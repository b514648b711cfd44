/** The page's state, kept up to date by the server's change stream. */
import { computed, signal } from '@preact/signals';
import { subscribeToUpdates } from '../../ui/browser/live_updates.ts';
import { readPageData } from '../../ui/browser/page_data.ts';
import { ResponseError } from '../../ui/browser/requests.ts';
import { hrefFor, replaceHref, route } from '../../ui/browser/route.ts';
import { notify, notifyError } from '../../ui/components/notices.tsx';
import type { Change, HistoryRun, PageData, Problem, ZapRun, ZapState } from '../protocol.ts';
import { api } from './api.ts';

const pageData = readPageData<PageData>();

export const { definition, consoleUrl, examples } = pageData;
export const accounts = signal(pageData.accounts);
export const zaps = signal(pageData.zaps);

/** Runs of the Zap that is open, newest first. */
export const runs = signal<{ zap: string; list: readonly ZapRun[] } | undefined>(undefined);

/** Runs of all Zaps, newest first, while the history is open. */
export const history = signal<readonly HistoryRun[] | undefined>(undefined);

/** The id of a Zap that was just created, until its page is open. */
export const newZap = signal<string | undefined>(undefined);

/** Whether the user has gone to another view since the page was loaded. */
export const hasNavigated = (): boolean => route.peek() !== firstRoute;
const firstRoute = route.peek();

/** Whether the user asked for the Zap's form, which then gets the focus. */
export const isFormRequested = signal(false);

export type View =
  | { page: 'home' }
  | { page: 'history' }
  | { page: 'zap'; zap: string }
  | { page: 'runs'; zap: string; run: string | undefined };

/** `#/history`, `#/zaps/ID`, `#/zaps/ID/runs`, `#/zaps/ID/runs/RUN`; anything else is the start page. */
export const view = computed<View>(() => {
  const [first, zap, second, run] = route.value.parts;
  if (first === 'history') return { page: 'history' };
  if (first !== 'zaps' || !zap) return { page: 'home' };
  return second === 'runs' ? { page: 'runs', zap, run } : { page: 'zap', zap };
});

export const linkTo = {
  home: hrefFor([]),
  history: hrefFor(['history']),
  zap: (id: string) => hrefFor(['zaps', id]),
  runs: (id: string) => hrefFor(['zaps', id, 'runs']),
  run: (id: string, run: string) => hrefFor(['zaps', id, 'runs', run]),
};

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The server's problem, or one made of the error's message. */
export function problemIn(error: unknown): Problem {
  const problem: Partial<Problem> = error instanceof ResponseError ? Object(error.body) : {};
  return { message: errorMessage(error), ...problem };
}

/** Replaces a Zap's state, or appends it. */
export function upsertZap(zap: ZapState): void {
  const isKnown = zaps.value.some(({ id }) => id === zap.id);
  zaps.value = isKnown ? zaps.value.map((one) => (one.id === zap.id ? zap : one)) : [...zaps.value, zap];
}

/** Removes a deleted Zap. */
export function dropZap(zap: string): void {
  zaps.value = zaps.value.filter(({ id }) => id !== zap);
}

/** Opens the page of a Zap that was just created. */
export function openNewZap(zap: ZapState): void {
  upsertZap(zap);
  newZap.value = zap.id;
  location.hash = linkTo.zap(zap.id);
}

let latestRefresh = 0;

/** Requests the state; the response is dropped if a later request has started. */
async function refresh(): Promise<void> {
  latestRefresh += 1;
  const current = latestRefresh;
  const state = await api.state();
  if (current !== latestRefresh) return;
  accounts.value = state.accounts;
  zaps.value = state.zaps;
}

/** The Zap whose page is open. */
const openZap = (): string | undefined => {
  const current = view.value;
  return 'zap' in current ? current.zap : undefined;
};

/** Requests a Zap's runs; the response is dropped if another Zap is open by then. */
export async function refreshRuns(zap: string): Promise<void> {
  const list = await api.runs(zap);
  if (openZap() === zap) runs.value = { zap, list };
}

export async function refreshHistory(): Promise<void> {
  history.value = await api.history();
}

/** Session storage keys: where to return to from the consent page, and the Zap that gets the new account. */
const returnHashKey = 'workbench.return-hash';
const connectForKey = 'workbench.connect-for';

interface ConnectOptions {
  /** The account to reconnect; omit for a new one. */
  reconnectId?: string;
  /** The id of the Zap that uses the new account. */
  forZap?: string;
}

/** Leaves for the consent page. @throws the server's error */
export async function connectAccount({ reconnectId, forZap }: ConnectOptions = {}): Promise<void> {
  const { authorizeUrl } = await api.connect(reconnectId);
  sessionStorage.setItem(returnHashKey, location.hash);
  if (forZap === undefined) sessionStorage.removeItem(connectForKey);
  else sessionStorage.setItem(connectForKey, forZap);
  location.assign(authorizeUrl);
}

/** Handles the redirect from the consent page, whose result is in the query. */
async function finishConnecting(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const failed = query.get('failed');
  const connected = query.get('connected');
  if (failed === null && connected === null) return;
  const forZap = sessionStorage.getItem(connectForKey);
  replaceHref(`/${sessionStorage.getItem(returnHashKey) ?? ''}`);
  sessionStorage.removeItem(returnHashKey);
  sessionStorage.removeItem(connectForKey);
  if (failed !== null) return notify({ tone: 'bad', text: failed });
  const label = accounts.value.find(({ id }) => id === connected)?.label;
  notify({ tone: 'good', text: label ? `${label} is connected.` : 'The account is connected.' });
  const zap = zaps.value.find(({ id }) => id === forZap);
  if (zap && !zap.isOn && connected !== null)
    upsertZap(await api.changeZap(zap.id, { plan: zap.plan, account: connected }));
}

/** Keeps the state up to date from now on. */
export function start(): void {
  finishConnecting().catch(notifyError);
  const refreshAll = async () => {
    await refresh();
    const zap = openZap();
    if (zap !== undefined && zaps.value.some(({ id }) => id === zap)) await refreshRuns(zap);
    if (view.value.page === 'history') await refreshHistory();
  };
  subscribeToUpdates<Change>(
    '/api/changes',
    (change) => {
      if (change.what !== 'runs') refresh().catch(notifyError);
      else if (view.value.page === 'history') refreshHistory().catch(notifyError);
      else if (openZap() === change.zap) refreshRuns(change.zap).catch(notifyError);
    },
    () => void refreshAll().catch(notifyError),
  );
}
