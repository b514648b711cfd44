/** Decides what the Test button of the Zap editor does with an action that costs money, or deletes or replaces data. */
import type { Bundle } from 'zapier-platform-core';
import { type InputData, readChoice } from './inputs.ts';

const field = {
  key: 'editor_test',
  label: 'When Testing in the Editor',
  type: 'string',
  default: 'preview',
  helpText: 'What the Test button does. When the Zap is on, this setting has no effect.',
} as const;

export const editorTestField = {
  ...field,
  choices: { preview: 'Preview: change nothing', run: 'Run the step' },
} as const;

export const orderTestField = {
  ...field,
  choices: { preview: 'Preview: order nothing', order: 'Order the letters' },
  group: 'safety',
} as const;

/** Returns true if this run is a test in the editor that must not change or order anything. */
export const isEditorPreview = (
  { inputData, meta }: { inputData: InputData; meta?: Partial<Bundle['meta']> },
  testField: typeof editorTestField | typeof orderTestField,
): boolean =>
  meta?.isLoadingSample === true && (readChoice<string>(inputData, testField) ?? field.default) === 'preview';
