/** Says in a line whom a run concerned, and why it failed or what it warned of. */
import type { Definition } from '@print-and-mail/zapier/definition';
import type { StepRun, ZapRun, ZapState } from '../../protocol.ts';
import { isRecord } from '../../zaps/mappings.ts';
import { stepTitle } from '../../zaps/step_title.ts';
import { formatCount } from '../shared/count.ts';
import { localFileName } from '../shared/file_name.ts';
import { reasonIn, warningOf } from '../shared/outcome.tsx';
import { firstItems } from '../shared/visible_items.ts';

/** Whom the run concerned, by the last step that names people: those on the first envelopes, or one with an address. */
function namePeople({ steps }: ZapRun): string {
  const data = steps.flatMap(({ input, record = {} }) => [input, record]).reverse();
  for (const { first_envelopes: envelopes, letter_count: count, ...one } of data) {
    if (Array.isArray(envelopes) && envelopes.length > 0) {
      const names = envelopes.map((envelope) => String(envelope).split('\n')[0]);
      const others = typeof count === 'number' ? count - names.length : 0;
      return `${names.join(', ')}${others > 0 ? ` and ${formatCount(others, 'other')}` : ''}`;
    }
    const { name = one.company } = one;
    if (typeof name === 'string' && name !== '' && ('street' in one || isRecord(one.address))) return name;
  }
  return '';
}

export function summarize(definition: Definition, zap: ZapState, run: ZapRun): string {
  const [people, reason] = [namePeople(run), describeReason(definition, zap, run)];
  return reason.includes(people) ? reason : [people, reason].filter(Boolean).join(' · ');
}

/** The reason of the failing step, else a warning, else the readable values of the trigger. */
function describeReason(definition: Definition, { plan }: ZapState, { steps, stopReason }: ZapRun): string {
  const withTitle = ({ step: id }: StepRun, text: string): string => {
    const index = plan.steps.findIndex((step) => step.id === id);
    const step = plan.steps[index];
    if (!step) return text;
    // "Letter to Ann Lee: …" says what Send Letter does.
    const noun = step.kind === 'creates' && definition.creates[step.key]?.noun;
    const title = text.startsWith(`${noun} to `) ? '' : `${stepTitle(definition, step)}: `;
    return `${index + 1}. ${title}${text}`;
  };
  const failing = steps.find(({ problem }) => problem);
  if (failing?.problem) return withTitle(failing, reasonIn(failing.problem.message));
  if (stopReason !== undefined) return stopReason;
  const warned = steps.find((step) => warningOf(step) !== '');
  if (warned) return withTitle(warned, warningOf(warned));
  const items = firstItems(steps[0]?.items ?? [], false);
  const texts = items.map(({ value, fileUrl }) => localFileName(value) ?? (fileUrl ? '' : value));
  const values = [...new Set(texts)].filter((value) => value !== '');
  // Prefer values of several words, such as a name, to IDs and codes.
  const phrases = values.filter((value) => /\p{L} \S/u.test(value));
  return (phrases.length > 0 ? phrases : values).slice(0, 2).join(' · ');
}
