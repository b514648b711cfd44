/** Changes the sandbox itself: faults, connections and the reset. */
import { requestJson } from '../../../../ui/browser/requests.ts';
import { notify } from '../../../../ui/components/notices.tsx';
import type { ConnectionView, FaultView } from '../../protocol.ts';
import { clientName } from '../data/overview.ts';
import { callControlApi } from './control_api.ts';

/** A fault rule as the control API takes it. */
export type FaultRule = Pick<FaultView, 'then'> &
  Partial<Pick<FaultView, 'match' | 'nth' | 'probability' | 'seed'>>;

export async function addFault(rule: FaultRule, description: string): Promise<void> {
  await callControlApi('POST', '/faults', rule);
  notify({ tone: 'good', text: `Fault added: ${description}` });
}

export async function removeAllFaults(): Promise<void> {
  await callControlApi('DELETE', '/faults');
  notify({ tone: 'good', text: 'All faults were removed.' });
}

export async function revokeConnection({ id, client }: ConnectionView): Promise<void> {
  await requestJson('DELETE', `/console/connections/${encodeURIComponent(id)}`);
  notify({ tone: 'good', text: `The connection of ${clientName(client)} was revoked.` });
}

export async function resetSandbox(): Promise<void> {
  await callControlApi('POST', '/reset');
  notify({ tone: 'good', text: 'The sandbox was reset.' });
}
