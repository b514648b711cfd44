/** The result of a step, in the editor's test and in a run: its record, its input and output, and the calls behind it. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { CodeBlock } from '../../../ui/components/code_block.tsx';
import type { Item, StepRun, StepTest } from '../../protocol.ts';
import { isExampleFile, localFileName } from '../shared/file_name.ts';
import { Icon } from '../shared/icons.tsx';
import { formatPrice } from '../shared/outcome.tsx';
import { ProblemView } from '../shared/problem.tsx';
import { withoutRepeatedIds } from '../shared/visible_items.ts';
import { consoleUrl } from '../state.ts';
import { Traces } from './traces.tsx';

/** Values of a record that are visible before the user expands it. */
export const initialItemCount = 8;
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

const envelopes = 'first_envelopes';

/** What a preview found, what comes of it first. Its other values are those of the real result, which it does not have. */
const findings = ['changes', envelopes, 'checked', 'not_checked'];

/** What users look for in an order. */
const orderFacts = ['order_id', 'invoice_amount', 'letter_count', 'preview_pdf'];

interface RecordViewProps {
  items: readonly Item[];
  isPreview: boolean;
  /** Whether the IDs link to the records in the console. */
  isLinked: boolean;
}

function RecordView({ items, isPreview, isLinked }: RecordViewProps) {
  const [isExpanded, setExpanded] = useState(false);
  const pick = (paths: readonly string[]) =>
    paths.flatMap((path) => items.filter((item) => item.path === path && item.value !== ''));
  const found = pick(findings);
  // Blanks and what is not so can wait. Files and envelopes are what users look for, so they are visible at once.
  const first = [...new Set([...pick(orderFacts), ...items])]
    .filter(({ value, fileUrl }) => !/^(?:false)?$/.test(value) || fileUrl !== undefined)
    .filter(
      ({ path, fileUrl }, index) => index < initialItemCount || fileUrl !== undefined || path === envelopes,
    );
  const initial = isPreview && found.length > 0 ? found : first;
  return (
    <>
      <dl class="record">
        {(isExpanded ? items : initial).map((item) => (
          <div key={item.path} class={findings.includes(item.path) ? 'finding' : undefined}>
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
          <div key={index} class="envelopes">
            {title}
            <div>{printed}</div>
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

function ItemValue({ item: { path, value, fileUrl, label }, isLinked }: { item: Item; isLinked: boolean }) {
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
  if (findings.includes(path)) return <Finding text={value} isEnvelopes={path === envelopes} />;
  return <>{value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value}</>;
}
