/** A Zap's page: its name and switch, then its steps from top to bottom. */

import type { Definition } from '@print-and-mail/zapier/definition';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { notify, notifyError } from '../../../ui/components/notices.tsx';
import { Tabs } from '../../../ui/components/tabs.tsx';
import type { PlannedStep, Problem, ZapState } from '../../protocol.ts';
import { api } from '../api.ts';
import { findMappings } from '../fields/mappings.ts';
import { RunList } from '../runs/run_list.tsx';
import { Confirm } from '../shared/confirm.tsx';
import { findEvent } from '../shared/events.ts';
import { requestedField, showFieldErrors } from '../shared/field_problems.tsx';
import { Icon } from '../shared/icons.tsx';
import { ProblemView } from '../shared/problem.tsx';
import {
  accounts,
  connectAccount,
  consoleUrl,
  dropZap,
  errorMessage,
  linkTo,
  problemIn,
  upsertZap,
  view,
} from '../state.ts';
import { type Draft, useDraft } from './draft.ts';
import { EventDialog } from './event_dialog.tsx';
import { StepCard } from './step_card.tsx';
import { dataSourcesBefore, exchanged, freshId, inserted, stepFor } from './steps.ts';

export function ZapPage({ definition, zap }: { definition: Definition; zap: ZapState }) {
  const draft = useDraft(zap);
  const isRuns = view.value.page === 'runs';
  return (
    <>
      <ZapHead zap={zap} draft={draft} />
      <div class="zap-tabs">
        <Tabs
          label="This Zap"
          current={isRuns ? linkTo.runs(zap.id) : linkTo.zap(zap.id)}
          tabs={[
            { href: linkTo.zap(zap.id), label: 'Steps' },
            { href: linkTo.runs(zap.id), label: `Runs (${zap.runs})` },
          ]}
        />
      </div>
      <OnBar definition={definition} zap={zap} />
      {isRuns ? (
        <RunList definition={definition} zap={zap} />
      ) : (
        <Steps definition={definition} zap={zap} draft={draft} />
      )}
    </>
  );
}

