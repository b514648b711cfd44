import { describe, expect, it } from '@jest/globals';
import { completeBundle } from '../handler_event.ts';
import { resultSizeError } from '../result_size.ts';

const lambdaLimit = 6_291_456;

/** Whether Zapier accepts a result of so many times a letter. The JSON also has two quotation marks. */
const accepts = (kind: 'creates' | 'triggers', letter: string, count: number, isLoadingSample = false) =>
  resultSizeError(
    {
      command: 'execute',
      method: `${kind}.new_thing.operation.perform`,
      bundle: completeBundle({ meta: { isLoadingSample } }, {}),
      environment: {},
      token: '',
      rpc_base: '',
      isDeveloper: false,
    },
    letter.repeat(count),
  ) === undefined;

const korean = '한';
const koreanBytes = Buffer.byteLength(korean);

describe('Zapier', () => {
  it.each([
    ['an action’s result of fewer bytes than AWS Lambda returns', 'creates', 'x', lambdaLimit - 3, true],
    ['no action’s result of more', 'creates', 'x', lambdaLimit - 2, false],
    [
      'no action’s result of more bytes, although it has fewer characters',
      'creates',
      korean,
      3_000_000,
      false,
    ],
    ['a poll of fewer bytes', 'triggers', korean, Math.floor(lambdaLimit / koreanBytes) - 1, true],
    ['no poll of more bytes that has fewer characters', 'triggers', korean, 3_000_000, false],
    ['a poll of so many characters that zapier-platform-core stores it', 'triggers', korean, 6_500_000, true],
    ['a long poll of letters', 'triggers', 'x', 19_999_997, true],
    ['no poll that is longer than Zapier reads', 'triggers', 'x', 19_999_998, false],
  ] as const)('accepts %s', (_what, kind, letter, count, isAccepted) => {
    expect(accepts(kind, letter, count)).toBe(isAccepted);
  });

  it('accepts fewer bytes in the editor', () => {
    expect(accepts('triggers', 'x', 5_999_997, true)).toBe(true);
    expect(accepts('triggers', 'x', 5_999_998, true)).toBe(false);
    expect(accepts('triggers', korean, 2_000_000, true)).toBe(false);
  });
});
