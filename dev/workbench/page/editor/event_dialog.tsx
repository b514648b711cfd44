/** Choosing what a step does, from everything that the definition has. */

import type { Definition } from '@print-and-mail/zapier/definition';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../ui/components/dialog.tsx';
import type { PlannedStep } from '../../protocol.ts';
import { type EventKind, kindIcons, listEvents } from '../shared/events.ts';
import { Icon } from '../shared/icons.tsx';

export type Chosen = { kind: 'form' } | { kind: EventKind; key: string };

const titles: Record<EventKind, string> = {
  triggers: 'Triggers',
  creates: 'Actions',
  searches: 'Searches',
  searchOrCreates: 'Search or create',
};

interface Offered {
  chosen: Chosen;
  kind: PlannedStep['kind'];
  label: string;
  description: string;
  note?: string | undefined;
}

const notes = { instant: 'Instant', polling: 'Checked now and then' };

function offeredOf(definition: Definition, kind: EventKind): Offered[] {
  return listEvents(definition, kind).map(({ key, label, description, way }) => ({
    chosen: { kind, key },
    kind,
    label,
    description,
    note: way && notes[way],
  }));
}

const formOffered: Offered = {
  chosen: { kind: 'form' },
  kind: 'form',
  label: 'A Form Is Filled',
  description: 'Starts when somebody fills in a form on this page, with the fields that you choose.',
};

export interface EventDialogProps {
  definition: Definition;
  /** Whether the step is the first, which starts the Zap. */
  isFirst: boolean;
  onChoose(chosen: Chosen): void;
  onClose(): void;
}

export function EventDialog({ definition, isFirst, onChoose, onClose }: EventDialogProps) {
  const [filter, setFilter] = useState('');
  const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ label, description }: Offered) => {
    const text = `${label} ${description}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
  const kinds: readonly EventKind[] = isFirst ? ['triggers'] : ['creates', 'searches', 'searchOrCreates'];
  const groups = [
    ...kinds.map((kind) => ({ title: titles[kind], offered: offeredOf(definition, kind).filter(fits) })),
    ...(isFirst ? [{ title: 'On this page', offered: [formOffered].filter(fits) }] : []),
  ].filter(({ offered }) => offered.length > 0);
  return (
    <Dialog title={isFirst ? 'What starts the Zap?' : 'What happens next?'} onClose={onClose}>
      <input
        type="search"
        aria-label="Search in the list"
        placeholder="Search…"
        value={filter}
        onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        onKeyDown={(event) => {
          const [only, ...others] = groups.flatMap(({ offered }) => offered);
          if (event.key !== 'Enter' || !only || others.length > 0) return;
          event.preventDefault();
          onChoose(only.chosen);
        }}
      />
      <div class="events" aria-live="polite">
        {groups.length === 0 && <p class="hint-text">Nothing like that.</p>}
        {groups.map(({ title, offered }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {offered.map(({ chosen, kind, label, description, note }) => (
                <li key={label}>
                  <button type="button" class={`event ${kind}`} onClick={() => onChoose(chosen)}>
                    <span class="kind">
                      <Icon name={kindIcons[kind]} />
                    </span>
                    <span>
                      <strong>{label}</strong> {note && <small class="badge">{note}</small>}
                      <span class="description">{description}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
