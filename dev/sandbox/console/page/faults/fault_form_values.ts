/** Turns the values of the fault form into a rule of the control API. */
import type { FaultRule } from '../actions/sandbox.ts';

export const emptyForm = {
  method: '',
  path: '/v1/*',
  frequency: 'all',
  nth: '1',
  probability: '50',
  status: '500',
  body: '',
  delay: '',
  reset: '',
  truncate: '',
};

export type FaultFormValues = typeof emptyForm;

/** @throws if a number field contains anything else */
export function readForm(form: FaultFormValues): FaultRule {
  return {
    match: {
      ...(form.method === '' ? {} : { method: form.method }),
      ...(isFilled(form.path) ? { path: form.path.trim() } : {}),
    },
    ...(form.frequency === 'nth' ? { nth: numberIn('Which request', form.nth) } : {}),
    ...(form.frequency === 'random'
      ? { probability: numberIn('Failure rate (%)', form.probability) / 100 }
      : {}),
    then: {
      ...(isFilled(form.status) ? { status: numberIn('Status', form.status) } : {}),
      ...(isFilled(form.body) ? { body: jsonOrText(form.body) } : {}),
      ...(isFilled(form.delay) ? { delay_ms: numberIn('Delay (seconds)', form.delay) * 1000 } : {}),
      ...(form.reset === 'before' || form.reset === 'after' ? { reset: form.reset } : {}),
      ...(isFilled(form.truncate) ? { truncate: numberIn('Cut off after (bytes)', form.truncate) } : {}),
    },
  };
}

const isFilled = (text: string): boolean => text.trim() !== '';

function numberIn(label: string, text: string): number {
  if (/^\d+(?:\.\d+)?$/.test(text.trim())) return Number(text);
  throw new Error(`“${label}” must be a number, such as 10. It is set to “${text}”.`);
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
