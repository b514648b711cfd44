/** Formats values for people. */
import type { Tone } from '../../../ui/components/badge.tsx';
import type { Address, Delivery, OrderState } from '../../store/records.ts';

/** An organization may have no name. */
export const personName = ({
  id,
  name,
  company,
}: {
  id: string;
  name: string | null;
  company: string | null;
}): string => name || company || id;

/** Returns an address in one line. */
export const formatAddress = ({ street, city, state, postal_code, country }: Address): string =>
  [
    ...street.split('\n'),
    [city, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    country,
  ]
    .filter(Boolean)
    .join(' · ');

export const orderStates: Record<OrderState, { label: string; tone: Tone; nextStep?: string }> = {
  created: { label: 'Created', tone: 'quiet', nextStep: 'Start production' },
  production: { label: 'In production', tone: 'warn', nextStep: 'Finish production' },
  complete: { label: 'Produced', tone: 'info', nextStep: 'Mail letters' },
  mailed: { label: 'Mailed', tone: 'good' },
};

export const deliveryStates: Record<Delivery['state'], { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'warn' },
  delivered: { label: 'Delivered', tone: 'good' },
  given_up: { label: 'Failed', tone: 'bad' },
};

export const deliveryResult = ({ status, error }: Delivery['tries'][number]): string =>
  status === undefined ? (error ?? 'no response') : `response ${status}`;

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });

export const formatPrice = (amount: number): string => dollars.format(amount);

export const formatSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
