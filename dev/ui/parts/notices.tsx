/** What has just happened, told once: seen at the edge of the page and spoken by a screen reader. */
import { signal } from '@preact/signals';

export interface Notice {
  id: number;
  tone: 'good' | 'bad' | 'news';
  text: string;
  /** Where more is to be seen. */
  link?: { href: string; label: string } | undefined;
}

/** How long good news stay (ms); bad news stay until they are dismissed, or one goes elsewhere. */
const shownFor = 7000;
/** More at once would cover the page. */
const most = 2;

const notices = signal<Notice[]>([]);
let last = 0;

/** Tells something to the user, wherever on the page they are. */
export function notify(notice: Omit<Notice, 'id'>): void {
  last += 1;
  const id = last;
  const others = notices.value.filter(
    ({ tone, text }) => tone !== notice.tone || (tone !== 'bad' && text !== notice.text),
  );
  notices.value = [...others, { ...notice, id }].slice(-most);
  if (notice.tone !== 'bad') setTimeout(() => dismiss(id), shownFor);
}

/** Tells what went wrong, by the error's own sentence. */
export const notifyError = (error: unknown): void =>
  notify({ tone: 'bad', text: error instanceof Error ? error.message : String(error) });

const dismiss = (id: number): void => {
  notices.value = notices.value.filter((notice) => notice.id !== id);
};

addEventListener('hashchange', () => {
  notices.value = notices.value.filter(({ tone }) => tone !== 'bad');
});

/** Part of {@link PageFrame}; a screen reader knows the regions before anything is said in them. */
export function Notices() {
  const shown = (bad: boolean) =>
    notices.value
      .filter(({ tone }) => (tone === 'bad') === bad)
      .map(({ id, tone, text, link }) => (
        <div key={id} class={`notice ${tone}`}>
          <span>
            {text} {link && <a href={link.href}>{link.label}</a>}
          </span>
          <button type="button" class="plain" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ✕
          </button>
        </div>
      ));
  return (
    <section class="notices" aria-label="News">
      <div role="status">{shown(false)}</div>
      <div role="alert">{shown(true)}</div>
    </section>
  );
}
