/** A short status label. The color only repeats what the text says. */
import type { ComponentChildren } from 'preact';

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'quiet';

export const Badge = ({ tone = 'quiet', children }: { tone?: Tone; children: ComponentChildren }) => (
  <span class={`badge ${tone}`}>{children}</span>
);
