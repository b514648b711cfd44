/** Chooses a step's event from everything that the connector has. */
import type { Definition } from '@print-and-mail/zapier/definition';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../ui/components/dialog.tsx';
import type { PlannedStep } from '../../protocol.ts';
import { filterTitle, formTitle, scheduleTitle } from '../../zaps/step_title.ts';
import { type BuiltInKind, type EventKind, findTestField, listEvents } from '../shared/events.ts';
import { KindIcon } from '../shared/icons.tsx';

export type ChosenEvent = { kind: BuiltInKind } | { kind: EventKind; key: string };

interface EventOption {
  chosen: ChosenEvent;
  kind: PlannedStep['kind'];
  label: string;
  description: string;
  badge?: string | undefined;
  /** Whether it deletes or replaces what is at the letter service. */
  destroys?: boolean;
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

const scheduleOption: EventOption = {
  chosen: { kind: 'schedule' },
  kind: 'schedule',
  label: scheduleTitle,
  description: 'Triggers every day or every month, by the clock of the sandbox.',
};

const filterOption: EventOption = {
  chosen: { kind: 'filter' },
  kind: 'filter',
  label: filterTitle,
  description: 'Continues a run only if the data of earlier steps meet your conditions.',
};

const optionsOf = (definition: Definition, kind: EventKind): EventOption[] =>
  listEvents(definition, kind).map(({ key, label, description, delivery }) => ({
    chosen: { kind, key },
    kind,
    label,
    description,
    badge: delivery && deliveryBadges[delivery],
    destroys: kind === 'creates' && isDestructive(definition, key),
  }));

/** Whether it is an action that orders nothing, but whose test can be a preview. */
const isDestructive = ({ creates }: Definition, key: string): boolean =>
  'run' in Object(creates[key] && findTestField(creates[key])?.choices);

export interface EventDialogProps {
  definition: Definition;
  /** Whether the step is the trigger. */
  isFirst: boolean;
  onChoose(chosen: ChosenEvent): void;
  onClose(): void;
}

/**
 * How well an option matches: 0 if its title begins with the query. What destroys comes last, unless its title begins with
 * it. Undefined if it does not match.
 */
function rankOf({ label, description, destroys }: EventOption, query: string): number | undefined {
  const [title, all] = [label, `${label} ${description}`].map((text) => text.toLocaleLowerCase());
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const isIn = (text = '') => words.every((word) => text.includes(word));
  if (title?.startsWith(words.join(' '))) return 0;
  if (!isIn(all)) return undefined;
  if (destroys) return 3;
  return isIn(title) ? 1 : 2;
}

interface Group {
  title: string;
  options: readonly EventOption[];
}

/** Returns the groups and options that match the query, the best first. */
function findMatches(groups: readonly Group[], query: string): Group[] {
  const ranked = groups.flatMap(({ title, options }) => {
    const matches = options
      .map((option) => ({ option, rank: rankOf(option, query) ?? Infinity }))
      .filter(({ rank }) => rank < Infinity)
      .sort((one, other) => one.rank - other.rank);
    const [best] = matches;
    return best ? [{ rank: best.rank, title, options: matches.map(({ option }) => option) }] : [];
  });
  return ranked.sort((one, other) => one.rank - other.rank);
}

export function EventDialog({ definition, isFirst, onChoose, onClose }: EventDialogProps) {
  const [query, setQuery] = useState('');
  const kinds: readonly EventKind[] = isFirst ? ['triggers'] : ['creates', 'searches', 'searchOrCreates'];
  const tools = { title: 'Built-in tools', options: isFirst ? [formOption, scheduleOption] : [filterOption] };
  const events = kinds.map((kind) => ({ title: groupTitles[kind], options: optionsOf(definition, kind) }));
  const matches = findMatches([...events, tools], query);
  const groups = matches.length === 0 && isFirst ? [tools] : matches;
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
          if (event.key !== 'Enter' || !first || query.trim() === '') return;
          event.preventDefault();
          onChoose(first.chosen);
        }}
      />
      <div class="events" aria-live="polite">
        {matches.length === 0 && (
          <p class="hint-text">
            No matches.{' '}
            {isFirst
              ? 'Other apps and webhooks are only in Zapier’s own editor. Here, use a form and fill in what they would send:'
              : 'Other apps and tools are only in Zapier’s own editor.'}
          </p>
        )}
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
    <button type="button" class="event" onClick={onClick}>
      <KindIcon kind={kind} />
      <span>
        <strong>{label}</strong> {badge && <small class="badge">{badge}</small>}
        <span class="description">{description}</span>
      </span>
    </button>
  );
}
