/** The Zap's steps from top to bottom, where they are added, moved, replaced and removed. */
import type { Definition } from '@print-and-mail/zapier/definition';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PlannedStep, ZapState } from '../../protocol.ts';
import { isBuiltInTrigger } from '../../zaps/step_title.ts';
import { findMappings } from '../fields/mappings.ts';
import { requestedField } from '../shared/field_problems.tsx';
import { Icon, KindIcon } from '../shared/icons.tsx';
import type { Draft } from './draft.ts';
import { EventDialog } from './event_dialog.tsx';
import { StepCard } from './step_card.tsx';
import {
  createSearchStep,
  createStep,
  dataSourcesBefore,
  freshId,
  insertStep,
  swapWithNext,
} from './steps.ts';

interface StepListProps {
  definition: Definition;
  zap: ZapState;
  draft: Draft;
}

/** Where the event dialog puts the chosen event. */
type EventTarget = { index: number; isNew: boolean };

export function StepList({ definition, zap, draft }: StepListProps) {
  const { steps, description } = draft.plan;
  const [openStep, setOpenStep] = useState<string | undefined>(() => findFirstUntested(zap));
  const [target, setTarget] = useState<EventTarget | undefined>(undefined);
  const { list, focusStep } = useStepFocus();

  // A link to a field opens its step; the form then focuses the field.
  const requested = requestedField.value;
  useLayoutEffect(() => {
    if (requested?.zap === zap.id) setOpenStep(requested.step);
  }, [requested]);

  const change = (update: (steps: readonly PlannedStep[]) => PlannedStep[]) =>
    draft.change((before) => ({ ...before, plan: { ...before.plan, steps: update(before.plan.steps) } }));

  return (
    <>
      {description && <p class="hint-text">{description}</p>}
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
              isOpen={openStep === step.id}
              isMapped={(path) => isMapped(steps.slice(index + 1), step.id, path)}
              addSearch={
                index === 0 || step.kind !== 'creates'
                  ? undefined
                  : (search) => {
                      const { step: added, mapping } = createSearchStep(search, freshId(steps));
                      change((all) => insertStep(all, index, added));
                      setOpenStep(added.id);
                      focusStep(added.id);
                      return mapping;
                    }
              }
              onToggle={() => {
                // The step that closes above this one moves it.
                focusStep(step.id);
                setOpenStep(openStep === step.id ? undefined : step.id);
              }}
              onChange={(next) => change((all) => all.map((one) => (one.id === step.id ? next : one)))}
              onReplace={() => setTarget({ index, isNew: false })}
              onMove={(by) => {
                focusStep(step.id);
                change((all) => swapWithNext(all, by === 1 ? index : index - 1));
              }}
              onRemove={() => {
                focusStep(steps[index - 1]?.id ?? '');
                change((all) => all.filter(({ id }) => id !== step.id));
              }}
            />
            {zap.isOn ? (
              index < steps.length - 1 && <div class="add-step" />
            ) : (
              <AddButton
                isLast={index === steps.length - 1}
                label={`Add a step after step ${index + 1}`}
                onClick={() => setTarget({ index: index + 1, isNew: true })}
              />
            )}
          </li>
        ))}
        {steps.length === 0 && (
          <li>
            <FirstStepButton onClick={() => setTarget({ index: 0, isNew: true })} />
          </li>
        )}
      </ol>
      {steps.length === 1 && !zap.isOn && (
        <p class="hint-text centered">Add an action that runs each time the Zap is triggered.</p>
      )}
      {target && (
        <EventDialog
          definition={definition}
          isFirst={target.index === 0}
          onClose={() => setTarget(undefined)}
          onChoose={(chosen) => {
            const { index, isNew } = target;
            setTarget(undefined);
            const step = createStep(chosen, isNew ? freshId(steps) : (steps[index]?.id ?? freshId(steps)));
            change((all) =>
              isNew ? insertStep(all, index, step) : all.map((one, at) => (at === index ? step : one)),
            );
            setOpenStep(step.id);
            focusStep(step.id);
          }}
        />
      )}
    </>
  );
}

/** Focuses a step's header after the next render; the first button of the list for an empty id. */
function useStepFocus() {
  const list = useRef<HTMLOListElement>(null);
  const requested = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const step = requested.current;
    if (step === undefined) return;
    requested.current = undefined;
    const element =
      step === '' ? list.current : list.current?.querySelector(`[data-step="${CSS.escape(step)}"]`);
    const head =
      element?.querySelector<HTMLElement>('.step-head') ?? list.current?.querySelector<HTMLElement>('button');
    head?.focus();
    // First the header, because a step with both ends out of view would stay there.
    for (const part of [head, element]) part?.scrollIntoView({ block: 'nearest' });
  });
  return {
    list,
    focusStep: (step: string) => {
      requested.current = step;
    },
  };
}

const isMapped = (laterSteps: readonly PlannedStep[], step: string, path: string): boolean =>
  findMappings(JSON.stringify(laterSteps)).some((mapping) => mapping.step === step && mapping.path === path);

/** A Zap that is off opens at the first step without a successful test. On a phone, its overview comes first. */
function findFirstUntested({ plan: { steps }, tests, isOn }: ZapState): string | undefined {
  if (isOn || matchMedia('(max-width: 40rem)').matches) return undefined;
  return steps.find((step) => !isBuiltInTrigger(step) && tests[step.id]?.outcome !== 'done')?.id;
}

function FirstStepButton({ onClick }: { onClick(): void }) {
  return (
    <button type="button" class="first-step" onClick={onClick}>
      <KindIcon kind="triggers" />
      <span>
        <strong>Choose a trigger</strong>
        <span class="description">
          An event at the letter service, a schedule, or a form that someone submits.
        </span>
      </span>
    </button>
  );
}

interface AddButtonProps {
  label: string;
  isLast: boolean;
  onClick(): void;
}

function AddButton({ label, isLast, onClick }: AddButtonProps) {
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
