/** Labels of an order's states and steps. */
import { Badge, type Tone } from '../../../../ui/components/badge.tsx';
import type { OrderState } from '../../../store/records.ts';
import type { OrderSummary } from '../../protocol.ts';
import { orderStateLabels } from '../actions/events.ts';

const tones: Record<OrderState, Tone> = {
  created: 'quiet',
  production: 'warn',
  complete: 'info',
  mailed: 'good',
};

export const OrderStateBadge = ({ state }: { state: OrderState }) => (
  <Badge tone={tones[state]}>{orderStateLabels[state]}</Badge>
);

/** The button that advances an order to each state. */
export const stepLabels: Record<OrderState, string> = {
  created: 'Create',
  production: 'Start production',
  complete: 'Finish production',
  mailed: 'Mail letters',
};

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });

export const formatPrice = (amount: number): string => dollars.format(amount);

/** Returns, for example, “Maria Miller and 24 others”. */
export function formatRecipients({ firstRecipient, quantity }: OrderSummary): string {
  if (quantity === 0) return 'No recipients';
  if (quantity === 1) return firstRecipient;
  return `${firstRecipient} and ${quantity - 1} ${quantity === 2 ? 'other' : 'others'}`;
}
