/** Says that the Zap is on, and how to trigger it. */
import type { Definition } from '@print-and-mail/zapier/definition';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import type { ZapState } from '../../protocol.ts';
import { api } from '../api.ts';
import { formatCount } from '../shared/count.ts';
import { findEvent } from '../shared/events.ts';
import { consoleUrl, errorMessage, isFormRequested, linkTo, view } from '../state.ts';

export function ActiveBar({ definition, zap }: { definition: Definition; zap: ZapState }) {
  const [message, setMessage] = useState('');
  const [first] = zap.plan.steps;
  if (!zap.isOn || !first) return undefined;
  const delivery = findEvent(definition, first)?.delivery;
  const poll = async () => {
    setMessage('Checking…');
    try {
      const { started } = await api.poll(zap.id);
      setMessage(started === 0 ? 'No new data.' : `${formatCount(started, 'run')} started.`);
    } catch (error) {
      setMessage(errorMessage(error));
    }
  };
  return (
    <aside class="row spread on-bar" aria-label="Zap status">
      <p>
        <strong>This Zap is on.</strong>{' '}
        {consoleUrl
          ? 'It runs in the sandbox: nothing is printed, mailed or charged.'
          : 'It runs in the connected account: letters are printed, mailed and charged.'}{' '}
        Turn it off to edit it.
      </p>
      <div class="row">
        {first.kind === 'form' && view.value.page !== 'runs' && (
          <a
            href={linkTo.runs(zap.id)}
            onClick={() => {
              isFormRequested.value = true;
            }}
          >
            Fill in the form
          </a>
        )}
        {(delivery === 'polling' || first.kind === 'schedule') && (
          <button type="button" class="secondary" onClick={poll}>
            {first.kind === 'schedule' ? 'Run now' : 'Check now'}
          </button>
        )}
        {first.kind !== 'form' && consoleUrl && (
          <a href={consoleUrl} target="_blank" rel="noreferrer">
            {first.kind === 'schedule' ? 'Advance the clock' : 'Trigger an event'} in the sandbox
          </a>
        )}
        <span role="status">
          {message ||
            (delivery === 'polling' && 'New data is checked for every few seconds; Zapier takes minutes.')}
        </span>
      </div>
      {zap.heldRecords > 0 && (
        <p>
          {zap.heldRecords} new records are held, because Zapier starts at most 100 runs for one check.{' '}
          <ActionButton appearance="plain" action={async () => void (await api.release(zap.id))}>
            Start a run for each
          </ActionButton>
        </p>
      )}
    </aside>
  );
}
