/** A searchable dropdown that loads its choices page by page and accepts other values. */
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../shared/count.ts';
import { Icon } from '../shared/icons.tsx';
import { type Choice, type LoadedChoices, useChoices } from './choices.ts';
import type { ChoicesLoader, FieldAttributes } from './field_types.ts';
import { useListbox } from './use_listbox.ts';

export interface DropdownProps {
  choices: readonly Choice[] | ChoicesLoader;
  value: string;
  onChange(value: string): void;
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
  const { value, isReadOnly, placeholder, name, labelId, attributes, onChange } = props;
  const [loaded, load] = useChoices(props.choices);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);

  const isDynamic = typeof props.choices === 'function';
  // The label of an existing value is only known once the choices are loaded.
  useEffect(() => {
    if (isDynamic && value && loaded.state === 'none' && !loaded.problem) load();
  }, [isDynamic, value]);
  useLayoutEffect(() => props.onReady(() => input.current?.focus()), []);
  useLayoutEffect(() => list.current?.scrollIntoView({ block: 'nearest' }), [isOpen, loaded.state]);

  const found = loaded.choices.filter(
    ({ label, value: one }) => typed === undefined || includesText(label, typed) || includesText(one, typed),
  );
  const more = { value: loadMore, label: typed ? `Load more to search for “${typed}”` : 'Load more' };
  const items = [...found, ...(loaded.state === 'partial' ? [more] : [])].map((item, index) => ({
    ...item,
    id: `${id}-${index}`,
  }));

  const close = () => {
    setOpen(false);
    setTyped(undefined);
  };
  const listbox = useListbox(items, {
    onPick(item) {
      if (item.value === loadMore) return load();
      close();
      onChange(item.value);
      // Typing then replaces the text.
      requestAnimationFrame(() => input.current?.select());
    },
    onClose: close,
  });
  const selected = items.findIndex((item) => item.value === value);
  // Enter then keeps the value, also if its choice was loaded later.
  useLayoutEffect(() => {
    if (isOpen && typed === undefined) listbox.highlight(Math.max(0, selected));
  }, [isOpen, selected >= 0]);
  const open = () => {
    if (isReadOnly || isOpen) return;
    if (loaded.state === 'none') load();
    setOpen(true);
  };
  /** Commits the typed text: the choice with this label or value, else the text itself. */
  const commit = () => {
    close();
    if (typed === undefined) return;
    const text = typed.trim();
    const match = loaded.choices.find(
      (choice) => choice.value === text || choice.label.toLocaleLowerCase() === text.toLocaleLowerCase(),
    );
    onChange(match?.value ?? text);
  };

  const describedBy = [attributes['aria-describedby'], isDynamic ? `${id}-status` : '']
    .filter(Boolean)
    .join(' ');
  const label = loaded.choices.find((choice) => choice.value === value)?.label ?? value;
  return (
    <div class="dropdown">
      <div class="dropdown-control">
        <input
          {...attributes}
          ref={input}
          type="text"
          role="combobox"
          aria-expanded={isOpen}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen ? listbox.highlighted?.id : undefined}
          aria-labelledby={labelId}
          aria-describedby={describedBy || undefined}
          autocomplete="off"
          placeholder={placeholder}
          readOnly={isReadOnly}
          value={typed ?? label}
          onClick={open}
          onFocus={() => input.current?.select()}
          onBlur={commit}
          onInput={({ currentTarget }) => {
            open();
            setTyped(currentTarget.value);
            listbox.highlight(0);
          }}
          onKeyDown={(event) => {
            if (isOpen && event.key === 'Enter' && items.length === 0) return commit();
            if (isOpen) return listbox.handleKey(event);
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') open();
          }}
        />
        {value !== '' && !isReadOnly && (
          <button
            type="button"
            class="plain icon-button"
            aria-label={`Clear ${name}`}
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
          >
            <Icon name="failed" />
          </button>
        )}
        <button
          type="button"
          class="plain icon-button"
          aria-label={`Show choices of ${name}`}
          tabIndex={-1}
          disabled={isReadOnly}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            input.current?.focus();
            if (isOpen) close();
            else open();
          }}
        >
          <Icon name="open" />
        </button>
      </div>
      {isOpen && (
        <div role="listbox" id={`${id}-list`} ref={list} aria-labelledby={labelId} class="dropdown-list">
          {items.map((item) => (
            <div key={item.value} {...listbox.propsOf(item, item.value === value)}>
              <span class={item.value === loadMore ? 'more' : undefined}>{item.label}</span>
              {isDynamic && item.value !== loadMore && item.label !== item.value && (
                <small>{item.value}</small>
              )}
            </div>
          ))}
          {items.length === 0 && (
            <div role="option" tabIndex={-1} aria-disabled="true" aria-selected="false" class="no-options">
              {describeEmpty(loaded, typed)}
            </div>
          )}
        </div>
      )}
      {isDynamic && (
        <p
          class={loaded.problem ? 'field-problem' : 'visually-hidden'}
          id={`${id}-status`}
          aria-live="polite"
        >
          {loaded.problem ?? (isOpen ? describeStatus(loaded) : '')}
        </p>
      )}
    </div>
  );
}

function describeEmpty({ state, problem }: LoadedChoices, typed: string | undefined): string {
  if (state === 'loading') return 'Loading…';
  if (problem) return 'The choices could not be loaded.';
  if (typed) return `No match. “${typed}” is used as a custom value.`;
  return 'No choices.';
}

function describeStatus({ state, choices }: LoadedChoices): string {
  if (state === 'loading') return 'Loading choices…';
  return `${formatCount(choices.length, 'choice')}${state === 'partial' ? ', and more to load' : ''}.`;
}

const includesText = (text: string, part: string): boolean =>
  text.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase());
