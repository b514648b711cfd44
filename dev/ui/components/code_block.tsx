/** JSON or other text in a scrolling box. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** @param label what the text is; for screen readers */
export function CodeBlock({ value, label }: { value: unknown; label: string }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => makeFocusableWhileScrolling(box.current), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and a section would be a landmark
    <div ref={box} role="group" class="code-block" aria-label={label}>
      {typeof value === 'string' ? text : highlightJson(text)}
    </div>
  );
}

/** Not every browser lets the keyboard scroll a box that can't be focused. @returns a function that ends this */
function makeFocusableWhileScrolling(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return undefined;
  const observer = new ResizeObserver(() => {
    if (box.scrollHeight > box.clientHeight) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  });
  observer.observe(box);
  return () => observer.disconnect();
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
