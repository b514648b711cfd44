/** The list of earlier steps' values, of which one is picked into a field. */
import * as combobox from '@zag-js/combobox';
import { normalizeProps, useMachine } from '@zag-js/preact';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type DataSource, mappingFor } from './mappings.ts';

interface Choosable {
  value: string;
  label: string;
  sample: string;
  source: DataSource;
}

export interface InsertDataProps {
  dataSources: readonly DataSource[];
  /** The name of the field, for the screen reader. */
  into: string;
  onPick(mapping: string): void;
  onClose(): void;
}

const choosableOf = (dataSources: readonly DataSource[]): Choosable[] =>
  dataSources.flatMap((source) =>
    source.items.map(({ path, label, value }) => ({
      value: mappingFor(source.step, path),
      label,
      sample: value,
      source,
    })),
  );

export function InsertData(props: InsertDataProps) {
  const { dataSources, into, onPick, onClose } = props;
  const [filter, setFilter] = useState('');
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const all = useMemo(() => choosableOf(dataSources), [dataSources]);
  const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const items = all.filter(({ label, sample, value }) => {
    const text = `${label} ${sample} ${value}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });

  const service = useMachine(combobox.machine, {
    id,
    collection: combobox.collection({ items }),
    open: true,
    value: [],
    inputValue: filter,
    inputBehavior: 'autohighlight',
    disableLayer: true,
    allowCustomValue: true,
    onInputValueChange({ inputValue, reason }) {
      if (reason === 'input-change') setFilter(inputValue);
    },
    onSelect: ({ itemValue }) => onPick(itemValue),
  });
  const api = combobox.connect(service, normalizeProps);

  useLayoutEffect(() => {
    api.focus();
    panel.current?.scrollIntoView({ block: 'nearest' });
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !panel.current?.contains(target)) onClose();
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, []);

  const input = api.getInputProps();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to what comes up from the input and the list in it
    <div
      class="insert-panel"
      ref={panel}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter') return;
        // Zag mappings the first that fits a moment after the typing; who is quicker means that one as well.
        const marked = items.find((item) => item.value === api.highlightedValue);
        const meant = marked ?? (filter === '' ? undefined : items[0]);
        event.preventDefault();
        event.stopPropagation();
        if (meant) onPick(meant.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !panel.current?.contains(relatedTarget)) onClose();
      }}
    >
      <div {...api.getRootProps()}>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: Zag ties it to the input */}
        <label {...api.getLabelProps()}>Insert data into {into}</label>
        <input
          {...input}
          type="text"
          // biome-ignore lint/a11y/useAriaPropsForRole: the list's state is among the properties that Zag gives
          // biome-ignore lint/a11y/noRedundantRoles: an input is a combobox by itself only when it has a datalist
          role="combobox"
          list={undefined}
          placeholder="Search in earlier steps"
        />
        <div {...api.getContentProps()} class="insert-list">
          {dataSources.map((source) => {
            const mine = items.filter((item) => item.source === source);
            if (mine.length === 0) return undefined;
            const groupId = `${id}-${source.step}`;
            return (
              // biome-ignore lint/a11y/useSemanticElements: groups of options have no element of their own
              <div key={source.step} role="group" aria-labelledby={groupId}>
                <div id={groupId} class="insert-group">
                  {source.number}. {source.title}
                  {!source.isTested && <small> sample; test the step for your own data</small>}
                </div>
                {mine.map((item) => (
                  <div key={item.value} {...api.getItemProps({ item })} class="option">
                    <span>{item.label}</span>
                    <span class="sample">{item.sample === '' ? '(blank)' : item.sample.slice(0, 120)}</span>
                  </div>
                ))}
              </div>
            );
          })}
          {items.length === 0 && (
            <div role="option" tabIndex={-1} aria-disabled="true" aria-selected="false" class="nothing-here">
              {all.length === 0
                ? 'Earlier steps have nothing to map yet; test them first.'
                : 'Nothing like that.'}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
