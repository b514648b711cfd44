/** Mappings in a field's text, `{{STEP.path}}`, and how they are displayed. */
import type { Item } from '../../protocol.ts';
import { isSamePath } from '../../zaps/mappings.ts';
import { localFileName } from '../shared/file_name.ts';

/** An earlier step and its data. */
export interface DataSource {
  step: string;
  /** The step's number, counted from 1. */
  number: number;
  title: string;
  /** Whether the data come from a test and not from the definition's sample. */
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
  /** The step's number, or `?`. */
  number: string;
  label: string;
  value: string | undefined;
  isKnown: boolean;
}

/** The item's value for people: the name of a file, if it is known, instead of its URL. */
export const sampleOf = ({ value, fileUrl }: Item): string =>
  localFileName(value) ?? (fileUrl === undefined ? value : 'a file');

/** The item's label, or the path if the data does not have it. */
export function describeMapping(
  { step, path }: Pick<Mapping, 'step' | 'path'>,
  dataSources: readonly DataSource[],
): MappingView {
  const source = dataSources.find((one) => one.step === step);
  if (!source) return { number: '?', label: `${path} (step not found)`, value: undefined, isKnown: false };
  const number = String(source.number);
  const item = source.items.find((one) => isSamePath(one.path, path));
  if (item) return { number, label: item.label, value: sampleOf(item), isKnown: true };
  return { number, label: path, value: undefined, isKnown: false };
}

/** Whether a mapping refers to a step that is not before this one. */
export const hasBrokenMapping = (text: string, dataSources: readonly DataSource[]): boolean =>
  findMappings(text).some((mapping) => !dataSources.some(({ step }) => step === mapping.step));

const maxPreviewLength = 160;

const shorten = (text: string): string =>
  text.length > maxPreviewLength ? `${text.slice(0, maxPreviewLength - 1).trimEnd()}…` : text;

/** Replaces mappings with sample data, for a preview. Returns undefined if the text has no mappings or a broken one. */
export function previewMappings(text: string, dataSources: readonly DataSource[]): string | undefined {
  const mappings = findMappings(text);
  const [first] = mappings;
  if (!first || hasBrokenMapping(text, dataSources)) return undefined;
  if (mappings.length === 1 && text.trim().length === first.to - first.from) {
    const { label, number, value, isKnown } = describeMapping(first, dataSources);
    const source = `${label} from step ${number}`;
    if (!isKnown) return `${source}: not in its latest data`;
    return value === undefined || value === '' ? `${source}: blank` : `${source}: ${shorten(value)}`;
  }
  let preview = '';
  let end = 0;
  for (const mapping of mappings) {
    const { value, label } = describeMapping(mapping, dataSources);
    preview += text.slice(end, mapping.from) + (value ?? `[${label}]`);
    end = mapping.to;
  }
  return `With sample data: ${shorten(preview + text.slice(end))}`;
}
