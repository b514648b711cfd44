/** The connector's triggers, actions and searches, as the editor lists them. */
import type { Definition, InputField, Operation } from '@print-and-mail/zapier/definition';
import type { PlannedStep } from '../../protocol.ts';

export type EventKind = Exclude<PlannedStep['kind'], BuiltInKind>;

/** The workbench's own steps. */
export type BuiltInKind = 'form' | 'schedule' | 'filter';

export interface ConnectorEvent {
  kind: EventKind;
  key: string;
  label: string;
  description: string;
  /** For triggers. */
  delivery?: 'instant' | 'polling';
}

export const kindNames: Record<PlannedStep['kind'], string> = {
  form: 'Form',
  schedule: 'Schedule',
  filter: 'Filter',
  triggers: 'Trigger',
  creates: 'Action',
  searches: 'Search',
  searchOrCreates: 'Find or create',
};

/** The events of a kind that are not hidden. */
export const listEvents = (definition: Definition, kind: EventKind): ConnectorEvent[] =>
  Object.values(definition[kind]).flatMap(({ key, display }) => {
    const event = display.hidden ? undefined : findEvent(definition, { kind, key });
    return event ? [event] : [];
  });

/** The fields of a step's operation; of both for a find-or-create. */
export function fieldsOf(
  { searchOrCreates, ...definition }: Definition,
  { kind, key }: Extract<PlannedStep, { key: string }>,
): InputField[] {
  const pair = searchOrCreates[key];
  const operations =
    kind === 'searchOrCreates'
      ? [definition.searches[pair?.search ?? ''], definition.creates[pair?.create ?? '']]
      : [definition[kind][key]];
  return operations.flatMap((one) =>
    (one?.operation.inputFields ?? []).filter((field) => typeof field !== 'string'),
  );
}

/** The field that says what a test of an action does: preview it or run it. */
export const findTestField = ({ operation }: Operation): InputField | undefined =>
  operation.inputFields
    .flatMap((field) => (typeof field === 'string' ? [] : [field]))
    .find(({ key }) => key === 'editor_test');

/** A step's event, even if it is hidden; undefined if the connector does not have it. */
export function findEvent(
  definition: Definition,
  step: { kind: BuiltInKind } | { kind: EventKind; key: string },
): ConnectorEvent | undefined {
  if (!('key' in step)) return undefined;
  const { kind, key } = step;
  const display = definition[kind][key]?.display;
  if (!display) return undefined;
  const { label, description } = display;
  if (kind !== 'triggers') return { kind, key, label, description };
  const isHook = definition.triggers[key]?.operation.type === 'hook';
  return { kind, key, label, description, delivery: isHook ? 'instant' : 'polling' };
}
