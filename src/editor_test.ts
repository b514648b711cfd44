/** What the Test button of the Zap editor does with an action that deletes or replaces data. */
import type { Bundle } from 'zapier-platform-core';
import { type InputData, readChoice } from './inputs.ts';

export const editorTestField = {
  key: 'editor_test',
  label: 'When Testing in the Editor',
  type: 'string',
  default: 'preview',
  choices: {
    preview: 'Preview: change nothing',
    run: 'Run the step',
  },
  helpText: 'What the Test button in the Zap editor does. When the Zap is on, the step always runs.',
} as const;

/** Whether this run is a test in the editor that must not change anything. */
export const isEditorPreview = (bundle: { inputData: InputData; meta?: Partial<Bundle['meta']> }): boolean =>
  (readChoice(bundle.inputData, editorTestField) ?? 'preview') === 'preview' &&
  bundle.meta?.isLoadingSample === true;
