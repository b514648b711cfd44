/** The start: what this is, the Zaps, examples to begin with, and the connected accounts. */

import type { Definition } from '@print-and-mail/zapier/definition';
import { useRef, useState } from 'preact/hooks';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { CodeBlock } from '../../../ui/components/code_block.tsx';
import { notifyError } from '../../../ui/components/notices.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import type { Account, Plan, Problem, Trace, ZapState } from '../../protocol.ts';
import { stepTitle } from '../../zaps/step_title.ts';
import { api } from '../api.ts';
import { Traces } from '../runs/step_result.tsx';
import { Confirm } from '../shared/confirm.tsx';
import { kindIcons } from '../shared/events.ts';
import { Icon } from '../shared/icons.tsx';
import { ConnectAgain, ProblemView } from '../shared/problem.tsx';
import {
  accounts,
  connectAccount,
  consoleUrl,
  errorMessage,
  examples,
  formatRunCount,
  linkTo,
  newZap,
  problemIn,
  upsertZap,
  zaps,
} from '../state.ts';

/** @throws the server's sentence about what is wrong with the plan */
async function begin(plan: Plan): Promise<void> {
  const [account] = accounts.value;
  const zap = await api.addZap({ plan, ...(account ? { account: account.id } : {}) });
  upsertZap(zap);
  newZap.value = zap.id;
  location.hash = linkTo.zap(zap.id);
}

/** A saved Zap; the server says what is wrong with its content. */
async function open(file: File | undefined): Promise<void> {
  if (!file) return;
  try {
    await begin(planIn(await file.text()));
  } catch (error) {
    notifyError(new Error(`“${file.name}” is no saved Zap: ${errorMessage(error)}`));
  }
}

function planIn(text: string): Plan {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it is another kind of file. Choose one that “Save as a file” made.');
  }
}

