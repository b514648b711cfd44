/** A list to choose from that can be searched, asks for more, and takes other values too. */
import * as combobox from '@zag-js/combobox';
import { normalizeProps, useMachine } from '@zag-js/preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ChoicesPage } from '../../protocol.ts';
import { Icon } from '../shared/icons.tsx';
import { errorMessage } from '../state.ts';
import type { FieldAttributes } from './text_editor.tsx';

export interface Choice {
  value: string;
  label: string;
}

export type Loader = (pagingToken: string | undefined) => Promise<ChoicesPage>;

export interface DropdownProps {
  /** All there is, or the way to ask for it page by page. */
  choices: readonly Choice[] | Loader;
  value: string;
  onChange(value: string): void;
  /** Whether a value that is not in the list is taken as well. */
  takesOthers: boolean;
  placeholder: string;
  isReadOnly: boolean;
  labelId: string;
  attributes: FieldAttributes;
  onReady(focus: () => void): void;
}

const more = '\u0000more';

/** What a dropdown knows of its choices so far. */
interface Loaded {
  choices: readonly Choice[];
  next: string | undefined;
  state: 'none' | 'loading' | 'some' | 'all';
  problem: string | undefined;
}

const nothingYet: Loaded = { choices: [], next: undefined, state: 'none', problem: undefined };

function useChoices(source: readonly Choice[] | Loader): [Loaded, () => void] {
  const [loaded, setLoaded] = useState(nothingYet);
  const asked = useRef(0);
  const latest = useRef(source);
  latest.current = source;
  if (typeof source !== 'function') return [{ ...nothingYet, choices: source, state: 'all' }, () => {}];
  const load = () => {
    const load = latest.current;
    if (typeof load !== 'function' || loaded.state === 'loading') return;
    const turn = ++asked.current;
    setLoaded((before) => ({ ...before, state: 'loading', problem: undefined }));
    load(loaded.next).then(
      (page) => {
        if (turn !== asked.current) return;
        setLoaded((before) => {
          const known = new Set(before.choices.map(({ value }) => value));
          const fresh = page.results.filter(({ id }) => !known.has(id));
          return {
            choices: [...before.choices, ...fresh.map(({ id, label }) => ({ value: id, label }))],
            next: page.pagingToken,
            state: page.pagingToken === undefined ? 'all' : 'some',
            problem: undefined,
          };
        });
      },
      (error: unknown) => {
        if (turn === asked.current) setLoaded({ ...nothingYet, problem: errorMessage(error) });
      },
    );
  };
  return [loaded, load];
}

const holds = (text: string, part: string): boolean =>
  text.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase());

