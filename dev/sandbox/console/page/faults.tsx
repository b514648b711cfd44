/** Rules for what goes wrong: the service's answers replaced, delayed or cut off. */
import { useSignal } from '@preact/signals';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { DataTable } from '../../../ui/components/data_table.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import type { FaultView } from '../protocol.ts';
import { addFault, clearFaults, type FaultRule } from './control.ts';
import { Shown } from './shown.tsx';
import { sentenceOf, useReading } from './world.ts';

const presets: { words: string; rule: FaultRule }[] = [
  {
    words: 'The next order is answered 500.',
    rule: {
      match: { method: 'POST', path: '/v1/orders' },
      nth: 1,
      then: { status: 500, body: { status: 500, error: 'internal_error', message: 'Something went wrong.' } },
    },
  },
  {
    words: 'The next order is placed, but its answer is lost.',
    rule: { match: { method: 'POST', path: '/v1/orders' }, nth: 1, then: { reset: 'after' } },
  },
  {
    words: 'The next request is throttled (429).',
    rule: {
      match: { path: '/v*' },
      nth: 1,
      then: {
        status: 429,
        headers: { 'Retry-After': '30' },
        body: {
          status: 429,
          error: 'too_many_requests',
          message: 'Too many requests.',
          limit_exceeded: 'hour',
        },
      },
    },
  },
  {
    words: 'The access token is refused (401).',
    rule: {
      match: { path: '/v*' },
      then: {
        status: 401,
        body: { status: 401, error: 'invalid_token', message: 'The access token is unknown or was revoked.' },
      },
    },
  },
  {
    words: 'Every third request or so fails with 503.',
    rule: {
      match: { path: '/v*' },
      probability: 0.33,
      then: { status: 503, body: { status: 503, error: 'unavailable', message: 'Try again later.' } },
    },
  },
  { words: 'Every answer takes five seconds.', rule: { match: { path: '/v*' }, then: { delay_ms: 5000 } } },
];

type Then = FaultView['then'];

/** What a rule does, in words. */
function thenInWords({ status, body, headers, delay_ms, reset, truncate }: Then): string {
  const acts = [
    delay_ms ? `waits ${delay_ms / 1000} s` : '',
    reset === 'before' ? 'hangs up before the service acts' : '',
    reset === 'after' ? 'hangs up after the service has acted' : '',
    status === undefined ? '' : `answers ${status} in place of the service`,
    status === undefined && body !== undefined ? 'answers in place of the service' : '',
    headers === undefined ? '' : `sets ${Object.keys(headers).join(', ')}`,
    truncate === undefined ? '' : `ends the connection after ${truncate} bytes`,
  ];
  return acts.filter(Boolean).join(', ');
}

const matchInWords = ({ method, path }: FaultView['match']): string =>
  `${method ?? 'any method'} ${path ?? 'any path'}`;

const whenInWords = ({ nth, probability }: FaultView): string => {
  if (nth !== undefined) return nth === 1 ? 'the next one' : `number ${nth}`;
  return probability === undefined ? 'each one' : `${Math.round(probability * 100)} % of them`;
};

export function FaultsSection() {
  const faults = useReading<FaultView[]>('faults', ['fault']);
  return (
    <>
      <PageHeading
        title="Faults"
        lead="What goes wrong at the service, on order: to see what a Zap does then. This page itself is never hit."
      >
        {(faults.answer?.length ?? 0) > 0 && (
          <ActionButton appearance="danger" action={clearFaults}>
            Remove all faults
          </ActionButton>
        )}
      </PageHeading>
      <div class="stack">
        <Shown reading={faults}>
          {(items) => (
            <DataTable
              caption="Faults"
              rows={items}
              keyOf={({ id }) => id}
              marksNew
              empty={<p>Nothing goes wrong at the moment. Choose a fault below, or make one of your own.</p>}
              columns={[
                { head: 'Requests', kind: 'name', cell: ({ match }) => matchInWords(match) },
                { head: 'Which', cell: whenInWords },
                { head: 'What happens', cell: ({ then }) => thenInWords(then) },
                { head: 'Matched', kind: 'number', cell: ({ seen }) => seen },
                { head: 'Struck', kind: 'number', cell: ({ fired }) => fired },
              ]}
            />
          )}
        </Shown>
        <section>
          <h2>Usual ones</h2>
          <ul class="presets">
            {presets.map(({ words, rule }) => (
              <li key={words} class="card">
                <span>{words}</span>
                <ActionButton action={() => addFault(rule, words)}>
                  Add <span class="visually-hidden">{words}</span>
                </ActionButton>
              </li>
            ))}
          </ul>
        </section>
        <section class="card">
          <h2>One of your own</h2>
          <FaultForm />
        </section>
      </div>
    </>
  );
}

