/** Notices about what just happened, at the edge of the page and announced by screen readers. */
import { signal } from '@preact/signals';
import { messageOf } from '../browser/requests.ts';

export interface Notice {
  id: number;
  tone: 'good' | 'bad' | 'info';
  text: string;
  /** Where to see the details. */
  link?: { href: string; label: string } | undefined;
}

/** How long a notice stays (ms); errors stay until they are dismissed or the user goes to another view. */
const visibleFor = 7000;
/** More would cover the page. */
const maxVisible = 2;

const notices = signal<Notice[]>([]);
let lastId = 0;

/** Shows a notice. A new error replaces an older one. */
export function notify(notice: Omit<Notice, 'id'>): void {
  lastId += 1;
  const id = lastId;
  const others = notices.value.filter(
    ({ tone, text }) => tone !== notice.tone || (tone !== 'bad' && text !== notice.text),
  );
  notices.value = [...others, { ...notice, id }].slice(-maxVisible);
  if (notice.tone !== 'bad') setTimeout(() => dismiss(id), visibleFor);
}

export const notifyError = (error: unknown): void => notify({ tone: 'bad', text: messageOf(error) });

const dismiss = (id: number): void => {
  notices.value = notices.value.filter((notice) => notice.id !== id);
};

addEventListener('hashchange', () => {
  notices.value = notices.value.filter(({ tone }) => tone !== 'bad');
});

/** Part of {@link PageFrame}. Its live regions are always there, because screen readers ignore text in a new one. */
export function Notices() {
  const list = (isError: boolean) =>
    notices.value
      .filter(({ tone }) => (tone === 'bad') === isError)
      .map(({ id, tone, text, link }) => (
        <div key={id} class={`notice ${tone}`}>
          <span>
            {text} {link && <a href={link.href}>{link.label}</a>}
          </span>
          <button
            type="button"
            class="plain"
            aria-label="Dismiss"
            onClick={() => {
              dismiss(id);
              document.getElementById('content')?.focus({ preventScroll: true });
            }}
          >
            ✕
          </button>
        </div>
      ));
  return (
    <section class="notices" aria-label="Notifications">
      <div role="status">{list(false)}</div>
      <div role="alert">{list(true)}</div>
    </section>
  );
}
