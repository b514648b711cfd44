/** What went wrong, in its own sentence, with the way out where the page knows one. */
import { ActionButton } from '../../../ui/components/action_button.tsx';
import type { Problem } from '../../protocol.ts';
import { connectAccount, zaps } from '../state.ts';
import { FieldProblemList } from './field_problems.tsx';

/** The platform's classes that mean: this account lets nobody in any more. */
const isLockedOut = ({ kind }: Problem): boolean =>
  kind === 'ExpiredAuthError' || kind === 'RefreshAuthError';

interface ProblemProps {
  problem: Problem;
  /** The id of the Zap in which it went wrong. */
  zap: string;
}

export function ProblemView({ problem, zap: id }: ProblemProps) {
  const zap = zaps.value.find((one) => one.id === id);
  if (zap && problem.fields?.length) return <FieldProblemList zap={zap} fields={problem.fields} />;
  return (
    <>
      <p class="error-message">{problem.message}</p>
      <ConnectAgain problem={problem} account={zap?.account} />
    </>
  );
}

/** For an account whose access has ended: through the consent page once more, and all its Zaps go on. */
export function ConnectAgain({ problem, account }: { problem: Problem; account: string | undefined }) {
  if (!isLockedOut(problem) || account === undefined) return undefined;
  return (
    <p class="way-out">
      <ActionButton appearance="primary" action={() => connectAccount(account)}>
        Connect again
      </ActionButton>
    </p>
  );
}
