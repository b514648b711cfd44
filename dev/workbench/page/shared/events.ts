/** The connector's triggers, actions and searches, as the editor lists them. */

import type { Definition, Operation } from '@print-and-mail/zapier/definition';
import * as zod from 'zod';
import type { PlannedStep } from '../../protocol.ts';
import type { IconName } from './icons.tsx';

export type EventKind = Exclude<PlannedStep['kind'], 'form'>;

export interface ConnectorEvent {
  kind: EventKind;
  key: string;
  label: string;
  description: string;
  /** For triggers. */
  delivery?: 'instant' | 'polling';
}

const display = zod.looseObject({
  label: zod.string(),
  description: zod.string(),
  hidden: zod.boolean().optional(),
});
type Display = zod.output<typeof display>;

export const kindNames: Record<PlannedStep['kind'], string> = {
  form: 'Form',
  triggers: 'Trigger',
  creates: 'Action',
  searches: 'Search',
  searchOrCreates: 'Find or create',
};

export const kindIcons: Record<PlannedStep['kind'], IconName> = {
  form: 'form',
  triggers: 'trigger',
  creates: 'creates',
  searches: 'searches',
  searchOrCreates: 'searchOrCreates',
};

const asEvent = (
  kind: EventKind,
  key: string,
  { label, description }: Display,
  entry?: Operation,
): ConnectorEvent => ({
  kind,
  key,
  label,
  description,
  ...(kind === 'triggers' ? { delivery: entry?.operation.type === 'hook' ? 'instant' : 'polling' } : {}),
});

/** The events of a kind that are not hidden. */
export function listEvents(definition: Definition, kind: EventKind): ConnectorEvent[] {
  if (kind === 'searchOrCreates') {
    return Object.values(definition.searchOrCreates).flatMap((pair) => {
      const shown = display.safeParse(pair.display).data;
      return shown && !shown.hidden ? [asEvent(kind, pair.key, shown)] : [];
    });
  }
  return Object.values(definition[kind])
    .filter((entry) => !entry.display.hidden)
    .map((entry) => asEvent(kind, entry.key, entry.display, entry));
}

/** A step's event, even if it is hidden; undefined if the connector does not have it. */
export function findEvent(definition: Definition, step: PlannedStep): ConnectorEvent | undefined {
  if (step.kind === 'form') return undefined;
  if (step.kind === 'searchOrCreates') {
    const pair = definition.searchOrCreates[step.key];
    const shown = display.safeParse(pair?.display).data;
    return shown ? asEvent(step.kind, step.key, shown) : undefined;
  }
  const entry = definition[step.kind][step.key];
  return entry ? asEvent(step.kind, step.key, entry.display, entry) : undefined;
}
