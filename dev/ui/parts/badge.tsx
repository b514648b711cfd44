/** A word about a state; the color only repeats what the word says. */
import type { ComponentChildren } from 'preact';

export type Tone = 'good' | 'bad' | 'warn' | 'news' | 'quiet';

export const Badge = ({ tone = 'quiet', children }: { tone?: Tone; children: ComponentChildren }) => (
  <span class={`badge ${tone}`}>{children}</span>
);
