/** Values of earlier steps inside a text: `{{STEP.path}}`. */

import type { Item } from '../../protocol.ts';
import { samePath } from '../../zaps/mappings.ts';

/** An earlier step and what of it can be mapped. */
export interface DataSource {
  step: string;
  /** Its number in the Zap, counted from 1. */
  number: number;
  title: string;
  /** Whether the items are of a test and not of the definition's sample. */
  isTested: boolean;
  items: readonly Item[];
}

export interface Mapping {
  from: number;
  to: number;
  step: string;
  path: string;
}

const pattern = /\{\{\s*([^{}.\s]+)\.([^{}]*[^{}\s])\s*\}\}/g;

export const findMappings = (text: string): Mapping[] =>
  [...text.matchAll(pattern)].map(({ 0: whole, 1: step = '', 2: path = '', index }) => ({
    from: index,
    to: index + whole.length,
    step,
    path,
  }));

export const hasMapping = (text: string): boolean => findMappings(text).length > 0;

export const mappingFor = (step: string, path: string): string => `{{${step}.${path}}}`;

export interface MappingView {
  number: string;
  label: string;
  value: string | undefined;
  isKnown: boolean;
}

/** How a mapping is shown: by the item's label, or by its path when the item is not known (any more). */
export function describeMapping(
  { step, path }: Pick<Mapping, 'step' | 'path'>,
  dataSources: readonly DataSource[],
): MappingView {
  const source = dataSources.find((one) => one.step === step);
  if (!source) return { number: '?', label: `${path} (no earlier step)`, value: undefined, isKnown: false };
  const number = String(source.number);
  const item = source.items.find((one) => samePath(one.path, path));
  if (item) return { number, label: item.label, value: item.value, isKnown: true };
  return { number, label: path, value: undefined, isKnown: false };
}

/** Whether a value in the text is of a step that does not come before any more. */
export const hasBrokenMapping = (text: string, dataSources: readonly DataSource[]): boolean =>
  findMappings(text).some((mapping) => !dataSources.some(({ step }) => step === mapping.step));

const shortened = (text: string, most = 160): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;

/** What a text with mappings will be, said with the samples. */
export function previewMappings(text: string, dataSources: readonly DataSource[]): string | undefined {
  const mappings = findMappings(text);
  const [first] = mappings;
  if (!first || hasBrokenMapping(text, dataSources)) return undefined;
  if (mappings.length === 1 && text.trim().length === first.to - first.from) {
    const { label, number, value, isKnown } = describeMapping(first, dataSources);
    const source = `${label} from step ${number}`;
    if (!isKnown) return `${source}: not in its latest data`;
    return value === undefined || value === '' ? `${source}: blank` : `${source}: ${shortened(value)}`;
  }
  let words = '';
  let end = 0;
  for (const mapping of mappings) {
    const { value, label } = describeMapping(mapping, dataSources);
    words += text.slice(end, mapping.from) + (value ?? `[${label}]`);
    end = mapping.to;
  }
  return `With the samples: ${shortened(words + text.slice(end))}`;
}
