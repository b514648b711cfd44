/** Values of earlier steps inside a text: `{{STEP.path}}`. */
import { samePath } from '../marks.ts';
import type { Item } from '../protocol.ts';

/** An earlier step and what of it can be mapped. */
export interface Offer {
  step: string;
  /** Its place in the Zap, counted from 1. */
  place: number;
  title: string;
  /** Whether the items are of a test and not of the definition's sample. */
  isTested: boolean;
  items: readonly Item[];
}

export interface Mark {
  from: number;
  to: number;
  step: string;
  path: string;
}

const pattern = /\{\{\s*([^{}.\s]+)\.([^{}]*[^{}\s])\s*\}\}/g;

export const marksIn = (text: string): Mark[] =>
  [...text.matchAll(pattern)].map(({ 0: whole, 1: step = '', 2: path = '', index }) => ({
    from: index,
    to: index + whole.length,
    step,
    path,
  }));

export const hasMark = (text: string): boolean => marksIn(text).length > 0;

export const markFor = (step: string, path: string): string => `{{${step}.${path}}}`;

export interface MarkView {
  place: string;
  label: string;
  value: string | undefined;
  isKnown: boolean;
}

/** How a mark is shown: by the item's label, or by its path when the item is not known (any more). */
export function viewOf({ step, path }: Pick<Mark, 'step' | 'path'>, offers: readonly Offer[]): MarkView {
  const offer = offers.find((one) => one.step === step);
  if (!offer) return { place: '?', label: `${path} (no earlier step)`, value: undefined, isKnown: false };
  const place = String(offer.place);
  const item = offer.items.find((one) => samePath(one.path, path));
  if (item) return { place, label: item.label, value: item.value, isKnown: true };
  return { place, label: path, value: undefined, isKnown: false };
}

/** Whether a value in the text is of a step that does not come before any more. */
export const hasLost = (text: string, offers: readonly Offer[]): boolean =>
  marksIn(text).some((mark) => !offers.some(({ step }) => step === mark.step));

const shortened = (text: string, most = 160): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;

/** What a text with marks will be, said with the samples. */
export function inWords(text: string, offers: readonly Offer[]): string | undefined {
  const marks = marksIn(text);
  const [first] = marks;
  if (!first || hasLost(text, offers)) return undefined;
  if (marks.length === 1 && text.trim().length === first.to - first.from) {
    const { label, place, value, isKnown } = viewOf(first, offers);
    const source = `${label} from step ${place}`;
    if (!isKnown) return `${source}: not in its latest data`;
    return value === undefined || value === '' ? `${source}: blank` : `${source}: ${shortened(value)}`;
  }
  let words = '';
  let end = 0;
  for (const mark of marks) {
    const { value, label } = viewOf(mark, offers);
    words += text.slice(end, mark.from) + (value ?? `[${label}]`);
    end = mark.to;
  }
  return `With the samples: ${shortened(words + text.slice(end))}`;
}