function ZapHead({ zap, draft }: { zap: ZapState; draft: Draft }) {
  const [isAsking, setAsking] = useState(false);
  const [isSwitching, setTurning] = useState(false);
  const [refusal, setRefusal] = useState<Problem | undefined>(undefined);
  const { name } = draft.plan;
  const lastName = useRef(name);
  // What was refused was refused of the Zap as it was.
  const content = JSON.stringify([draft.plan, draft.account]);
  useEffect(() => setRefusal(undefined), [content]);
  useEffect(() => {
    document.title = `${name || 'Without a name'} · Workbench`;
  }, [name]);

  const turn = async () => {
    setTurning(true);
    setRefusal(undefined);
    try {
      if (!zap.isOn) await draft.saved();
      upsertZap(await api.turn(zap.id, zap.isOn ? 'off' : 'on'));
    } catch (error) {
      setRefusal(problemIn(error));
      showFieldErrors(
        zap.id,
        draft.plan.steps.map(({ id }) => id),
      );
    } finally {
      setTurning(false);
    }
  };

  const remove = async () => {
    try {
      await api.removeZap(zap.id);
      location.hash = linkTo.home;
      dropZap(zap.id);
      notify({ tone: 'good', text: `“${name}” is deleted.` });
    } catch (error) {
      notifyError(error);
    }
  };

  return (
    <header class="zap-head">
      <h1 class="visually-hidden">Zap: {name}</h1>
      <div class="zap-title">
        <textarea
          class="zap-name"
          rows={1}
          aria-label="Name of the Zap"
          value={name}
          readOnly={zap.isOn}
          maxLength={200}
          onInput={({ currentTarget: { value } }) =>
            draft.change((before) => ({
              ...before,
              plan: { ...before.plan, name: value.replace(/\s*\n\s*/g, ' ') },
            }))
          }
          onFocus={() => {
            lastName.current = name;
          }}
          onBlur={() => {
            if (name.trim()) return;
            draft.change((before) => ({ ...before, plan: { ...before.plan, name: lastName.current } }));
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <label class={isSwitching ? 'switch busy' : 'switch'}>
          <input
            type="checkbox"
            role="switch"
            aria-checked={zap.isOn}
            checked={zap.isOn}
            disabled={isSwitching}
            onChange={turn}
          />
          <span class="visually-hidden">Zap: </span>
          {isSwitching ? (zap.isOn ? 'Turning off…' : 'Turning on…') : zap.isOn ? 'On' : 'Off'}
        </label>
      </div>
      <div class="zap-tools">
        <label class="account">
          <span>Account</span>
          <select
            value={draft.account ?? ''}
            disabled={zap.isOn}
            onChange={({ currentTarget: { value } }) =>
              draft.change((before) => ({ ...before, account: value || undefined }))
            }
          >
            {draft.account === undefined && <option value="">None yet</option>}
            {accounts.value.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {!zap.isOn && (
          <ActionButton appearance="plain" action={connectAccount}>
            Connect {accounts.value.length > 0 ? 'another' : 'an account'}
          </ActionButton>
        )}
        <span class="save-state" role="status">
          {draft.state === 'saving' && 'Saving…'}
          {draft.state === 'saved' && 'Saved'}
        </span>
        <a class="save-as" href={api.fileOf(zap.id)} download>
          Save as a file
        </a>
        <button type="button" class="plain delete" onClick={() => setAsking(true)}>
          Delete
        </button>
      </div>
      <div role="alert">
        {refusal && <ProblemView problem={refusal} zap={zap.id} />}
        {typeof draft.state === 'object' && <p class="error-message">Not saved. {draft.state.problem}</p>}
      </div>
      {isAsking && (
        <Confirm
          title="Delete this Zap?"
          meaning={`“${name}” and its runs are gone for good.${zap.isOn ? ' It is turned off first.' : ''} Save it as a file first if you may want it again.`}
          act="Delete the Zap"
          onYes={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </header>
  );
}

/** What it means that the Zap is on, and how to make something happen. */
function OnBar({ definition, zap }: { definition: Definition; zap: ZapState }) {
  const [answer, setAnswer] = useState('');
  const [first] = zap.plan.steps;
  if (!zap.isOn || !first) return undefined;
  const way = findEvent(definition, first)?.way;
  const check = async () => {
    setAnswer('Checking…');
    try {
      const { started } = await api.poll(zap.id);
      setAnswer(
        started === 0 ? 'Nothing new.' : started === 1 ? 'One run started.' : `${started} runs started.`,
      );
    } catch (error) {
      setAnswer(errorMessage(error));
    }
  };
  return (
    <aside class="on-bar" aria-label="The Zap is on">
      <p>
        <strong>This Zap is on.</strong>{' '}
        {consoleUrl.value
          ? 'It runs against the sandbox: nothing is printed, mailed or paid for.'
          : 'It runs for real in the connected account.'}{' '}
        Turn it off to change it.
      </p>
      <div class="on-actions">
        {first.kind === 'form' && view.value.page !== 'runs' && (
          <a href={linkTo.runs(zap.id)}>Fill in its form</a>
        )}
        {way === 'polling' && (
          <button type="button" class="secondary" onClick={check}>
            Check now
          </button>
        )}
        {way !== undefined && consoleUrl.value && (
          <a href={consoleUrl.value} target="_blank" rel="noreferrer">
            Make something happen in the sandbox
          </a>
        )}
        <span role="status">{answer}</span>
      </div>
    </aside>
  );
}

type Choosing = { at: number; isNew: boolean };

function Steps({ definition, zap, draft }: { definition: Definition; zap: ZapState; draft: Draft }) {
  const { steps } = draft.plan;
  const [open, setOpen] = useState<string | undefined>(() => firstToDo(zap));
  const [choosing, setChoosing] = useState<Choosing | undefined>(undefined);
  const list = useRef<HTMLOListElement>(null);
  const focusDue = useRef<string | undefined>(undefined);

  // Whoever asks for a field is led to it: its step opens, and the form does the rest when it is there.
  const asked = requestedField.value;
  useLayoutEffect(() => {
    if (asked?.zap === zap.id) setOpen(asked.step);
  }, [asked]);

  useLayoutEffect(() => {
    const step = focusDue.current;
    if (step === undefined) return;
    focusDue.current = undefined;
    const where =
      step === '' ? list.current : list.current?.querySelector(`[data-step="${CSS.escape(step)}"]`);
    const target =
      where?.querySelector<HTMLElement>('.step-head') ?? list.current?.querySelector<HTMLElement>('button');
    target?.focus();
    if (step !== '') where?.scrollIntoView({ block: 'nearest' });
  });

  const change = (how: (steps: readonly PlannedStep[]) => PlannedStep[]) =>
    draft.change((before) => ({ ...before, plan: { ...before.plan, steps: how(before.plan.steps) } }));

  return (
    <>
      {draft.plan.description && <p class="hint-text">{draft.plan.description}</p>}
      <ol class="steps" ref={list}>
        {steps.map((step, index) => (
          <li key={step.id}>
            <StepCard
              definition={definition}
              zap={zap.id}
              step={step}
              number={index + 1}
              count={steps.length}
              draft={draft}
              dataSources={dataSourcesBefore(definition, steps, index, zap)}
              test={zap.tests[step.id]}
              isOn={zap.isOn}
              isOpen={open === step.id}
              isUsed={(path) =>
                steps
                  .slice(index + 1)
                  .some((later) =>
                    findMappings(JSON.stringify(later)).some(
                      (mapping) => mapping.step === step.id && mapping.path === path,
                    ),
                  )
              }
              onToggle={() => setOpen(open === step.id ? undefined : step.id)}
              onChange={(next) => change((all) => all.map((one) => (one.id === step.id ? next : one)))}
              onReplace={() => setChoosing({ at: index, isNew: false })}
              onMove={(by) => {
                focusDue.current = step.id;
                change((all) => exchanged(all, by === 1 ? index : index - 1));
              }}
              onRemove={() => {
                focusDue.current = steps[index - 1]?.id ?? '';
                change((all) => all.filter(({ id }) => id !== step.id));
              }}
            />
            {zap.isOn ? (
              index < steps.length - 1 && <div class="add-step" />
            ) : (
              <AddButton
                isLast={index === steps.length - 1}
                label={`Add a step after step ${index + 1}`}
                onClick={() => setChoosing({ at: index + 1, isNew: true })}
              />
            )}
          </li>
        ))}
        {steps.length === 0 && (
          <li>
            <button type="button" class="first-step" onClick={() => setChoosing({ at: 0, isNew: true })}>
              <span class="kind">
                <Icon name="trigger" />
              </span>
              <span>
                <strong>Choose what starts the Zap</strong>
                <span class="description">
                  An event at the letter service, or a form that somebody fills in.
                </span>
              </span>
            </button>
          </li>
        )}
      </ol>
      {steps.length === 1 && !zap.isOn && (
        <p class="hint-text centred">Add a step that is done whenever the Zap starts.</p>
      )}
      {choosing && (
        <EventDialog
          definition={definition}
          isFirst={choosing.at === 0}
          onClose={() => setChoosing(undefined)}
          onChoose={(chosen) => {
            const { at, isNew } = choosing;
            setChoosing(undefined);
            const step = stepFor(chosen, isNew ? freshId(steps) : (steps[at]?.id ?? freshId(steps)));
            change((all) =>
              isNew ? inserted(all, at, step) : all.map((one, index) => (index === at ? step : one)),
            );
            setOpen(step.id);
            focusDue.current = step.id;
          }}
        />
      )}
    </>
  );
}

/** A Zap that is off opens at the first step that has no good test yet. */
function firstToDo({ plan: { steps }, tests, isOn }: ZapState): string | undefined {
  if (isOn) return undefined;
  return steps.find(({ id, kind }) => kind !== 'form' && tests[id]?.outcome !== 'done')?.id;
}

function AddButton({
  label,
  isLast,
  onClick,
}: {
  label: string;
  isLast: boolean;
  onClick(): void;
}): ComponentChildren {
  return (
    <div class="add-step">
      <button
        type="button"
        class={isLast ? 'secondary' : 'plain icon-button'}
        aria-label={label}
        title={label}
        onClick={onClick}
      >
        <Icon name="add" />
        {isLast && ' Add a step'}
      </button>
    </div>
  );
}
