/** A searchable dropdown that loads its choices page by page and can accept other values. */
import * as combobox from '@zag-js/combobox';
import { normalizeProps, useMachine } from '@zag-js/preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from '../shared/icons.tsx';
import { type Choice, type LoadedChoices, useChoices } from './choices.ts';
import type { ChoicesLoader, FieldAttributes } from './field_types.ts';

export interface DropdownProps {
  choices: readonly Choice[] | ChoicesLoader;
  value: string;
  onChange(value: string): void;
  allowsCustomValue: boolean;
  placeholder: string;
  isReadOnly: boolean;
  /** Names the buttons. */
  name: string;
  labelId: string;
  attributes: FieldAttributes;
  onReady(focus: () => void): void;
}

/** The value of the option that loads the next page. */
const loadMore = '\u0000more';

export function Dropdown(props: DropdownProps) {
  const { value, isReadOnly, allowsCustomValue, placeholder, attributes } = props;
  const [loaded, load] = useChoices(props.choices);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const id = useId();
  const statusId = `${id}-status`;

  const isDynamic = typeof props.choices === 'function';
  // The label of an existing value is only known once the choices are loaded.
  useEffect(() => {
    if (isDynamic && value && loaded.state === 'none' && !loaded.problem) load();
  }, [isDynamic, value]);

  const labelOf = (one: string) => loaded.choices.find((choice) => choice.value === one)?.label ?? one;
  const inputValue = typed ?? (value ? labelOf(value) : '');

  const items = useMemo(() => {
    const found = loaded.choices.filter(
      ({ label, value: one }) =>
        typed === undefined || includesText(label, typed) || includesText(one, typed),
    );
    const last =
      loaded.state === 'partial'
        ? [{ value: loadMore, label: typed ? `Load more to search for “${typed}”` : 'Load more' }]
        : [];
    return [...found, ...last];
  }, [loaded, typed]);

  /** Commits the typed text on blur: the choice with this label or value, else the text itself. */
  const commit = () => {
    if (typed === undefined) return;
    const text = typed.trim();
    const match = loaded.choices.find(
      (choice) => choice.value === text || choice.label.toLocaleLowerCase() === text.toLocaleLowerCase(),
    );
    if (text === '' || match || allowsCustomValue) props.onChange(match?.value ?? text);
    setTyped(undefined);
  };

  const isSelectionRequested = useRef(false);
  const choose = (one: string) => {
    if (one === loadMore) return load();
    setTyped(undefined);
    isSelectionRequested.current = true;
    props.onChange(one);
  };

  const service = useMachine(combobox.machine, {
    id,
    ids: { label: props.labelId },
    collection: combobox.collection({ items }),
    value: value ? [value] : [],
    inputValue,
    open: isOpen,
    readOnly: isReadOnly,
    placeholder,
    openOnClick: true,
    allowCustomValue: true,
    inputBehavior: 'autohighlight',
    positioning: { sameWidth: true, gutter: 4, strategy: 'absolute' },
    translations: { triggerLabel: `Show choices of ${props.name}` },
    onOpenChange({ open, reason }) {
      const isLoadingMore = !open && reason === 'item-select' && api.highlightedValue === loadMore;
      if (isLoadingMore) return;
      if (open && loaded.state === 'none') load();
      setOpen(open);
    },
    onInputValueChange({ inputValue: text, reason }) {
      if (reason === 'input-change') setTyped(text);
    },
    onSelect: ({ itemValue }) => choose(itemValue),
  });
  const api = combobox.connect(service, normalizeProps);

  useLayoutEffect(() => props.onReady(() => api.focus()), []);

  // Select the text after a choice, so that typing replaces it.
  const control = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isSelectionRequested.current || document.activeElement !== control.current) return;
    isSelectionRequested.current = false;
    // After Zag has moved the caret to the end.
    requestAnimationFrame(() => control.current?.select());
  });

  // Zag's type allows any role.
  const input = { ...api.getInputProps(), role: 'combobox' as const };
  const describedBy = [attributes['aria-describedby'], isDynamic ? statusId : ''].filter(Boolean).join(' ');
  return (
    <div class="dropdown" {...api.getRootProps()}>
      <div
        class="dropdown-control"
        {...api.getControlProps()}
        onKeyDownCapture={(event) => {
          const [first] = items;
          const hasHighlight = items.some((item) => item.value === api.highlightedValue);
          if (event.key !== 'Enter' || !isOpen || typed === undefined || hasHighlight || !first) return;
          // Zag highlights the first match with a delay; a fast Enter means that match as well.
          event.preventDefault();
          event.stopPropagation();
          choose(first.value);
          if (first.value !== loadMore) setOpen(false);
        }}
        // On the parent, because these would replace Zag's own handlers on the input.
        onFocusIn={({ target }) => {
          if (target === control.current) control.current?.select();
        }}
        onFocusOut={({ target }) => {
          if (target === control.current) commit();
        }}
      >
        <input
          {...input}
          {...attributes}
          ref={control}
          type="text"
          list={undefined}
          aria-labelledby={props.labelId}
          aria-describedby={describedBy || undefined}
        />
        {value !== '' && !isReadOnly && (
          <button
            type="button"
            class="plain icon-button"
            aria-label={`Clear ${props.name}`}
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
              class={item.value === loadMore ? 'option more' : 'option'}
            >
              <span>{item.label}</span>
              {isDynamic && item.value !== loadMore && item.label !== item.value && (
                <small>{item.value}</small>
              )}
            </div>
          ))}
          {items.length === 0 && (
            <div role="option" tabIndex={-1} aria-disabled="true" aria-selected="false" class="no-options">
              {describeEmpty(loaded, typed, allowsCustomValue)}
            </div>
          )}
        </div>
      </div>
      {isDynamic && (
        <p class={loaded.problem ? 'field-problem' : 'visually-hidden'} id={statusId} aria-live="polite">
          {loaded.problem ?? (isOpen ? describeStatus(loaded) : '')}
        </p>
      )}
    </div>
  );
}

function describeEmpty(
  { state, problem }: LoadedChoices,
  typed: string | undefined,
  allowsCustomValue: boolean,
): string {
  if (state === 'loading') return 'Loading…';
  if (problem) return 'The choices could not be loaded.';
  if (typed && allowsCustomValue) return `No match. “${typed}” is used as a custom value.`;
  return 'No choices.';
}

function describeStatus({ state, choices }: LoadedChoices): string {
  if (state === 'loading') return 'Loading choices…';
  return `${choices.length} choices${state === 'partial' ? ', and more to load' : ''}.`;
}

const includesText = (text: string, part: string): boolean =>
  text.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase());
