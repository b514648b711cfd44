/** JSON or other text in a scrolling box. */
import type { ComponentChildren } from 'preact';

/** @param label what the text is; for screen readers */
export function CodeBlock({ value, label }: { value: unknown; label: string }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: some browsers let the keyboard scroll a box only if it has the focus
    <figure class="code-block" aria-label={label} tabIndex={0}>
      {typeof value === 'string' ? text : highlightJson(text)}
    </figure>
  );
}

const jsonToken = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

/** Longer text is not highlighted, because that would be slow. */
const maxHighlightedChars = 60_000;

/** Returns elements and text, never markup, so nothing in the JSON can act as HTML. */
function highlightJson(json: string): ComponentChildren[] {
  if (json.length > maxHighlightedChars) return [json];
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of json.matchAll(jsonToken)) {
    const [token, string, colon] = match;
    parts.push(json.slice(end, match.index));
    const kind = string === undefined ? 'json-literal' : colon === undefined ? 'json-string' : 'json-key';
    parts.push(<span class={kind}>{string ?? token}</span>, colon);
    end = match.index + token.length;
  }
  parts.push(json.slice(end));
  return parts;
}
