/** Describes fault rules in words. */
import type { FaultView } from '../../protocol.ts';

export const matchText = ({ method, path }: FaultView['match']): string =>
  `${method ?? 'any method'} ${path ?? 'any path'}`;

export function frequencyText({ nth, probability }: Pick<FaultView, 'nth' | 'probability'>): string {
  if (nth !== undefined) return nth === 1 ? 'next request' : `request ${nth}`;
  return probability === undefined ? 'all requests' : `${Math.round(probability * 100)}% of requests`;
}

export function effectText({ status, body, headers, delay_ms, reset, truncate }: FaultView['then']): string {
  const effects = [
    delay_ms ? `waits ${delay_ms / 1000} s` : '',
    reset === 'before' ? 'closes the connection before the service acts' : '',
    reset === 'after' ? 'closes the connection after the service acted' : '',
    status === undefined ? '' : `returns ${status}`,
    status === undefined && body !== undefined ? 'returns a custom body' : '',
    headers === undefined ? '' : `sets ${Object.keys(headers).join(', ')}`,
    truncate === undefined ? '' : `cuts the response off after ${truncate} bytes`,
  ];
  return effects.filter(Boolean).join(', ');
}
