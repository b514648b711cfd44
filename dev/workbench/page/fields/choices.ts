/** The choices of a dropdown: fixed, or loaded page by page. */
import type { InputField } from '@print-and-mail/zapier/definition';
import { useRef, useState } from 'preact/hooks';
import type { ChoicesPage } from '../../protocol.ts';
import { asText } from '../../zaps/mappings.ts';
import { errorMessage } from '../state.ts';
import type { ChoicesLoader, FormContext } from './field_types.ts';

export interface Choice {
  value: string;
  label: string;
}

/** Returns a field's choices or their loader, or undefined if it is not a dropdown. */
export function choicesOf(
  field: InputField,
  context: FormContext,
): readonly Choice[] | ChoicesLoader | undefined {
  const { choices } = field;
  if (choices === undefined) return undefined;
  if (Array.isArray(choices)) {
    return choices.map((one) => (typeof one === 'string' ? { value: one, label: one } : one));
  }
  if ('perform' in choices) return (pagingToken) => context.loadChoices(field.key, pagingToken);
  return Object.entries(choices).map(([value, label]) => ({ value, label: asText(label) }));
}

export interface LoadedChoices {
  choices: readonly Choice[];
  /** The paging token of the next page. */
  next: string | undefined;
  state: 'none' | 'loading' | 'partial' | 'complete';
  problem: string | undefined;
}

const nothingLoaded: LoadedChoices = { choices: [], next: undefined, state: 'none', problem: undefined };

/** Returns the loaded choices, and a function that loads the next page. */
export function useChoices(source: readonly Choice[] | ChoicesLoader): [LoadedChoices, () => void] {
  const [loaded, setLoaded] = useState(nothingLoaded);
  const requests = useRef(0);
  const latest = useRef(source);
  latest.current = source;
  if (typeof source !== 'function')
    return [{ ...nothingLoaded, choices: source, state: 'complete' }, () => {}];
  const load = () => {
    const loadPage = latest.current;
    if (typeof loadPage !== 'function' || loaded.state === 'loading') return;
    const request = ++requests.current;
    setLoaded((before) => ({ ...before, state: 'loading', problem: undefined }));
    loadPage(loaded.next).then(
      (page) => {
        if (request === requests.current) setLoaded((before) => appendPage(before, page));
      },
      (error: unknown) => {
        if (request === requests.current) setLoaded({ ...nothingLoaded, problem: errorMessage(error) });
      },
    );
  };
  return [loaded, load];
}

function appendPage({ choices }: LoadedChoices, { results, pagingToken }: ChoicesPage): LoadedChoices {
  const known = new Set(choices.map(({ value }) => value));
  const added = results
    .filter(({ id }) => !known.has(id))
    .map(({ id, label }): Choice => ({ value: id, label }));
  return {
    choices: [...choices, ...added],
    next: pagingToken,
    state: pagingToken === undefined ? 'complete' : 'partial',
    problem: undefined,
  };
}
