/** The page of the faults: a form that adds one, and those that are active. */
import { useSignal } from '@preact/signals';
import { messageOf } from '../../../ui/browser/requests.ts';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import type { Fault } from '../../control/bodies.ts';
import { addFault, removeAllFaults } from './actions.ts';
import { overview } from './data.ts';
import { ErrorMessage } from './loaded.tsx';
import { faults } from './nouns/faults.tsx';
import { RecordTable } from './record_table.tsx';

export const FaultPage = () => (
  <>
    <PageHeading
      title="Faults"
      lead="Failures on purpose, to see how your Zaps handle them. This page is never affected."
    >
      {overview.value?.counts.faults !== 0 && (
        <ActionButton appearance="danger" action={removeAllFaults}>
          Remove All Faults
        </ActionButton>
      )}
    </PageHeading>
    <div class="stack">
      <FaultForm />
      <div>
        <RecordTable noun={faults} />
      </div>
    </div>
  </>
);

interface Effect {
  label: string;
  /** The number that describes it. */
  number?: { label: string; initial: number; min: number; max?: number; step?: number };
  then: (value: number) => Fault['then'];
}

const effects: Record<string, Effect> = {
  status: {
    label: 'Error Response',
    number: { label: 'Status', initial: 503, min: 200, max: 599 },
    then: (status) => ({ status }),
  },
  delay: {
    label: 'Late Response',
    number: { label: 'Delay (Seconds)', initial: 5, min: 0.1, max: 600, step: 0.1 },
    then: (seconds) => ({ delay_ms: Math.round(seconds * 1000) }),
  },
  before: {
    label: 'Connection Lost, Nothing Done',
    then: () => ({ reset: 'before' }),
  },
  after: {
    label: 'Connection Lost, Request Done',
    then: () => ({ reset: 'after' }),
  },
  truncate: {
    label: 'Response Cut Off',
    number: { label: 'Length (Bytes)', initial: 100, min: 0 },
    then: (truncate) => ({ truncate }),
  },
};

function FaultForm() {
  const chosen = useSignal('status');
  const isBusy = useSignal(false);
  const error = useSignal<string | undefined>(undefined);
  const effect = effects[chosen.value];
  const submit = async (form: HTMLFormElement) => {
    if (!effect || isBusy.value) return;
    const entered = new FormData(form);
    const text = (name: string): string => String(entered.get(name) ?? '').trim();
    const match = Object.fromEntries(
      ['method', 'path'].map((name) => [name, text(name)]).filter(([, value]) => value !== ''),
    );
    isBusy.value = true;
    error.value = undefined;
    try {
      await addFault({
        match,
        ...(text('often') === 'once' ? { nth: 1 } : {}),
        then: effect.then(Number(text('number'))),
      });
    } catch (failure) {
      error.value = messageOf(failure);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form
      class="card"
      aria-labelledby="add-fault"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <h2 id="add-fault">Add a Fault</h2>
      <div class="fields">
        <Field label="Method">
          {(ids) => (
            <select {...ids} name="method">
              <option value="">Any</option>
              {['GET', 'POST', 'PUT', 'DELETE'].map((method) => (
                <option key={method}>{method}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Path" hint="Such as /v1/orders or /v1/contacts/*. Leave it blank for any path.">
          {(ids) => (
            <input
              {...ids}
              name="path"
              pattern="\s*[\/*].*"
              title="Begin with / or *"
              placeholder="/v1/orders"
            />
          )}
        </Field>
        <Field label="What Happens">
          {(ids) => (
            <select
              {...ids}
              value={chosen.value}
              onChange={({ currentTarget }) => {
                chosen.value = currentTarget.value;
              }}
            >
              {Object.entries(effects).map(([name, { label }]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        {effect?.number && <NumberField key={chosen.value} {...effect.number} />}
        <Field label="How Often">
          {(ids) => (
            <select {...ids} name="often">
              <option value="always">Every Request</option>
              <option value="once">Only the Next Request</option>
            </select>
          )}
        </Field>
      </div>
      <div role="alert">{error.value !== undefined && <ErrorMessage>{error.value}</ErrorMessage>}</div>
      <div class="row form-end">
        <button type="submit" aria-busy={isBusy.value ? 'true' : undefined}>
          Add Fault
        </button>
      </div>
    </form>
  );
}

const NumberField = ({ label, initial, min, max, step = 1 }: NonNullable<Effect['number']>) => (
  <Field label={label}>
    {(ids) => (
      <input
        {...ids}
        name="number"
        type="number"
        required
        defaultValue={String(initial)}
        min={min}
        max={max}
        step={step}
      />
    )}
  </Field>
);
