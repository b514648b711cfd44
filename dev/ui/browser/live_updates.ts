/** Live updates from the page's own server (server-sent events). */
import { signal } from '@preact/signals';

/** Whether updates are coming in; pages show a badge when they are not. */
export const isLive = signal(true);

/** Delay before reconnecting (ms): enough for a server to restart. */
const reconnectDelay = 2000;

/**
 * Subscribes to updates. A hidden page closes its connection, because browsers allow only a few per server.
 * @param onUpdate receives each update, parsed from JSON
 * @param onConnect runs on every connection, first and later: updates sent before it are lost
 */
export function subscribeToUpdates<Update>(
  url: string,
  onUpdate: (update: Update) => void,
  onConnect: () => void,
): void {
  let source: EventSource | undefined;
  const connect = () => {
    if (source || document.hidden) return;
    source = new EventSource(url);
    source.onopen = () => {
      isLive.value = true;
      onConnect();
    };
    source.onmessage = ({ data }) => onUpdate(JSON.parse(data));
    source.onerror = () => {
      isLive.value = false;
      // Browsers reconnect on their own unless the server returned an error.
      if (source?.readyState === EventSource.CLOSED) {
        source = undefined;
        setTimeout(connect, reconnectDelay);
      }
    };
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      source?.close();
      source = undefined;
    } else connect();
  });
  connect();
}
