/** Formats contacts and addresses. */
import type { Address } from '../../../store/records.ts';
import type { ContactView } from '../../protocol.ts';

/** An organization may have no name. */
export const displayName = ({ name, company, contact_id }: ContactView): string =>
  name || company || contact_id;

const cityLine = ({ city, state, postal_code }: Address): string =>
  [city, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');

export const addressInOneLine = (address: Address): string =>
  [address.street.replaceAll('\n', ', '), cityLine(address), address.country].filter(Boolean).join(' · ');

/** As on an envelope. */
export const addressLines = (
  { name, company }: { name: string | null; company: string | null },
  address: Address,
): string => [name, company, address.street, cityLine(address), address.country].filter(Boolean).join('\n');
