/** The right side of the header: the link to the workbench, the time and the selected account. */
import { isLive } from '../../../ui/browser/live_updates.ts';
import { Badge } from '../../../ui/components/badge.tsx';
import { formatTime } from '../../../ui/components/time.tsx';
import { account, now, overview, selectAccount } from './data.ts';

const portKey = 'console.workbench-port';

/**
 * The local port of the workbench. The workbench and `npm start` put it into their links. It is kept for the rest of the tab's
 * session, because links and reloads may lose it. Only a number is accepted, so no link can lead to another machine.
 */
function workbenchPort(): string | undefined {
  const given = new URLSearchParams(location.search).get('workbench');
  const port = given ?? sessionStorage.getItem(portKey) ?? '';
  if (!/^\d{1,5}$/.test(port)) return undefined;
  sessionStorage.setItem(portKey, port);
  return port;
}

const port = workbenchPort();

export const HeaderTools = () => (
  <>
    {port && (
      <a href={`http://127.0.0.1:${port}/`} target="_blank" rel="noreferrer">
        Workbench
      </a>
    )}
    {!isLive.value && <Badge tone="warn">Disconnected: the sandbox isn’t responding</Badge>}
    <span class="number quiet time">{overview.value && formatTime(now.value)}</span>
    {overview.value?.frozen && <Badge tone="info">Stopped</Badge>}
    <select
      class="account"
      aria-label="Account"
      value={account.value}
      onChange={({ currentTarget }) => selectAccount(currentTarget.value)}
    >
      {overview.value?.accounts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  </>
);
