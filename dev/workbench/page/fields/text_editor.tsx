/** A text field in which values of earlier steps stand as one readable piece each. */
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
import { type DataSource, describeMapping, findMappings, type MappingView } from './mappings.ts';

const dataSourcesFacet = Facet.define<readonly DataSource[], readonly DataSource[]>({
  combine: ([first]) => first ?? [],
});

class MappingWidget extends WidgetType {
  readonly #view: MappingView;

  constructor(view: MappingView) {
    super();
    this.#view = view;
  }

  override eq(other: MappingWidget): boolean {
    const [mine, its] = [this.#view, other.#view];
    return mine.label === its.label && mine.number === its.number && mine.isKnown === its.isKnown;
  }

  toDOM(): HTMLElement {
    const piece = document.createElement('span');
    piece.className = this.#view.isKnown ? 'mapping' : 'mapping unknown';
    const number = piece.appendChild(document.createElement('span'));
    number.className = 'mapping-step';
    number.textContent = this.#view.number;
    piece.append(` ${this.#view.label}`);
    return piece;
  }
}

function piecesOf(state: EditorState): DecorationSet {
  const pieces = new RangeSetBuilder<Decoration>();
  for (const mapping of findMappings(state.doc.toString())) {
    const widget = new MappingWidget(describeMapping(mapping, state.facet(dataSourcesFacet)));
    pieces.add(mapping.from, mapping.to, Decoration.replace({ widget }));
  }
  return pieces.finish();
}

const pieces = StateField.define<DecorationSet>({
  create: piecesOf,
  update: (before, change) =>
    change.docChanged || change.startState.facet(dataSourcesFacet) !== change.state.facet(dataSourcesFacet)
      ? piecesOf(change.state)
      : before,
  provide: (field) => [
    EditorView.decorations.from(field),
    EditorView.atomicRanges.of((view) => view.state.field(field)),
  ],
});

/** What is pasted into a field of one line becomes one line. */
const oneLine = EditorState.transactionFilter.of((change) => {
  if (!change.docChanged || change.newDoc.lines === 1) return change;
  const text = change.newDoc.toString().replace(/\s*\n\s*/g, ' ');
  return {
    changes: { from: 0, to: change.startState.doc.length, insert: text },
    selection: { anchor: Math.min(change.newSelection.main.head, text.length) },
  };
});

/** A text that came from outside, of which nobody outside has to be told. */
const fromOutside = Annotation.define<true>();

export interface TextEditorHandle {
  focus(): void;
  /** Puts a text where the caret is, or was last. */
  insert(text: string): void;
}

/** What a screen reader is to know of a field beside its label. */
export interface FieldAttributes {
  'aria-describedby'?: string;
  'aria-required'?: 'true';
  'aria-invalid'?: 'true';
}

export interface TextEditorProps {
  value: string;
  onChange(value: string): void;
  /** Whether Enter begins a new line. */
  isLong: boolean;
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
  const changing = useRef(new Compartment());
  /** Texts that were told outside and have not come back as the value yet, oldest first. */
  const told = useRef<string[]>([]);

  const variable = (): Extension => {
    const { isLong, isReadOnly, placeholder, dataSources, attributes, labelId } = latest.current;
    return [
      dataSourcesFacet.of(dataSources),
      EditorState.readOnly.of(isReadOnly),
      EditorView.editable.of(!isReadOnly),
      placeholder ? placeholderOf(placeholder) : [],
      EditorView.contentAttributes.of({
        ...attributes,
        'aria-labelledby': labelId,
        role: 'textbox',
        'aria-multiline': String(isLong),
        'aria-readonly': String(isReadOnly),
        // Also a field that cannot be written into can be reached and read.
        tabindex: '0',
      }),
    ];
  };

  useLayoutEffect(() => {
    const parent = host.current;
    if (!parent) return;
    const editor = new EditorView({
      parent,
      doc: latest.current.value,
      extensions: [
        changing.current.of(variable()),
        pieces,
        history(),
        latest.current.isLong ? [] : [oneLine, keymap.of([{ key: 'Enter', run: () => true }])],
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || update.transactions.some((one) => one.annotation(fromOutside))) return;
          const text = update.state.doc.toString();
          told.current.push(text);
          latest.current.onChange(text);
        }),
      ],
    });
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
    // What was typed comes back as the value, maybe when more is typed already: that is no other text.
    const echo = told.current.indexOf(props.value);
    told.current = told.current.slice(echo + 1);
    if (echo >= 0 || editor.state.doc.toString() === props.value) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: props.value },
      annotations: fromOutside.of(true),
    });
  }, [props.value]);

  const attributes = JSON.stringify(props.attributes);
  useLayoutEffect(() => {
    view.current?.dispatch({ effects: changing.current.reconfigure(variable()) });
  }, [props.dataSources, props.isReadOnly, props.placeholder, attributes]);

  return <div class={props.isLong ? 'text-editor long' : 'text-editor'} ref={host} />;
}