const blank = {
  method: '',
  path: '/v1/*',
  which: 'each',
  nth: '1',
  probability: '50',
  status: '500',
  body: '',
  delay: '',
  reset: '',
  truncate: '',
};

/** The rule that a filled form asks for. @throws a sentence that names the field */
function ruleOf(form: typeof blank): FaultRule {
  const number = (label: string, text: string): number => {
    if (!/^\d+(?:\.\d+)?$/.test(text.trim())) throw new Error(`“${label}” is “${text}”, which is no number.`);
    return Number(text);
  };
  const isFilled = (text: string): boolean => text.trim() !== '';
  return {
    match: {
      ...(form.method === '' ? {} : { method: form.method }),
      ...(isFilled(form.path) ? { path: form.path.trim() } : {}),
    },
    ...(form.which === 'nth' ? { nth: number('Which one', form.nth) } : {}),
    ...(form.which === 'some' ? { probability: number('How many percent', form.probability) / 100 } : {}),
    then: {
      ...(isFilled(form.status) ? { status: number('Status', form.status) } : {}),
      ...(isFilled(form.body) ? { body: jsonOrText(form.body) } : {}),
      ...(isFilled(form.delay) ? { delay_ms: number('Wait', form.delay) * 1000 } : {}),
      ...(form.reset === 'before' || form.reset === 'after' ? { reset: form.reset } : {}),
      ...(isFilled(form.truncate) ? { truncate: number('Cut off', form.truncate) } : {}),
    },
  };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The service may answer anything; what is no JSON is meant as text.
    return text;
  }
}

function FaultForm() {
  const form = useSignal(blank);
  const problem = useSignal<string | undefined>(undefined);
  const set = (name: keyof typeof blank) => (event: { currentTarget: { value: string } }) => {
    form.value = { ...form.value, [name]: event.currentTarget.value };
  };
  const send = async () => {
    problem.value = undefined;
    try {
      const rule = ruleOf(form.value);
      await addFault(rule, `${matchInWords(rule.match ?? {})}: ${thenInWords(rule.then)}.`);
    } catch (error) {
      problem.value = sentenceOf(error);
    }
  };
  const { method, path, which, nth, probability, status, body, delay, reset, truncate } = form.value;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div class="fields">
        <Field label="Method">
          {(ids) => (
            <select {...ids} value={method} onChange={set('method')}>
              <option value="">Any</option>
              {['GET', 'POST', 'PUT', 'DELETE'].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Path" hint="Exact, or with * for any part.">
          {(ids) => <input {...ids} value={path} onInput={set('path')} />}
        </Field>
        <Field label="Which requests">
          {(ids) => (
            <select {...ids} value={which} onChange={set('which')}>
              <option value="each">Each one</option>
              <option value="nth">Only one</option>
              <option value="some">Page, by chance</option>
            </select>
          )}
        </Field>
        {which === 'nth' && (
          <Field label="Which one" hint="1 is the next.">
            {(ids) => <input {...ids} inputMode="numeric" value={nth} onInput={set('nth')} />}
          </Field>
        )}
        {which === 'some' && (
          <Field label="How many percent">
            {(ids) => <input {...ids} inputMode="numeric" value={probability} onInput={set('probability')} />}
          </Field>
        )}
        <Field label="Status" hint="In place of the service, which does not act. Blank: the service answers.">
          {(ids) => <input {...ids} inputMode="numeric" value={status} onInput={set('status')} />}
        </Field>
        <Field label="Wait (seconds)">
          {(ids) => <input {...ids} inputMode="decimal" value={delay} onInput={set('delay')} />}
        </Field>
        <Field label="Hang up">
          {(ids) => (
            <select {...ids} value={reset} onChange={set('reset')}>
              <option value="">No</option>
              <option value="before">Before the service acts</option>
              <option value="after">After it has acted</option>
            </select>
          )}
        </Field>
        <Field label="Cut off after (bytes)">
          {(ids) => <input {...ids} inputMode="numeric" value={truncate} onInput={set('truncate')} />}
        </Field>
        <Field label="Body of the answer" hint="JSON or text. Blank: none, when there is a status." wide>
          {(ids) => <textarea {...ids} rows={3} value={body} onInput={set('body')} />}
        </Field>
      </div>
      <div role="alert">{problem.value !== undefined && <p class="error-message">{problem.value}</p>}</div>
      <div class="form-end">
        <button type="submit">Add this fault</button>
      </div>
    </form>
  );
}