export function Dropdown(props: DropdownProps) {
  const { value, isReadOnly, takesOthers, placeholder, attributes } = props;
  const [loaded, load] = useChoices(props.choices);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const id = useId();
  const statusId = `${id}-status`;

  const isDynamic = typeof props.choices === 'function';
  // A value that is already there is shown by its label, which only the list knows.
  useEffect(() => {
    if (isDynamic && value && loaded.state === 'none' && !loaded.problem) load();
  }, [isDynamic, value]);

  const labelOf = (one: string) => loaded.choices.find((choice) => choice.value === one)?.label ?? one;
  const shown = typed ?? (value ? labelOf(value) : '');

  const items = useMemo(() => {
    const found = loaded.choices.filter(
      ({ label, value: one }) => typed === undefined || holds(label, typed) || holds(one, typed),
    );
    const last =
      loaded.state === 'some'
        ? [{ value: more, label: typed ? `Load more, to look for “${typed}” there too` : 'Load more' }]
        : [];
    return [...found, ...last];
  }, [loaded, typed]);

  /** What stands in the field when it is left: a choice that was written out, else the text itself. */
  const settle = () => {
    if (typed === undefined) return;
    const text = typed.trim();
    const meant = loaded.choices.find(
      (choice) => choice.value === text || choice.label.toLocaleLowerCase() === text.toLocaleLowerCase(),
    );
    if (text === '' || meant || takesOthers) props.onChange(meant?.value ?? text);
    setTyped(undefined);
  };

  const isMarkingDue = useRef(false);
  const choose = (one: string) => {
    if (one === more) return load();
    setTyped(undefined);
    isMarkingDue.current = true;
    props.onChange(one);
  };

  const service = useMachine(combobox.machine, {
    id,
    ids: { label: props.labelId },
    collection: combobox.collection({ items }),
    value: value ? [value] : [],
    inputValue: shown,
    open: isOpen,
    readOnly: isReadOnly,
    placeholder,
    openOnClick: true,
    allowCustomValue: true,
    inputBehavior: 'autohighlight',
    positioning: { sameWidth: true, gutter: 4, strategy: 'absolute' },
    translations: { triggerLabel: 'Show the list' },
    onOpenChange({ open, reason }) {
      const staysForMore = !open && reason === 'item-select' && api.highlightedValue === more;
      if (staysForMore) return;
      if (open && loaded.state === 'none') load();
      setOpen(open);
    },
    onInputValueChange({ inputValue, reason }) {
      if (reason === 'input-change') setTyped(inputValue);
    },
    onSelect: ({ itemValue }) => choose(itemValue),
  });
  const api = combobox.connect(service, normalizeProps);

  useLayoutEffect(() => props.onReady(() => api.focus()), []);

  // What stands in the field is marked, so that typing replaces it and looks for something else.
  const control = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isMarkingDue.current || document.activeElement !== control.current) return;
    isMarkingDue.current = false;
    // After Zag, which puts the caret at the end.
    requestAnimationFrame(() => control.current?.select());
  });

  const input = api.getInputProps();
  const describedBy = [attributes['aria-describedby'], isDynamic ? statusId : ''].filter(Boolean).join(' ');
  return (
    <div class="dropdown" {...api.getRootProps()}>
      <div
        class="dropdown-control"
        {...api.getControlProps()}
        onKeyDownCapture={(event) => {
          const [first] = items;
          const isMarked = items.some((item) => item.value === api.highlightedValue);
          if (event.key !== 'Enter' || !isOpen || typed === undefined || isMarked || !first) return;
          // Zag mappings the first that fits a moment after the typing; who is quicker means that one as well.
          event.preventDefault();
          event.stopPropagation();
          choose(first.value);
          if (first.value !== more) setOpen(false);
        }}
        // Not on the input itself, where they would take the place of Zag's own.
        onFocusIn={({ target }) => {
          if (target === control.current) control.current?.select();
        }}
        onFocusOut={({ target }) => {
          if (target === control.current) settle();
        }}
      >
        <input
          {...input}
          {...attributes}
          ref={control}
          type="text"
          // biome-ignore lint/a11y/useAriaPropsForRole: the list's state is among the properties that Zag gives
          // biome-ignore lint/a11y/noRedundantRoles: an input is a combobox by itself only when it has a datalist
          role="combobox"
          list={undefined}
          aria-labelledby={props.labelId}
          aria-describedby={describedBy || undefined}
        />
        {value !== '' && !isReadOnly && (
          <button
            type="button"
            class="plain icon-button"
            aria-label="Clear"
            onClick={() => {
              setTyped(undefined);
              props.onChange('');
              api.focus();
            }}
          >
            <Icon name="failed" />
          </button>
        )}
        <button {...api.getTriggerProps()} class="plain icon-button">
          <Icon name="open" />
        </button>
      </div>
      <div {...api.getPositionerProps()} class="dropdown-positioner">
        <div {...api.getContentProps()} class="dropdown-list">
          {items.map((item) => (
            <div
              key={item.value}
              {...api.getItemProps({ item })}
              class={item.value === more ? 'option more' : 'option'}
            >
              <span>{item.label}</span>
              {isDynamic && item.value !== more && item.label !== item.value && <small>{item.value}</small>}
            </div>
          ))}
          {items.length === 0 && (
            <div role="option" tabIndex={-1} aria-disabled="true" aria-selected="false" class="nothing-here">
              {emptySentence(loaded, typed, takesOthers)}
            </div>
          )}
        </div>
      </div>
      {isDynamic && (
        <p class={loaded.problem ? 'field-problem' : 'visually-hidden'} id={statusId} aria-live="polite">
          {loaded.problem ?? (isOpen ? statusSentence(loaded) : '')}
        </p>
      )}
    </div>
  );
}

function emptySentence({ state, problem }: Loaded, typed: string | undefined, takesOthers: boolean): string {
  if (state === 'loading') return 'Loading…';
  if (problem) return 'The list could not be loaded.';
  if (typed && takesOthers) return `Nothing in the list; “${typed}” is taken as it is.`;
  return 'Nothing to choose from.';
}

function statusSentence({ state, choices }: Loaded): string {
  if (state === 'loading') return 'Loading the list…';
  return `${choices.length} to choose from${state === 'some' ? ', and more to load' : ''}.`;
}
