import { describe, expect, it } from '@jest/globals';
import {
  appendToMessage,
  Failure,
  type FailureDetails,
  getFailure,
  toPlatformError,
  withPlatformErrors,
} from '../src/failure.ts';

const refused: FailureDetails = { outcome: 'no_effect', code: 'x.y', status: 400 };

describe('The error that Zapier gets for a failure', () => {
  it('is an error with the message, the code and the status', () => {
    expect(toPlatformError(new Failure('No.', refused))).toMatchObject({
      name: 'AppError',
      message: JSON.stringify({ message: 'No.', code: 'x.y', status: 400 }),
    });
  });

  it('asks the user to reconnect', () => {
    expect(toPlatformError(new Failure('No.', { ...refused, remedy: 'reconnect' }))).toMatchObject({
      name: 'ExpiredAuthError',
      message: 'No.',
    });
  });

  it('asks Zapier to run the step again after the delay', () => {
    const failure = new Failure('No.', { ...refused, remedy: 'run_again', retryAfter: 3_600 });
    expect(toPlatformError(failure)).toMatchObject({
      name: 'ThrottledError',
      message: JSON.stringify({ message: 'No.', delay: 3_600 }),
    });
  });

  it.each([undefined, 'reconnect', 'run_again'] as const)(
    'has the failure as its cause and no log in its message (%s)',
    (remedy) => {
      const failure = new Failure('No.', { ...refused, remedy });
      expect(toPlatformError(failure)).toMatchObject({ cause: failure, doNotContextify: true });
    },
  );

  it('is the error itself if it is no failure', () => {
    const error = new TypeError('a bug');
    expect(toPlatformError(error)).toBe(error);
  });
});

describe('A sentence added to a message', () => {
  it('keeps everything else', () => {
    const failure = new Failure('No.', { ...refused, remedy: 'run_again', retryAfter: 7, cause: 'why' });
    const longer = getFailure(appendToMessage(failure, 'Nothing was sent.'));
    expect({ ...longer }).toEqual({ ...failure });
    expect(longer).toMatchObject({ message: 'No. Nothing was sent.', cause: 'why' });
  });

  it('is not added to other errors', () => {
    const error = new TypeError('a bug');
    expect(appendToMessage(error, 'Nothing was sent.')).toBe(error);
  });
});

describe('A definition', () => {
  const definition = withPlatformErrors({
    key: 'x',
    list: [{ perform: async () => Promise.reject(new Failure('No.', refused)) }],
    add: async (one: number, other: number) => one + other,
    none: null,
  });

  it('throws the errors of zapier-platform-core, however deep a function is', async () => {
    await expect(definition.list[0]?.perform()).rejects.toMatchObject({ name: 'AppError' });
  });

  it('is otherwise the same', async () => {
    expect(definition).toMatchObject({ key: 'x', none: null });
    expect(await definition.add(1, 2)).toBe(3);
  });

  it('shares the parts without functions', () => {
    const outputFields = [{ key: 'id' }];
    const shared = withPlatformErrors({ perform: async () => 1, outputFields });
    expect(shared.outputFields).toBe(outputFields);
  });
});
