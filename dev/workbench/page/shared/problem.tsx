/** An error message with the fields to correct or a button to reconnect the account. */
import { ActionButton } from '../../../ui/components/action_button.tsx';
import type { Problem } from '../../protocol.ts';
import { connectAccount, zaps } from '../state.ts';
import { FieldProblemList } from './field_problems.tsx';

/** The platform's error classes for an account that must be reconnected. */
const isConnectionExpired = ({ kind }: Problem): boolean =>
  kind === 'ExpiredAuthError' || kind === 'RefreshAuthError';

interface ProblemProps {
  problem: Problem;
  /** The Zap's id. */
  zap: string;
}

export function ProblemView({ problem, zap: id }: ProblemProps) {
  const zap = zaps.value.find((one) => one.id === id);
  if (zap && problem.fields?.length) return <FieldProblemList zap={zap} fields={problem.fields} />;
  return (
    <>
      <p class="error-message">{problem.message}</p>
      <Reconnect problem={problem} account={zap?.account} />
    </>
  );
}

/** Offers to reconnect an account whose connection has expired; its Zaps then continue. */
export function Reconnect({ problem, account }: { problem: Problem; account: string | undefined }) {
  if (!isConnectionExpired(problem) || account === undefined) return undefined;
  return (
    <p class="problem-action">
      <ActionButton appearance="primary" action={() => connectAccount({ reconnectId: account })}>
        Reconnect
      </ActionButton>
    </p>
  );
}
