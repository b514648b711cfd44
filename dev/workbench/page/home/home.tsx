/** The start page: an introduction, the Zaps, the examples and the accounts. */
import type { Definition } from '@print-and-mail/zapier/definition';
import type { ComponentChildren } from 'preact';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { notifyError } from '../../../ui/components/notices.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import type { Plan } from '../../protocol.ts';
import { stepTitle } from '../../zaps/step_title.ts';
import { api } from '../api.ts';
import { Icon } from '../shared/icons.tsx';
import { accounts, connectAccount, consoleUrl, examples, openNewZap, zaps } from '../state.ts';
import { AccountRow } from './account_row.tsx';
import { StepIcons } from './step_icons.tsx';
import { ZapRow } from './zap_row.tsx';

export function Home({ definition }: { definition: Definition }) {
  return (
    <>
      <Introduction />
      <Section id="zaps" title="Zaps" tools={<NewZap />}>
        {zaps.value.length === 0 ? (
          <div class="card empty">
            <p>No Zaps yet. Use one of the examples below, or create a new one.</p>
          </div>
        ) : (
          <ul class="zaps">
            {zaps.value.map((zap) => (
              <ZapRow key={zap.id} definition={definition} zap={zap} />
            ))}
          </ul>
        )}
      </Section>
      <Section id="examples" title="Examples">
        <ul class="examples">
          {examples.map((plan) => (
            <Example key={plan.name} definition={definition} plan={plan} />
          ))}
        </ul>
      </Section>
      <Section
        id="accounts"
        title="Accounts"
        tools={
          accounts.value.length > 0 && (
            <ActionButton appearance="plain" action={() => connectAccount()}>
              <Icon name="add" /> Connect another
            </ActionButton>
          )
        }
      >
        {accounts.value.length === 0 ? (
          <div class="card empty">
            <p>No accounts connected yet.</p>
          </div>
        ) : (
          <ul class="accounts">
            {accounts.value.map((account) => (
              <AccountRow key={account.id} account={account} />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

function Introduction() {
  return (
    <section class="hero">
      <PageHeading title="Build and test your Zaps before they go live" />
      <p>
        This is a Zap editor for this connector, on your own machine. The forms come from the connector
        itself, and every test and run uses Zapier’s own code.{' '}
        {consoleUrl
          ? 'The letter service behind it is a sandbox: nothing is printed and nothing costs money.'
          : 'Letters are really printed, mailed and charged to the account that you connect.'}
      </p>
      {accounts.value.length === 0 && (
        <p class="row call">
          <ActionButton appearance="primary" action={() => connectAccount()}>
            Connect an account
          </ActionButton>
          <span>You’ll see the same consent page as your users.</span>
        </p>
      )}
    </section>
  );
}

interface SectionProps {
  id: string;
  title: string;
  tools?: ComponentChildren;
  children: ComponentChildren;
}

function Section({ id, title, tools, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <div class="row spread section-head">
        <h2 id={id}>{title}</h2>
        {tools && <div class="row">{tools}</div>}
      </div>
      {children}
    </section>
  );
}

const NewZap = () => (
  <button
    type="button"
    class="secondary"
    onClick={() => createZap({ name: 'New Zap', steps: [] }).catch(notifyError)}
  >
    <Icon name="add" /> New Zap
  </button>
);

/** `New Zap`, `New Zap 2` and so on: the first that no Zap has. */
function uniqueName(name: string): string {
  const taken = new Set(zaps.value.map(({ plan }) => plan.name));
  let unique = name;
  for (let number = 2; taken.has(unique); number += 1) unique = `${name} ${number}`;
  return unique;
}

function Example({ definition, plan }: { definition: Definition; plan: Plan }) {
  return (
    <li class="card">
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
        onClick={() => createZap(plan).catch(notifyError)}
      >
        Use this Zap
      </button>
    </li>
  );
}

/** Creates a Zap with the first account and opens it. @throws the server's error */
async function createZap(plan: Plan): Promise<void> {
  const [account] = accounts.value;
  const named = { ...plan, name: uniqueName(plan.name) };
  openNewZap(await api.addZap({ plan: named, ...(account ? { account: account.id } : {}) }));
}
