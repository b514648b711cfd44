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
  /** Says that the data are only an example. */
  note: string | undefined;
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
  /** What to know about the value, such as that it is an example. */
  note?: string | undefined;
}

/** Describes an item that a preview does not have. */
export const laterNote = 'only after a real run';

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
  const note = item?.isLater ? laterNote : source.note;
  if (item) return { number, label: item.label, value: sampleOf(item), isKnown: true, note };
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
    const { label, number, value, isKnown, note } = describeMapping(first, dataSources);
    const source = `${label} from step ${number}`;
    if (!isKnown) return `${source}: not in its latest data`;
    if (value === undefined || value === '') return `${source}: ${note === laterNote ? note : 'blank'}`;
    return `${source}: ${shorten(value)}${note === undefined ? '' : ` (${note})`}`;
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
