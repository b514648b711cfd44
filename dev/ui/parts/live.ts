/** News from the page's own server while the page is looked at (server-sent events). */
import { signal } from '@preact/signals';

/** Whether news arrive at the moment; a page says so when they do not. */
export const isLive = signal(true);

/** Milliseconds: long enough for a server to be started again meanwhile, short enough not to be waited for. */
const untilNextTry = 2000;

/**
 * Tells each piece of news. A page that nobody looks at lets go of the connection, because a browser has few of them for
 * one server.
 * @param onNews what came, parsed from JSON
 * @param onOpen the connection stands, at first or again: whatever happened meanwhile was not told
 */
export function follow<News>(address: string, onNews: (news: News) => void, onOpen: () => void): void {
  let source: EventSource | undefined;
  const open = () => {
    if (source || document.hidden) return;
    source = new EventSource(address);
    source.onopen = () => {
      isLive.value = true;
      onOpen();
    };
    source.onmessage = ({ data }) => onNews(JSON.parse(data));
    source.onerror = () => {
      isLive.value = false;
      // The browser tries again by itself, unless the server has refused.
      if (source?.readyState === EventSource.CLOSED) {
        source = undefined;
        setTimeout(open, untilNextTry);
      }
    };
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      source?.close();
      source = undefined;
    } else open();
  });
  open();
}
