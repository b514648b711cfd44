/** A text field that shows mappings as labeled pills. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  Annotation,
  Compartment,
  EditorState,
  type Extension,
  Facet,
  RangeSetBuilder,
  StateField,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  placeholder as placeholderOf,
  WidgetType,
} from '@codemirror/view';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FieldAttributes } from './field_types.ts';
import { type DataSource, describeMapping, findMappings, type MappingView } from './mappings.ts';

const dataSourcesFacet = Facet.define<readonly DataSource[], readonly DataSource[]>({
  combine: ([first]) => first ?? [],
});

class MappingPill extends WidgetType {
  readonly #view: MappingView;

  constructor(view: MappingView) {
    super();
    this.#view = view;
  }

  override eq(other: MappingPill): boolean {
    const [one, two] = [this.#view, other.#view];
    return one.label === two.label && one.number === two.number && one.isKnown === two.isKnown;
  }

  toDOM(): HTMLElement {
    const pill = document.createElement('span');
    pill.className = this.#view.isKnown ? 'mapping' : 'mapping unknown';
    const number = pill.appendChild(document.createElement('span'));
    number.className = 'mapping-step';
    number.textContent = this.#view.number;
    pill.append(` ${this.#view.label}`);
    return pill;
  }
}

function createPills(state: EditorState): DecorationSet {
  const pills = new RangeSetBuilder<Decoration>();
  for (const mapping of findMappings(state.doc.toString())) {
    const widget = new MappingPill(describeMapping(mapping, state.facet(dataSourcesFacet)));
    pills.add(mapping.from, mapping.to, Decoration.replace({ widget }));
  }
  return pills.finish();
}

const pillsField = StateField.define<DecorationSet>({
  create: createPills,
  update: (before, change) =>
    change.docChanged || change.startState.facet(dataSourcesFacet) !== change.state.facet(dataSourcesFacet)
      ? createPills(change.state)
      : before,
  provide: (field) => [
    EditorView.decorations.from(field),
    EditorView.atomicRanges.of((view) => view.state.field(field)),
  ],
});

/** Joins lines that are pasted into a single-line field. */
const singleLine = EditorState.transactionFilter.of((change) => {
  if (!change.docChanged || change.newDoc.lines === 1) return change;
  const text = change.newDoc.toString().replace(/\s*\n\s*/g, ' ');
  return {
    changes: { from: 0, to: change.startState.doc.length, insert: text },
    selection: { anchor: Math.min(change.newSelection.main.head, text.length) },
  };
});

/** Marks a change that came from the props, which `onChange` does not report. */
const fromProps = Annotation.define<true>();

export interface TextEditorHandle {
  focus(): void;
  /** Inserts text where the caret was last. */
  insert(text: string): void;
}

export interface TextEditorProps {
  value: string;
  onChange(value: string): void;
  isMultiline: boolean;
  isReadOnly: boolean;
  placeholder: string;
  dataSources: readonly DataSource[];
  labelId: string;
  attributes: FieldAttributes;
  onReady(handle: TextEditorHandle): void;
}

export function TextEditor(props: TextEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const options = useRef(new Compartment());
  /** Reported texts that have not come back as the value yet, oldest first. */
  const reported = useRef<string[]>([]);

  const currentOptions = (): Extension => {
    const { isMultiline, isReadOnly, placeholder, dataSources, attributes, labelId } = latest.current;
    return [
      dataSourcesFacet.of(dataSources),
      EditorState.readOnly.of(isReadOnly),
      EditorView.editable.of(!isReadOnly),
      placeholder ? placeholderOf(placeholder) : [],
      EditorView.contentAttributes.of({
        ...attributes,
        'aria-labelledby': labelId,
        role: 'textbox',
        'aria-multiline': String(isMultiline),
        'aria-readonly': String(isReadOnly),
        // Keeps read-only fields reachable by keyboard.
        tabindex: '0',
      }),
    ];
  };

  // The first time, the editor does not exist yet: it is created below, with these options.
  const attributes = JSON.stringify(props.attributes);
  useLayoutEffect(() => {
    view.current?.dispatch({ effects: options.current.reconfigure(currentOptions()) });
  }, [props.dataSources, props.isReadOnly, props.placeholder, attributes]);

  useLayoutEffect(() => {
    const parent = host.current;
    if (!parent) return;
    const editor = new EditorView({
      doc: latest.current.value,
      extensions: [
        options.current.of(currentOptions()),
        pillsField,
        history(),
        latest.current.isMultiline ? [] : [singleLine, keymap.of([{ key: 'Enter', run: () => true }])],
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || update.transactions.some((one) => one.annotation(fromProps))) return;
          const text = update.state.doc.toString();
          reported.current.push(text);
          latest.current.onChange(text);
        }),
      ],
    });
    // Only now, because the editor measures its parents when it is created, which is slow in a long form.
    parent.append(editor.dom);
    view.current = editor;
    latest.current.onReady({
      focus: () => editor.focus(),
      insert(text) {
        editor.dispatch(editor.state.replaceSelection(text));
        editor.focus();
      },
    });
    return () => editor.destroy();
  }, []);

  useLayoutEffect(() => {
    const editor = view.current;
    if (!editor) return;
    // A reported text comes back as the value, possibly after more was typed; ignore it then.
    const echo = reported.current.indexOf(props.value);
    reported.current = reported.current.slice(echo + 1);
    if (echo >= 0 || editor.state.doc.toString() === props.value) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: props.value },
      annotations: fromProps.of(true),
    });
  }, [props.value]);

  return <div class={props.isMultiline ? 'text-editor long' : 'text-editor'} ref={host} />;
}
