/** Labels of webhook deliveries and links to what they are about. */
import { hrefFor } from '../../../../ui/browser/route.ts';
import { Badge, type Tone } from '../../../../ui/components/badge.tsx';
import type { Attempt, DeliverySummary } from '../../protocol.ts';

type State = DeliverySummary['state'];

export const deliveryStateLabels: Record<State, string> = {
  pending: 'Pending',
  delivered: 'Delivered',
  given_up: 'Failed',
};

const tones: Record<State, Tone> = { pending: 'warn', delivered: 'good', given_up: 'bad' };

export const DeliveryStateBadge = ({ state }: { state: State }) => (
  <Badge tone={tones[state]}>{deliveryStateLabels[state]}</Badge>
);

export const attemptResult = ({ status, error }: Attempt): string =>
  status === undefined ? (error ?? 'no response') : `response ${status}`;

export function DeliverySubject({ about: { contact, order } }: Pick<DeliverySummary, 'about'>) {
  if (contact !== null) return <IdLink section="contacts" id={contact} />;
  if (order !== null) return <IdLink section="orders" id={order} />;
  return null;
}

const IdLink = ({ section, id }: { section: string; id: string }) => (
  <a class="nowrap" href={hrefFor([section, id])}>
    {id}
  </a>
);
