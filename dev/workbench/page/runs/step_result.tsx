/** The result of a step, in the editor's test and in a run: its record, its input and output, and the calls behind it. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { CodeBlock } from '../../../ui/components/code_block.tsx';
import type { Item, StepRun, StepTest } from '../../protocol.ts';
import { fieldsOf } from '../shared/events.ts';
import { FieldLink } from '../shared/field_problems.tsx';
import { isExampleFile, localFileName } from '../shared/file_name.ts';
import { Icon } from '../shared/icons.tsx';
import { findNamedFields } from '../shared/named_fields.ts';
import { formatPrice, messageOf } from '../shared/outcome.tsx';
import { ProblemView } from '../shared/problem.tsx';
import { firstItems, isFinding, withoutRepeatedIds } from '../shared/visible_items.ts';
import { consoleUrl, definition, zaps } from '../state.ts';
import { Traces } from './traces.tsx';

const maxValueLength = 600;

interface StepResultProps {
  run: StepRun & Pick<StepTest, 'origin'>;
  /** The Zap's id. */
  zap: string;
  /** The outcome in words, where it is not shown elsewhere. */
  children?: ComponentChildren;
}

export function StepResult({ run, zap, children }: StepResultProps) {
  const { outcome, problem, record, items, input, createInput, isReused, traces, origin } = run;
  const warning = items.find(({ path, value }) => path === 'warning' && value !== '');
  const isPreview = record?.preview_only === true;
  return (
    <div class={`result ${outcome}`}>
      {children}
      {problem && <ProblemView problem={problem} zap={zap} />}
      {warning && <p class="warning">{warning.value}</p>}
      <NamedFields run={run} zap={zap} />
      {items.length > 0 && (
        <RecordView
          items={withoutRepeatedIds(items).filter((item) => item !== warning)}
          isPreview={isPreview}
          isLinked={origin !== 'sample'}
        />
      )}
      {outcome !== 'skipped' && (
        <details class="details">
          <summary>Details</summary>
          <details>
            <summary>Data in</summary>
            <CodeBlock value={createInput ? { search: input, create: createInput } : input} label="Data in" />
          </details>
          {record && (
            <details>
              <summary>Data out</summary>
              <CodeBlock value={record} label="Data out" />
            </details>
          )}
          {!isReused && <Traces traces={traces} />}
        </details>
      )}
    </div>
  );
}

/** Links to the fields that the step's message names. */
function NamedFields({ run, zap: id }: { run: StepRun; zap: string }) {
  const step = zaps.value.find((zap) => zap.id === id)?.plan.steps.find((one) => one.id === run.step);
  // A problem with its fields has the links already.
  if (!step || !('key' in step) || run.problem?.fields?.length) return undefined;
  const fields = findNamedFields(messageOf(run), fieldsOf(definition, step));
  if (fields.length === 0) return undefined;
  return (
    <p class="named-fields">
      Go to{' '}
      {fields.map(({ key, label = key }, index) => (
        <span key={key}>
          {index > 0 && ' · '}
          <FieldLink zap={id} field={{ step: step.id, key, label }} />
        </span>
      ))}
    </p>
  );
}

const envelopes = 'first_envelopes';

interface RecordViewProps {
  items: readonly Item[];
  isPreview: boolean;
  /** Whether the IDs link to the records in the console. */
  isLinked: boolean;
}

function RecordView({ items, isPreview, isLinked }: RecordViewProps) {
  const [isExpanded, setExpanded] = useState(false);
  const initial = firstItems(items, isPreview);
  return (
    <>
      <dl class="record">
        {(isExpanded ? items : initial).map((item) => (
          <div key={item.path} class={isFinding(item) ? 'finding' : undefined}>
            <dt>{item.label}</dt>
            <dd>
              <ItemValue item={item} isLinked={isLinked} />
            </dd>
          </div>
        ))}
      </dl>
      {items.length > initial.length && (
        <button
          type="button"
          class="plain"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'Show fewer fields' : `Show all ${items.length} fields`}
        </button>
      )}
    </>
  );
}

/** Frames what is printed: each envelope, or what follows a line such as `The envelope:`. */
function Finding({ text, isEnvelopes }: { text: string; isEnvelopes: boolean }) {
  return (
    <div class={isEnvelopes ? 'envelopes' : undefined}>
      {text.split('\n\n').map((block, index) => {
        const [, title = '', printed = ''] = /^(.*:)\n(.+)$/s.exec(block) ?? [];
        if (isEnvelopes || !title) return <div key={index}>{block}</div>;
        return (
          <div key={index}>
            {title}
            <div class="envelopes">
              <div>{printed}</div>
            </div>
          </div>
        );
      })}
    </div>
  );
}

/** The views of the sandbox's console that show the record with an ID. */
const consoleViews: Record<string, string> = {
  order_id: 'orders',
  contact_id: 'contacts',
  list_id: 'lists',
  file_id: 'files',
};

function ItemValue({ item, isLinked }: { item: Item; isLinked: boolean }) {
  const { path, value, fileUrl, label } = item;
  const fileName = localFileName(value);
  const file = fileUrl ?? (isExampleFile(value, location.origin) ? value : undefined);
  if (file !== undefined) {
    return (
      <a href={file} target="_blank" rel="noreferrer" class="file-link">
        <Icon name="file" /> Open {fileName ?? 'file'}
        <span class="visually-hidden"> {label}</span>
      </a>
    );
  }
  const view = consoleViews[path];
  if (isLinked && consoleUrl && view && /^\w-\d+-\d+$/.test(value)) {
    return (
      <a href={`${consoleUrl}#/${view}/${value}`} target="_blank" rel="noreferrer">
        {value}
        <span class="visually-hidden"> in the sandbox console</span>
      </a>
    );
  }
  if (path === 'invoice_amount' && value !== '') return <>{formatPrice(Number(value))}</>;
  if (value === '') return <span class="blank">(blank)</span>;
  if (isFinding(item)) return <Finding text={value} isEnvelopes={path === envelopes} />;
  return <>{value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value}</>;
}
