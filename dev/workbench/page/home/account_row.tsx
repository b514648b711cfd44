/** A connected account with its connection test. */
import { useState } from 'preact/hooks';
import { CodeBlock } from '../../../ui/components/code_block.tsx';
import { ConfirmDialog } from '../../../ui/components/confirm_dialog.tsx';
import type { Account, Problem, Trace } from '../../protocol.ts';
import { api } from '../api.ts';
import { Traces } from '../runs/traces.tsx';
import { Reconnect } from '../shared/problem.tsx';
import { errorMessage, zaps } from '../state.ts';

/** A run has found that the connection was revoked. */
const expired: Problem = {
  kind: 'ExpiredAuthError',
  message: 'The letter service no longer accepts this connection. Zaps that use this account stop.',
};

export function AccountRow({ account }: { account: Account }) {
  const [test, setTest] = useState<Trace | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isTesting, setTesting] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const run = async () => {
    setTesting(true);
    setProblem(undefined);
    try {
      setTest(await api.testAccount(account));
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setTesting(false);
    }
  };
  const failure = test ? test.problem : account.isExpired ? expired : undefined;
  return (
    <li class="card">
      <div class="row account-line">
        <span class="avatar" aria-hidden="true">
          {account.label.slice(0, 1).toLocaleUpperCase()}
        </span>
        <strong>{account.label}</strong>
        <button type="button" class="plain" disabled={isTesting} onClick={run}>
          {isTesting ? 'Testing…' : 'Test'}
          <span class="visually-hidden"> {account.label}</span>
        </button>
        <button type="button" class="plain delete" onClick={() => setConfirming(true)}>
          Disconnect<span class="visually-hidden"> {account.label}</span>
        </button>
      </div>
      <div aria-live="polite">
        {problem && <p class="error-message">{problem}</p>}
        {failure && (
          <>
            <p class="error-message">{failure.message}</p>
            <Reconnect problem={failure} account={account.id} />
          </>
        )}
        {test && !test.problem && <p class="success">The connection works.</p>}
      </div>
      {test && (
        <div class="details">
          {test.output !== undefined && (
            <details>
              <summary>Account data</summary>
              <CodeBlock value={test.output} label="Account data" />
            </details>
          )}
          <Traces traces={[test]} />
        </div>
      )}
      {isConfirming && (
        <ConfirmDialog
          title="Disconnect this account?"
          confirm="Disconnect"
          onConfirm={async () => {
            await api.removeAccount(account);
          }}
          onClose={() => setConfirming(false)}
        >
          {`${account.label} will be disconnected from the workbench.${describeUse(account)}`}
        </ConfirmDialog>
      )}
    </li>
  );
}

function describeUse({ id }: Account): string {
  const count = zaps.value.filter((zap) => zap.account === id).length;
  if (count === 0) return '';
  return count === 1
    ? ' One Zap uses it and won’t run without it.'
    : ` ${count} Zaps use it and won’t run without it.`;
}
