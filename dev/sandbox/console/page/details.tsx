import type { ComponentChildren } from 'preact';

/** What only developers read. It is closed at first. */
export const Details = ({ children }: { children: ComponentChildren }) => (
  <details class="card">
    <summary>Details</summary>
    <div class="stack">{children}</div>
  </details>
);
