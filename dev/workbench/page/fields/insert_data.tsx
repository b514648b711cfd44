/** The data picker: lists the data of earlier steps, of which one is inserted into a field. */
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { withoutRepeatedIds } from '../shared/visible_items.ts';
import { type DataSource, laterNote, mappingFor, sampleOf } from './mappings.ts';
import { useListbox } from './use_listbox.ts';

interface DataOption {
  id: string;
  mapping: string;
  label: string;
  sample: string;
  source: DataSource;
}

export interface InsertDataProps {
  dataSources: readonly DataSource[];
  fieldName: string;
  onPick(mapping: string): void;
  onClose(): void;
}

const optionsOf = (dataSources: readonly DataSource[], listId: string): DataOption[] =>
  dataSources.flatMap((source) =>
    withoutRepeatedIds(source.items).map((item, index) => ({
      id: `${listId}-${source.step}-${index}`,
      mapping: mappingFor(source.step, item.path),
      label: item.label,
      sample: item.isLater ? laterNote : sampleOf(item) || '(blank)',
      source,
    })),
  );

export function InsertData({ dataSources, fieldName, onPick, onClose }: InsertDataProps) {
  const [query, setQuery] = useState('');
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const all = useMemo(() => optionsOf(dataSources, id), [dataSources, id]);
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const options = all.filter(({ label, sample, mapping }) => {
    const text = `${label} ${sample} ${mapping}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  const listbox = useListbox(options, { onPick: ({ mapping }) => onPick(mapping), onClose });

  useLayoutEffect(() => {
    input.current?.focus();
    panel.current?.scrollIntoView({ block: 'nearest' });
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !panel.current?.contains(target)) onClose();
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, []);

  return (
    <div
      class="insert-panel"
      ref={panel}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !panel.current?.contains(relatedTarget)) onClose();
      }}
    >
      <label for={`${id}-input`}>Insert data into {fieldName}</label>
      <input
        id={`${id}-input`}
        ref={input}
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={listbox.highlighted?.id}
        autocomplete="off"
        placeholder="Search earlier steps"
        value={query}
        onInput={({ currentTarget }) => {
          setQuery(currentTarget.value);
          listbox.highlight(0);
        }}
        onKeyDown={listbox.handleKey}
      />
      <div role="listbox" id={`${id}-list`} aria-label="Data from earlier steps" class="insert-list">
        {dataSources.map((source) => (
          <DataSourceGroup
            key={source.step}
            id={`${id}-${source.step}`}
            source={source}
            options={options.filter((option) => option.source === source)}
            listbox={listbox}
          />
        ))}
        {options.length === 0 && (
          <div role="option" tabIndex={-1} aria-disabled="true" aria-selected="false" class="no-options">
            {all.length === 0 ? 'No data yet. Test the earlier steps first.' : 'No matching data.'}
          </div>
        )}
      </div>
    </div>
  );
}

interface DataSourceGroupProps {
  id: string;
  source: DataSource;
  options: readonly DataOption[];
  listbox: ReturnType<typeof useListbox<DataOption>>;
}

function DataSourceGroup({ id, source, options, listbox }: DataSourceGroupProps) {
  if (options.length === 0) return undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element groups the options of a listbox
    <div role="group" aria-labelledby={id}>
      <div id={id} class="insert-group">
        {source.number}. {source.title}
        {source.note && <small> {source.note}</small>}
      </div>
      {options.map((option) => (
        <div key={option.id} {...listbox.propsOf(option)}>
          <span>{option.label}</span>
          <span class="sample">{option.sample.slice(0, 120)}</span>
        </div>
      ))}
    </div>
  );
}
