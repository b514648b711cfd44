/** JSON and other text as it came, in a box that scrolls by itself. */
import type { ComponentChildren } from 'preact';

/** @param label what the text is, for those who do not see where it stands */
export function TextView({ value, label }: { value: unknown; label: string }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section class="text-view" aria-label={label} tabIndex={0}>
      {typeof value === 'string' ? text : colored(text)}
    </section>
  );
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

/** Above this, colors cost more time than they are worth. */
const coloredUpTo = 60_000;

/** Made of elements, never of markup: whatever the text holds stays text. */
function colored(json: string): ComponentChildren[] {
  if (json.length > coloredUpTo) return [json];
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of json.matchAll(token)) {
    const [whole, text, colon] = match;
    parts.push(json.slice(end, match.index));
    const kind = text === undefined ? 'json-other' : colon === undefined ? 'json-text' : 'json-name';
    parts.push(<span class={kind}>{text ?? whole}</span>, colon);
    end = match.index + whole.length;
  }
  parts.push(json.slice(end));
  return parts;
}
