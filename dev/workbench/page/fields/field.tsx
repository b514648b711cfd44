/** One field of a form, drawn from its definition. */

import type { InputField } from '@print-and-mail/zapier/definition';
import { useRef, useState } from 'preact/hooks';
import type { Values } from '../../protocol.ts';
import { asText, isBlank, isRequiredButBlank, isRow, labelOf, withValue } from './field_value.ts';
import { Markdown } from './markdown.tsx';
import { RepeatableField } from './repeatable_field.tsx';
import { type FieldProps, Single } from './single_field.tsx';

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
  if (field.dict) return <Pairs {...props} />;
  if (field.list) return <Several {...props} />;
  return <Single {...props} />;
}

/** An entry list with the one at a place exchanged for another. */
const withEntry = <Entry,>(entries: readonly Entry[], index: number, entry: Entry): Entry[] =>
  entries.map((before, at) => (at === index ? entry : before));

/** A field that takes any number of values: a control for each. */
function Several({ field, value, onChange, context, waitsFor }: FieldProps) {
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
      one="another"
      nameOf={nameOf}
      least={1}
      onChange={set}
      draw={(entry, index, remove) => (
        <div class="entry" key={index}>
          <Single
            field={{ ...one, required: field.required === true && index === 0 }}
            name={nameOf(index)}
            value={entry}
            context={context}
            {...(waitsFor ? { waitsFor } : {})}
            onChange={(next) => set(withEntry(entries, index, next))}
          >
            {remove}
          </Single>
        </div>
      )}
    />
  );
}

type Pair = readonly [name: string, value: string];

/** A field of names and values. */
function Pairs({ field, value, onChange, context }: FieldProps) {
  const [pairs, setPairs] = useState<readonly Pair[]>(() =>
    isRow(value) && Object.keys(value).length > 0
      ? Object.entries(value).map(([name, one]) => [name, asText(one)])
      : [['', '']],
  );
  const set = (next: readonly Pair[]) => {
    setPairs(next);
    const filled = next.filter(([name]) => name !== '');
    onChange(filled.length === 0 ? undefined : Object.fromEntries(filled));
  };
  const text = { type: 'string', required: false };
  return (
    <RepeatableField
      field={field}
      isMissing={context.showsErrors && isRequiredButBlank(field, value)}
      isReadOnly={context.isReadOnly}
      entries={pairs}
      blank={['', '']}
      one="a pair"
      nameOf={(index) => `pair ${index + 1} of ${labelOf(field)}`}
      onChange={set}
      draw={([name, one], index, remove) => (
        <div class="entry pair" key={index}>
          <Single
            field={{ key: `${field.key}-name-${index}`, ...text }}
            name={`Name ${index + 1}`}
            value={name}
            context={{ ...context, dataSources: [] }}
            onChange={(next) => set(withEntry(pairs, index, [asText(next), one]))}
          />
          <Single
            field={{ key: `${field.key}-value-${index}`, ...text }}
            name={`Value ${index + 1}`}
            value={one}
            context={context}
            onChange={(next) => set(withEntry(pairs, index, [name, asText(next)]))}
          >
            {remove}
          </Single>
        </div>
      )}
    />
  );
}

/** Rows of the same fields. One empty row is shown until there are others, as Zapier does. */
function LineItems({ field, children, value, onChange, context }: FieldProps & { children: InputField[] }) {
  const rows: readonly Values[] = Array.isArray(value) ? value.filter(isRow) : [{}];
  const label = labelOf(field);
  // Rows have no name of their own; they keep their identity by a number so that removing one moves no texts about.
  const numbers = useRef<number[]>([]);
  const next = useRef(0);
  while (numbers.current.length < rows.length) numbers.current.push(next.current++);
  numbers.current.length = rows.length;
  return (
    <RepeatableField
      field={field}
      isMissing={context.showsErrors && isRequiredButBlank(field, value)}
      isReadOnly={context.isReadOnly}
      entries={rows}
      blank={{}}
      one="a row"
      nameOf={(index) => `row ${index + 1} of ${label}`}
      onChange={(left, removed) => {
        if (removed !== undefined) numbers.current.splice(removed, 1);
        onChange(left);
      }}
      draw={(row, index, remove) => (
        <fieldset class="entry item-row" key={numbers.current[index]}>
          <legend>
            {label}, row {index + 1}
          </legend>
          {remove}
          <div class="row-fields">
            {children.map((child) => (
              <Field
                key={child.key}
                field={child}
                value={row[child.key]}
                // The row that is only shown to begin with asks for nothing.
                context={{
                  ...context,
                  showsErrors: context.showsErrors && Array.isArray(value),
                  row: `row ${index + 1} of ${label}`,
                }}
                onChange={(one) => onChange(withEntry(rows, index, withValue(row, child.key, one)))}
              />
            ))}
          </div>
        </fieldset>
      )}
    />
  );
}
