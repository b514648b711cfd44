/** The data all sections share: the sandbox's overview, the selected account and the sandbox's time. */
import { computed, signal } from '@preact/signals';
import { subscribeToUpdates } from '../../../../ui/browser/live_updates.ts';
import { messageOf, requestJson } from '../../../../ui/browser/requests.ts';
import type { Changes, Overview } from '../../protocol.ts';
import { oneAtATime, reloadData } from './use_data.ts';

/** Undefined until it has loaded. */
export const overview = signal<Overview | undefined>(undefined);

export const clientName = (id: string): string =>
  overview.value?.clients.find((client) => client.id === id)?.name ?? id;

export const overviewError = signal<string | undefined>(undefined);

/** Where the browser remembers the selected account. */
const accountKey = 'console.account';

const selected = signal(localStorage.getItem(accountKey) ?? '');

/** The ID of the account whose data is shown. */
export const account = computed(() => {
  const accounts = overview.value?.accounts ?? [];
  return accounts.find(({ id }) => id === selected.value)?.id ?? accounts[0]?.id ?? selected.value;
});

export function selectAccount(id: string): void {
  localStorage.setItem(accountKey, id);
  selected.value = id;
  reloadOverview();
}

/** The sandbox's time minus the browser's monotonic clock (ms). */
const clockOffset = signal(0);
const tick = signal(performance.now());

/** The sandbox's time in milliseconds since 1970; advances every second while its clock runs. */
export const now = computed(() => {
  const { value } = overview;
  if (!value) return Date.now();
  return value.frozen ? Date.parse(value.now) : tick.value + clockOffset.value;
});

setInterval(() => {
  tick.value = performance.now();
}, 1000);

const requestOverview = (id: string): Promise<Overview> =>
  requestJson('GET', `/console/overview?account=${encodeURIComponent(id)}`);

export async function loadOverview(): Promise<void> {
  try {
    let latest = await requestOverview(selected.value);
    const [first] = latest.accounts;
    // On the first visit, or if the remembered account no longer exists.
    if (first && !latest.accounts.some(({ id }) => id === selected.value)) {
      selected.value = first.id;
      latest = await requestOverview(first.id);
    }
    tick.value = performance.now();
    clockOffset.value = Date.parse(latest.now) - tick.value;
    overview.value = latest;
    overviewError.value = undefined;
  } catch (error) {
    overviewError.value = messageOf(error);
  }
}

const reloadOverview = oneAtATime(loadOverview);

/** Keeps all data up to date from now on. */
export function followChanges(): void {
  const reload = (kinds: Changes['kinds']) => {
    reloadOverview();
    reloadData(kinds);
  };
  reloadOverview();
  subscribeToUpdates<Changes>(
    '/console/changes',
    ({ kinds }) => reload(kinds),
    () => reload('all'),
  );
}