export function Home({ definition }: { definition: Definition }) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <section class="hero">
        <PageHeading title="Try your Zaps before they are real" />
        <p>
          This is the Zap editor on your own machine, for this connector alone: the forms come from the
          connector itself, and every test and every run goes through Zapier’s own code.{' '}
          {consoleUrl.value
            ? 'The letter service behind it is a sandbox, where nothing is printed and nothing costs money.'
            : 'It works in the account that you connect.'}
        </p>
        {accounts.value.length === 0 && (
          <p class="call">
            <ActionButton appearance="primary" action={connectAccount}>
              Connect an account
            </ActionButton>
            <span>to begin; you see the same consent page as your users.</span>
          </p>
        )}
      </section>

      <section aria-labelledby="zaps">
        <div class="section-head">
          <h2 id="zaps">Zaps</h2>
          <div class="section-tools">
            <button type="button" class="plain" onClick={() => file.current?.click()}>
              Open a saved file
            </button>
            <input
              ref={file}
              type="file"
              accept="application/json,.json"
              aria-label="A saved Zap"
              hidden
              onChange={({ currentTarget }) => {
                open(currentTarget.files?.[0]);
                currentTarget.value = '';
              }}
            />
            <button
              type="button"
              class="secondary"
              onClick={() => begin({ name: 'New Zap', steps: [] }).catch(notifyError)}
            >
              <Icon name="add" /> New Zap
            </button>
          </div>
        </div>
        {zaps.value.length === 0 ? (
          <div class="card empty">
            <p>No Zaps yet. Take one of the examples below, or begin with an empty one.</p>
          </div>
        ) : (
          <ul class="zaps">
            {zaps.value.map((zap) => (
              <ZapRow key={zap.id} definition={definition} zap={zap} />
            ))}
          </ul>
        )}
      </section>

      <section aria-labelledby="examples">
        <h2 id="examples">Examples to begin with</h2>
        <ul class="examples">
          {examples.value.map((plan) => (
            <li key={plan.name}>
              <StepIcons plan={plan} />
              <h3>{plan.name}</h3>
              {plan.description && <p class="hint-text">{plan.description}</p>}
              <ol>
                {plan.steps.map((step) => (
                  <li key={step.id}>{stepTitle(definition, step)}</li>
                ))}
              </ol>
              <button
                type="button"
                class="secondary"
                aria-label={`Use this Zap: ${plan.name}`}
                onClick={() => begin(plan).catch(notifyError)}
              >
                Use this Zap
              </button>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="accounts">
        <div class="section-head">
          <h2 id="accounts">Accounts</h2>
          {accounts.value.length > 0 && (
            <ActionButton appearance="plain" action={connectAccount}>
              <Icon name="add" /> Connect another
            </ActionButton>
          )}
        </div>
        {accounts.value.length === 0 ? (
          <div class="card empty">
            <p>No account is connected yet.</p>
          </div>
        ) : (
          <ul class="accounts">
            {accounts.value.map((account) => (
              <AccountRow key={account.id} account={account} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function StepIcons({ plan }: { plan: Plan }) {
  return (
    <span class="step-icons" aria-hidden="true">
      {plan.steps.map(({ id, kind }) => (
        <span class={`kind small ${kind}`} key={id}>
          <Icon name={kindIcons[kind]} />
        </span>
      ))}
    </span>
  );
}

function ZapRow({ definition, zap }: { definition: Definition; zap: ZapState }) {
  const [isSwitching, setTurning] = useState(false);
  const [refusal, setRefusal] = useState<Problem | undefined>(undefined);
  const turn = async () => {
    setTurning(true);
    setRefusal(undefined);
    try {
      upsertZap(await api.turn(zap.id, zap.isOn ? 'off' : 'on'));
    } catch (error) {
      setRefusal(problemIn(error));
    } finally {
      setTurning(false);
    }
  };
  const { name, steps } = zap.plan;
  return (
    <li class={zap.isOn ? 'zap on' : 'zap'}>
      <StepIcons plan={zap.plan} />
      <div class="zap-about">
        <a href={linkTo.zap(zap.id)}>{name || 'Without a name'}</a>
        <small>{steps.map((step) => stepTitle(definition, step)).join(' → ') || 'Nothing chosen yet'}</small>
      </div>
      <a class="runs-link" href={linkTo.runs(zap.id)}>
        {formatRunCount(zap.runs)}
        <span class="visually-hidden"> of {name}</span>
      </a>
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          aria-checked={zap.isOn}
          checked={zap.isOn}
          disabled={isSwitching}
          aria-label={`Turn ${name} on`}
          onChange={turn}
        />
        <span aria-hidden="true">{zap.isOn ? 'On' : 'Off'}</span>
      </label>
      {refusal && (
        <div class="zap-refusal" role="alert">
          <ProblemView problem={refusal} zap={zap.id} />
        </div>
      )}
    </li>
  );
}

function AccountRow({ account }: { account: Account }) {
  const [test, setTest] = useState<Trace | undefined>(undefined);
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const [isTesting, setTesting] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const run = async () => {
    setTesting(true);
    setRefusal(undefined);
    try {
      setTest(await api.testAccount(account));
    } catch (error) {
      setRefusal(errorMessage(error));
    } finally {
      setTesting(false);
    }
  };
  const used = zaps.value.filter((zap) => zap.account === account.id).length;
  return (
    <li class="account-row">
      <div class="account-line">
        <span class="avatar" aria-hidden="true">
          {account.label.slice(0, 1).toLocaleUpperCase()}
        </span>
        <strong>{account.label}</strong>
        <button type="button" class="plain" disabled={isTesting} onClick={run}>
          {isTesting ? 'Testing…' : 'Test'}
          <span class="visually-hidden"> {account.label}</span>
        </button>
        <button type="button" class="plain delete" onClick={() => setAsking(true)}>
          Remove<span class="visually-hidden"> {account.label}</span>
        </button>
      </div>
      <div aria-live="polite">
        {refusal && <p class="error-message">{refusal}</p>}
        {test?.problem && (
          <>
            <p class="error-message">{test.problem.message}</p>
            <ConnectAgain problem={test.problem} account={account.id} />
          </>
        )}
        {test && !test.problem && <p class="fine">The connection works.</p>}
      </div>
      {test && (
        <div class="behind">
          {test.output !== undefined && (
            <details>
              <summary>What the service said</summary>
              <CodeBlock value={test.output} label="What the service said" />
            </details>
          )}
          <Traces traces={[test]} />
        </div>
      )}
      {isAsking && (
        <Confirm
          title="Remove this account?"
          meaning={`${account.label} is no longer connected here.${used > 0 ? ` ${used === 1 ? 'A Zap uses' : `${used} Zaps use`} it and cannot run without it.` : ''}`}
          act="Remove the account"
          onYes={() => {
            api.removeAccount(account).catch(notifyError);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
