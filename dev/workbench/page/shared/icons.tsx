/** Icons in the color of the surrounding text. */
import type { PlannedStep } from '../../protocol.ts';

const paths = {
  // The kinds of steps.
  triggers: 'M13 2 4 14h7l-1 8 9-12h-7z',
  creates: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  searches: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  searchOrCreates: 'M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM14.5 14.5 18 18M19 15v6M16 18h6',
  form: 'M5 3h14v18H5zM8 8h8M8 12h8M8 16h4',
  schedule: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  add: 'M12 5v14M5 12h14',
  done: 'M5 13l4 4L19 7',
  failed: 'M6 6l12 12M18 6 6 18',
  waiting: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  open: 'M6 9l6 6 6-6',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
} as const;

export type IconName = keyof typeof paths;

/** The icon of a kind of steps, on a background of its color. */
export const KindIcon = ({ kind, isSmall = false }: { kind: PlannedStep['kind']; isSmall?: boolean }) => (
  <span class={isSmall ? `kind small ${kind}` : `kind ${kind}`} aria-hidden="true">
    <Icon name={kind} />
  </span>
);

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
