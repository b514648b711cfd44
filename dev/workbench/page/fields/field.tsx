/** One field of a form, rendered as its definition says. */
import type { InputField } from '@print-and-mail/zapier/definition';
import { useRef, useState } from 'preact/hooks';
import type { Values } from '../../protocol.ts';
import { asText, isRecord } from '../../zaps/mappings.ts';
import type { FieldProps } from './field_types.ts';
import { isBlank, isRequiredButBlank, labelOf, withValue } from './field_value.ts';
import { Markdown } from './markdown.tsx';
import { RepeatableField } from './repeatable_field.tsx';
import { SingleField } from './single_field.tsx';

export function Field(props: FieldProps) {
  const { field } = props;
  if (field.type === 'copy') {
    return (
      <div class="copy">
        <Markdown text={field.helpText ?? ''} />
      </div>
    );
  }
  if (field.children) return <LineItems {...props} children={field.children} />;
  if (field.dict) return <DictField {...props} />;
  if (field.list) return <ListField {...props} />;
  return <SingleField {...props} />;
}

/** Replaces one entry of a list. */
const replaceEntry = <Entry,>(entries: readonly Entry[], index: number, entry: Entry): Entry[] =>
  entries.map((before, at) => (at === index ? entry : before));

/** A field with several values, each with its own control. */
function ListField({ field, value, onChange, context }: FieldProps) {
  const [entries, setEntries] = useState<readonly unknown[]>(() =>
    isBlank(value) ? [''] : Array.isArray(value) ? value : [value],
  );
  const { list: _, helpText: __, ...one } = field;
  const nameOf = (index: number) => `${labelOf(field)} ${index + 1}`;
  const set = (next: readonly unknown[]) => {
    setEntries(next);
    const filled = next.filter((entry) => !isBlank(entry));
    onChange(filled.length === 0 ? undefined : filled);
  };
  return (
    <RepeatableField
      field={field}
      isReadOnly={context.isReadOnly}
      entries={entries}
      blank=""
      addLabel="another"
      nameOf={nameOf}
      minCount={1}
      onChange={set}
      renderEntry={(entry, index, remove) => (
        <div class="entry" key={index}>
          <SingleField
            field={{ ...one, required: field.required === true && index === 0 }}
            name={nameOf(index)}
            hidesName
            value={entry}
            context={context}
            onChange={(next) => set(replaceEntry(entries, index, next))}
          >
            {remove}
          </SingleField>
        </div>
      )}
    />
  );
}

type Pair = readonly [name: string, value: string];

/** What the keys and values of a field are. Zapier’s own editor has no words for them. */
const pairLabels: Record<string, readonly [key: string, value: string]> = {
  merge_fields: ['Placeholder', 'Text to Print'],
  columns: ['Heading', 'Field'],
};

/** A field of key-value pairs; both can be mapped. */
function DictField({ field, value, onChange, context }: FieldProps) {
  const [pairs, setPairs] = useState<readonly Pair[]>(() =>
    isRecord(value) && Object.keys(value).length > 0
      ? Object.entries(value).map(([name, one]) => [name, asText(one)])
      : [['', '']],
  );
  const set = (next: readonly Pair[]) => {
    setPairs(next);
    const filled = next.filter(([name]) => name !== '');
    onChange(filled.length === 0 ? undefined : Object.fromEntries(filled));
  };
  const text = { type: 'string', required: false };
  const [keyLabel, valueLabel] = pairLabels[field.key] ?? ['Key', 'Value'];
  return (
    <RepeatableField
      field={field}
      isMissing={context.showsErrors && isRequiredButBlank(field, value)}
      isReadOnly={context.isReadOnly}
      entries={pairs}
      blank={['', '']}
      addLabel="a pair"
      nameOf={(index) => `pair ${index + 1} of ${labelOf(field)}`}
      onChange={set}
      renderEntry={([name, one], index, remove) => (
        <div class="entry pair" key={index}>
          <SingleField
            field={{ key: `${field.key}-key-${index}`, ...text }}
            name={`${keyLabel} ${index + 1}`}
            value={name}
            context={context}
            onChange={(next) => set(replaceEntry(pairs, index, [asText(next), one]))}
          />
          <SingleField
            field={{ key: `${field.key}-value-${index}`, ...text }}
            name={`${valueLabel} ${index + 1}`}
            value={one}
            context={context}
            onChange={(next) => set(replaceEntry(pairs, index, [name, asText(next)]))}
          >
            {remove}
          </SingleField>
        </div>
      )}
    />
  );
}

/** Line items. An empty row is shown at first, as in Zapier. */
function LineItems({ field, children, value, onChange, context }: FieldProps & { children: InputField[] }) {
  const rows: readonly Values[] = Array.isArray(value) ? value.filter(isRecord) : [{}];
  const label = labelOf(field);
  // Stable keys for rows, so that removing one does not move the text of the others.
  const rowKeys = useRef<number[]>([]);
  const nextKey = useRef(0);
  while (rowKeys.current.length < rows.length) rowKeys.current.push(nextKey.current++);
  rowKeys.current.length = rows.length;
  return (
    <RepeatableField
      field={field}
      isMissing={context.showsErrors && isRequiredButBlank(field, value)}
      isReadOnly={context.isReadOnly}
      entries={rows}
      blank={{}}
      addLabel="a row"
      nameOf={(index) => `row ${index + 1} of ${label}`}
      onChange={(left, removed) => {
        if (removed !== undefined) rowKeys.current.splice(removed, 1);
        onChange(left);
      }}
      renderEntry={(row, index, remove) => (
        <fieldset class="entry item-row" key={rowKeys.current[index]}>
          <legend>
            {label}, row {index + 1}
          </legend>
          {remove}
          <div class="row-fields">
            {children.map((child) => (
              <Field
                key={child.key}
                // The help of the first row is enough for all.
                field={index === 0 ? child : { ...child, helpText: undefined }}
                value={row[child.key]}
                // The empty initial row has no required fields.
                context={{
                  ...context,
                  showsErrors: context.showsErrors && Array.isArray(value),
                  within: `row ${index + 1} of ${label}`,
                }}
                onChange={(one) => onChange(replaceEntry(rows, index, withValue(row, child.key, one)))}
              />
            ))}
          </div>
        </fieldset>
      )}
    />
  );
}
