/** What the page knows, kept true by the server's news. */
import { computed, signal } from '@preact/signals';
import { type Definition, definitionSchema } from '@print-and-mail/zapier/definition';
import * as zod from 'zod';
import { subscribeToUpdates } from '../../ui/browser/live_updates.ts';
import { ResponseError } from '../../ui/browser/requests.ts';
import { hrefFor, replaceHref, route } from '../../ui/browser/route.ts';
import { notify, notifyError } from '../../ui/components/notices.tsx';
import type { Account, Change, Plan, Problem, ZapRun, ZapState } from '../protocol.ts';
import { api } from './api.ts';

export const definition = signal<Definition | undefined>(undefined);
export const consoleUrl = signal<string | undefined>(undefined);
export const accounts = signal<readonly Account[]>([]);
export const zaps = signal<readonly ZapState[]>([]);
export const examples = signal<readonly Plan[]>([]);

/** Runs of the Zap that is looked at, newest first. */
export const runs = signal<{ zap: string; list: readonly ZapRun[] } | undefined>(undefined);

/** The Zap that somebody has just newZap, until they are there. */
export const newZap = signal<string | undefined>(undefined);

export const formatRunCount = (runs: number): string => (runs === 1 ? '1 run' : `${runs} runs`);

export type View =
  | { page: 'home' }
  | { page: 'zap'; zap: string }
  | { page: 'runs'; zap: string; run: string | undefined };

/** `#/zaps/ID`, `#/zaps/ID/runs`, `#/zaps/ID/runs/RUN`; anything else is the start. */
export const view = computed<View>(() => {
  const [first, zap, second, run] = route.value.parts;
  if (first !== 'zaps' || !zap) return { page: 'home' };
  return second === 'runs' ? { page: 'runs', zap, run } : { page: 'zap', zap };
});

export const linkTo = {
  home: hrefFor([]),
  zap: (id: string) => hrefFor(['zaps', id]),
  runs: (id: string) => hrefFor(['zaps', id, 'runs']),
  run: (id: string, run: string) => hrefFor(['zaps', id, 'runs', run]),
};

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const problem = zod.object({
  message: zod.string(),
  kind: zod.string().optional(),
  fields: zod
    .array(
      zod.object({
        step: zod.string(),
        key: zod.string(),
        label: zod.string(),
        reason: zod.string().optional(),
      }),
    )
    .optional(),
});

/** What the server says is wrong, with all it knows about it. */
export function problemIn(error: unknown): Problem {
  const told = error instanceof ResponseError ? problem.safeParse(error.body).data : undefined;
  if (!told) return { message: errorMessage(error) };
  const { message, kind, fields } = told;
  return { message, ...(kind === undefined ? {} : { kind }), ...(fields ? { fields } : {}) };
}

/** Puts a Zap's new state in its view, or at the end. */
export function upsertZap(zap: ZapState): void {
  const isKnown = zaps.value.some(({ id }) => id === zap.id);
  zaps.value = isKnown ? zaps.value.map((one) => (one.id === zap.id ? zap : one)) : [...zaps.value, zap];
}

/** Takes a deleted Zap from the page. */
export function dropZap(zap: string): void {
  zaps.value = zaps.value.filter(({ id }) => id !== zap);
}

let asked = 0;

/** Asks how things are; an answer that a later one has overtaken is dropped. */
async function refresh(): Promise<void> {
  asked += 1;
  const turn = asked;
  const state = await api.state();
  if (turn !== asked) return;
  accounts.value = state.accounts;
  zaps.value = state.zaps;
}

/** Asks for a Zap's runs; the answer is dropped when another Zap is looked at meanwhile. */
export async function refreshRuns(zap: string): Promise<void> {
  const list = await api.runs(zap);
  const now = view.value;
  if (now.page !== 'home' && now.zap === zap) runs.value = { zap, list };
}

/** Where to go on after the consent page, which takes the view of this one in the browser. */
const returnHashKey = 'workbench.way-back';

/** @param again an account whose access has ended; a new one when left out @throws the server's sentence */
export async function connectAccount(again?: string): Promise<void> {
  const { authorizeUrl } = await api.connect(again);
  sessionStorage.setItem(returnHashKey, location.hash);
  location.assign(authorizeUrl);
}

/** The end of connecting: the server leads here with what came of it in the address. */
async function finishConnecting(): Promise<void> {
  const told = new URLSearchParams(location.search);
  const failed = told.get('failed');
  const connected = told.get('connected');
  if (failed === null && connected === null) return;
  replaceHref(`/${sessionStorage.getItem(returnHashKey) ?? ''}`);
  sessionStorage.removeItem(returnHashKey);
  const label = accounts.value.find(({ id }) => id === connected)?.label;
  if (failed !== null) return notify({ tone: 'bad', text: failed });
  notify({ tone: 'good', text: label ? `${label} is connected.` : 'The account is connected.' });
  // Whoever connects an account from a Zap that has none means it for that Zap.
  const now = view.value;
  const zap = zaps.value.find(({ id }) => now.page !== 'home' && id === now.zap);
  if (zap && zap.account === undefined && connected !== null)
    upsertZap(await api.changeZap(zap.id, { plan: zap.plan, account: connected }));
}

/** Fills the page for the first time and keeps it true. @throws when the server refuses */
export async function start(): Promise<void> {
  const [connector] = await Promise.all([api.connector(), refresh()]);
  definition.value = definitionSchema.parse(connector.definition);
  consoleUrl.value = connector.consoleUrl;
  await finishConnecting();
  examples.value = await api.examples();
  const refreshAll = async () => {
    await refresh();
    const now = view.value;
    if (now.page !== 'home') await refreshRuns(now.zap);
  };
  subscribeToUpdates<Change>(
    '/api/changes',
    (change) => {
      const now = view.value;
      if (change.what !== 'runs') refresh().catch(notifyError);
      else if (now.page !== 'home' && now.zap === change.zap) refreshRuns(change.zap).catch(notifyError);
    },
    () => void refreshAll().catch(notifyError),
  );
}
