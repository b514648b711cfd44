/** What came of a step, in the editor's test and in a run: the record, the data in and out, and what went over the wire. */
import { useState } from 'preact/hooks';
import { Badge } from '../../../ui/components/badge.tsx';
import { CodeBlock } from '../../../ui/components/code_block.tsx';
import type { Item, StepRun, Trace } from '../../protocol.ts';
import { Icon, type IconName } from '../shared/icons.tsx';
import { ProblemView } from '../shared/problem.tsx';

/** How many values of a record are shown before one asks for all. */
export const initialItemCount = 8;
const longest = 280;

export const formatTime = (moment: string): string =>
  new Date(moment).toLocaleTimeString('en', { timeStyle: 'medium' });

export const formatDateTime = (moment: string): string =>
  new Date(moment).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' });

export const outcomeIcons: Record<StepRun['outcome'] | 'stopped' | 'running', IconName> = {
  done: 'done',
  nothing: 'waiting',
  failed: 'failed',
  skipped: 'waiting',
  stopped: 'waiting',
  running: 'waiting',
};

export function Record({ items }: { items: readonly Item[] }) {
  const [isWhole, setWhole] = useState(false);
  // A file to open is what somebody looks for who opens a record.
  const first = items.filter(({ fileUrl }, index) => index < initialItemCount || fileUrl !== undefined);
  const shown = isWhole ? items : first;
  if (items.length === 0) return <p class="hint-text">The record is empty.</p>;
  return (
    <>
      <dl class="record">
        {shown.map((item) => (
          <div key={item.path}>
            <dt>{item.label}</dt>
            <dd>
              <Value item={item} />
            </dd>
          </div>
        ))}
      </dl>
      {items.length > first.length && (
        <button type="button" class="plain" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer values' : `Show all ${items.length} values`}
        </button>
      )}
    </>
  );
}

function Value({ item: { value, fileUrl, label } }: { item: Item }) {
  if (fileUrl !== undefined) {
    return (
      <a href={fileUrl} target="_blank" rel="noreferrer" class="file-link">
        <Icon name="file" /> Open the file<span class="visually-hidden"> {label}</span>
      </a>
    );
  }
  if (value === '') return <span class="blank">(blank)</span>;
  return <>{value.length > longest ? `${value.slice(0, longest)}…` : value}</>;
}

/** JSON is shown as such; other text as it came. */
function read(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

type Exchange = Trace['http'][number];

function pathOf(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.pathname}${url.search}` : address;
}

const isFine = ({ status }: Exchange): boolean => status !== undefined && status < 400;

function HttpExchange({ exchange }: { exchange: Exchange }) {
  const { method, url, status, requestBody, responseBody } = exchange;
  return (
    <details class="exchange">
      <summary>
        <code class="method">{method}</code>
        <code class="path">{pathOf(url)}</code>
        <code class={isFine(exchange) ? 'status good' : 'status bad'}>{status ?? 'no answer'}</code>
      </summary>
      <p class="address">{url}</p>
      {requestBody && (
        <>
          <p class="behind-title">Sent</p>
          <CodeBlock value={read(requestBody)} label={`What was sent with ${method} ${pathOf(url)}`} />
        </>
      )}
      {responseBody ? (
        <>
          <p class="behind-title">Answer</p>
          <CodeBlock value={read(responseBody)} label={`The answer to ${method} ${pathOf(url)}`} />
        </>
      ) : (
        <p class="hint-text">No content came back.</p>
      )}
    </details>
  );
}

export function Traces({ traces }: { traces: readonly Trace[] }) {
  const exchanges = traces.flatMap(({ http }) => http);
  const logs = traces.flatMap((trace) => trace.logs);
  return (
    <>
      <details>
        <summary>
          HTTP log <small>{exchanges.length === 1 ? '1 request' : `${exchanges.length} requests`}</small>
        </summary>
        {exchanges.length === 0 && <p class="hint-text">Nothing was asked of the service.</p>}
        {exchanges.map((exchange, index) => (
          <HttpExchange exchange={exchange} key={index} />
        ))}
      </details>
      {traces.length > 0 && (
        <details>
          <summary>
            Calls of the connector{' '}
            <small>{traces.map(({ milliseconds }) => `${milliseconds} ms`).join(', ')}</small>
          </summary>
          {traces.map(({ method, input, output, problem, milliseconds }, index) => (
            <div class="call" key={index}>
              <p class="behind-title">
                <code>{method}</code> <small>{milliseconds} ms</small>
              </p>
              <CodeBlock
                value={{ input, ...(problem ? { problem } : { output }) }}
                label={`The call of ${method}`}
              />
            </div>
          ))}
          {logs.length > 0 && (
            <>
              <p class="behind-title">What it logged</p>
              <CodeBlock value={logs.join('\n')} label="What the connector logged" />
            </>
          )}
        </details>
      )}
    </>
  );
}

const plainWords: Record<StepRun['outcome'], string> = {
  done: 'It worked.',
  nothing: 'There was nothing to find.',
  failed: 'It did not work.',
  skipped: 'This step was not done, because the Zap ended before it.',
};

/** `Done · already ordered`: what was not as usual stands beside the outcome. */
export const withNotes = (outcome: string, notes: readonly string[] = []): string =>
  [outcome, ...new Set(notes)].join(' · ');

interface StepResultProps {
  run: StepRun;
  /** The Zap's id. */
  zap: string;
  /** What it means here, in a sentence. */
  words?: string;
  /** Whether the outcome is said elsewhere. */
  isSaid?: boolean;
}

export function StepResult({ run, zap, words, isSaid = false }: StepResultProps) {
  const { outcome, problem, record, items, input, createInput, notes, traces } = run;
  return (
    <div class={`result ${outcome}`}>
      {!isSaid && (
        <p class="outcome">
          <Icon name={outcomeIcons[outcome]} />
          <strong>{words ?? plainWords[outcome]}</strong>
        </p>
      )}
      {!isSaid && notes && (
        <p class="notes">
          {notes.map((note) => (
            <Badge key={note} tone="warn">
              {note}
            </Badge>
          ))}
        </p>
      )}
      {problem && <ProblemView problem={problem} zap={zap} />}
      {items.length > 0 && <Record items={items} />}
      {outcome !== 'skipped' && (
        <div class="behind">
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
          <Traces traces={traces} />
        </div>
      )}
    </div>
  );
}
