/** What every action that orders letters has in common: protection against ordering twice and by mistake. */
import type { Bundle } from 'zapier-platform-core';
import { type InputData, oneOf } from '../inputs.ts';
import { duplicateWindowField } from '../order_deduplication.ts';

const editorTestField = {
  key: 'editor_test',
  label: 'When Testing in the Editor',
  type: 'string',
  default: 'preview',
  choices: {
    preview: 'Only check: order nothing and spend nothing',
    order: 'Really order the letters',
  },
  group: 'safety',
  helpText: 'What the Test button of the Zap editor does. A Zap that is turned on always orders.',
} as const;

export const safetyFields = [duplicateWindowField, editorTestField] as const;

export const safetyGroup = { key: 'safety', label: 'Safety' };

/** Whether this run only checks: the editor's test, unless the user wants it to order. */
export const isPreviewOnly = (bundle: { inputData: InputData; meta?: Partial<Bundle['meta']> }): boolean =>
  (oneOf(bundle.inputData, editorTestField, ['preview', 'order']) ?? 'preview') === 'preview' &&
  bundle.meta?.isLoadingSample === true;

/** What stands in place of an order's number where nothing was ordered; no order can have it. */
export const previewId = 'not-ordered-preview-only';

export const listField = {
  key: 'list_id',
  label: 'List',
  type: 'string',
  required: true,
  placeholder: 'l-001-0001',
  helpText:
    'The list of people to write to. The letter service shows its number beside the list (such as l-001-0001), and so do your earlier orders; map it or type it in.',
} as const;

export const safetyOutputFields = [
  { key: 'already_ordered', label: 'Already Ordered', type: 'boolean' as const },
  { key: 'preview_only', label: 'Preview Only', type: 'boolean' as const },
];
