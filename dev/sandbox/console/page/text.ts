/** Formats values for people. */
import type { Tone } from '../../../ui/components/badge.tsx';
import type { Fault } from '../../control/bodies.ts';
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
  created: { label: 'Created', tone: 'quiet', nextStep: 'Start Production' },
  production: { label: 'In Production', tone: 'warn', nextStep: 'Finish Production' },
  complete: { label: 'Produced', tone: 'info', nextStep: 'Mail Letters' },
  mailed: { label: 'Mailed', tone: 'good' },
  canceled: { label: 'Canceled', tone: 'bad' },
};

export const deliveryStates: Record<Delivery['state'], { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'warn' },
  delivered: { label: 'Delivered', tone: 'good' },
  given_up: { label: 'Failed', tone: 'bad' },
};

/** Returns a URL without its user and password. */
export const hidePassword = (url: string): string => url.replace(/\/\/[^/?#]*@/, '//***@');

export function deliveryResult({ status, error = 'no response' }: Delivery['tries'][number]): string {
  if (status !== undefined) return `response ${status}`;
  return /^[A-Z_]+$/.test(error) ? `no connection (${error})` : error;
}

/** Returns, for example, “1 order” or “2 orders”. */
export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns the requests that a fault affects, such as “POST /v1/orders”. */
export const formatMatch = ({ method, path }: Fault['match']): string =>
  `${method?.toUpperCase() ?? 'Any method'} ${path ?? 'any path'}`;

/** Returns what a fault does, such as “Returns 503 after 2 seconds”. */
export function describeFault({ status, headers, body, delay_ms, reset, truncate }: Fault['then']): string {
  const isReplaced = status !== undefined || body !== undefined;
  const effects = [
    isReplaced &&
      reset === undefined &&
      `returns ${status ?? 200}${body === undefined ? '' : ' with a body'}`,
    headers !== undefined && reset === undefined && `sets ${Object.keys(headers).join(', ')}`,
    truncate !== undefined &&
      reset === undefined &&
      `cuts the response off after ${formatCount(truncate, 'byte')}`,
    reset !== undefined && `closes the connection ${reset} the service acts`,
    delay_ms !== undefined && `waits ${formatCount(delay_ms / 1000, 'second')}`,
  ].filter((effect) => effect !== false);
  const text = effects.join(', ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });

export const formatPrice = (amount: number): string => dollars.format(amount);

export const formatSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
