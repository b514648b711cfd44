import { describe, expect, it } from '@jest/globals';
import { type Explanations, explain, Failure, type FailureDetails, getFailure } from '../src/failure.ts';

const refused: FailureDetails = { kind: 'not_done', code: 'x.y', status: 400 };

describe('The advice of a failure', () => {
  const failure = new Failure('No file.', { ...refused, advice: 'Choose another.' });

  it('is the end of the message', () => {
    expect(failure.message).toBe('No file. Choose another.');
  });

  it('is replaced with the words before it', () => {
    expect(failure.reworded('No.')).toMatchObject({ message: 'No.', kind: 'not_done', status: 400 });
    expect(failure.reworded('No.', 'Run it again.').message).toBe('No. Run it again.');
  });
});

describe('An explanation of a step', () => {
  const failure = new Failure('No.', { ...refused, serviceMessage: 'too bad' });

  const by = (table: Explanations) => getFailure(explain(failure, table));

  it.each<[string, Explanations, string]>([
    ['by the code', { 'x.y': ['Blank.'], not_done: ['Never.'] }, 'Blank.'],
    ['by the kind', { not_done: ['Try another.'], other: ['Never.'] }, 'Try another.'],
    ['from the failure', { 'x.y': ({ status }: Failure) => [`Status ${status}.`] }, 'Status 400.'],
  ])('replaces the message %s, and the words of the service follow', (_how, table, message) => {
    expect(by(table)?.message).toBe(`${message} The letter service says: “too bad”.`);
    expect({ ...by(table) }).toEqual({ ...failure, what: by(table)?.message });
  });

  it('puts the advice after the words of the service', () => {
    expect(by({ 'x.y': ['Blank.', 'Fill it in.'] })).toMatchObject({
      message: 'Blank. The letter service says: “too bad”. Fill it in.',
      advice: 'Fill it in.',
    });
  });

  it.each<Explanations>([{}, { other: ['Never.'] }, { 'x.y': () => undefined }])(
    'leaves the error unchanged with %j',
    (table) => {
      expect(explain(failure, table)).toBe(failure);
      const bug = new TypeError('a bug');
      expect(explain(bug, table)).toBe(bug);
    },
  );
});
