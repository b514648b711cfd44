/** Chooses a step's event from everything that the connector has. */

import type { Definition } from '@print-and-mail/zapier/definition';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../ui/components/dialog.tsx';
import type { PlannedStep } from '../../protocol.ts';
import { formTitle } from '../../zaps/step_title.ts';
import { type EventKind, kindIcons, listEvents } from '../shared/events.ts';
import { Icon } from '../shared/icons.tsx';

export type ChosenEvent = { kind: 'form' } | { kind: EventKind; key: string };

interface EventOption {
  chosen: ChosenEvent;
  kind: PlannedStep['kind'];
  label: string;
  description: string;
  badge?: string | undefined;
}

const groupTitles: Record<EventKind, string> = {
  triggers: 'Triggers',
  creates: 'Actions',
  searches: 'Searches',
  searchOrCreates: 'Find or create',
};

const deliveryBadges = { instant: 'Instant', polling: 'Polling' };

const formOption: EventOption = {
  chosen: { kind: 'form' },
  kind: 'form',
  label: formTitle,
  description: 'Triggers when someone submits a form on this page. You choose its fields.',
};

const optionsOf = (definition: Definition, kind: EventKind): EventOption[] =>
  listEvents(definition, kind).map(({ key, label, description, delivery }) => ({
    chosen: { kind, key },
    kind,
    label,
    description,
    badge: delivery && deliveryBadges[delivery],
  }));

export interface EventDialogProps {
  definition: Definition;
  /** Whether the step is the trigger. */
  isFirst: boolean;
  onChoose(chosen: ChosenEvent): void;
  onClose(): void;
}

export function EventDialog({ definition, isFirst, onChoose, onClose }: EventDialogProps) {
  const [query, setQuery] = useState('');
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ label, description }: EventOption) => {
    const text = `${label} ${description}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
  /** `send` means Send Letter rather than Resend Saved Order. */
  const bestFirst = (options: readonly EventOption[]) => {
    const begins = ({ label }: EventOption) => label.toLocaleLowerCase().startsWith(words[0] ?? '');
    return [...options.filter(begins), ...options.filter((option) => !begins(option))];
  };
  const kinds: readonly EventKind[] = isFirst ? ['triggers'] : ['creates', 'searches', 'searchOrCreates'];
  const groups = [
    ...kinds.map((kind) => ({
      title: groupTitles[kind],
      options: bestFirst(optionsOf(definition, kind).filter(matches)),
    })),
    ...(isFirst ? [{ title: 'On this page', options: [formOption].filter(matches) }] : []),
  ].filter(({ options }) => options.length > 0);
  return (
    <Dialog title={isFirst ? 'Choose a trigger' : 'Add an action'} onClose={onClose}>
      <input
        type="search"
        aria-label="Search events"
        placeholder="Search…"
        value={query}
        onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = groups.flatMap(({ options }) => options);
          if (event.key !== 'Enter' || !first || words.length === 0) return;
          event.preventDefault();
          onChoose(first.chosen);
        }}
      />
      <div class="events" aria-live="polite">
        {groups.length === 0 && <p class="hint-text">No matching events.</p>}
        {groups.map(({ title, options }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {options.map((option) => (
                <li key={option.label}>
                  <EventButton option={option} onClick={() => onChoose(option.chosen)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function EventButton({ option, onClick }: { option: EventOption; onClick(): void }) {
  const { kind, label, description, badge } = option;
  return (
    <button type="button" class={`event ${kind}`} onClick={onClick}>
      <span class="kind">
        <Icon name={kindIcons[kind]} />
      </span>
      <span>
        <strong>{label}</strong> {badge && <small class="badge">{badge}</small>}
        <span class="description">{description}</span>
      </span>
    </button>
  );
}
