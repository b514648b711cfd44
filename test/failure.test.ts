import { describe, expect, it } from '@jest/globals';
import {
  addFacts,
  type Explanations,
  explain,
  Failure,
  type FailureFacts,
  getFailure,
} from '../src/failure.ts';

const purpose = { object: 'the contact "c-1"', verb: 'change', scopes: ['contacts.write'] };
const rejected: FailureFacts = { kind: 'not_done', code: 'x.y', status: 400, purpose };

describe('The message of a failure', () => {
  it('says who, what happened, what the service said, what was done, what to do, and the code', () => {
    const failure = new Failure({
      ...rejected,
      person: 'Letter to Ann Lee',
      serviceMessage: 'Too bad.',
      outcome: 'Nothing was changed.',
    });
    expect(failure.message).toBe(
      'Letter to Ann Lee: The letter service rejected the request to change the contact "c-1". The letter service says: “Too bad”. Nothing was changed. Check the values in this step (code x.y).',
    );
  });

  it('is what a step found, without the code that it understood', () => {
    const failure = new Failure({ ...rejected, what: 'No file.', advice: 'Choose another.' });
    expect(failure.message).toBe('No file. Choose another.');
  });

  it('is also in a log, with each fact that was added', () => {
    const failure = new Failure(rejected).with({ person: 'Ann Lee' });
    expect(failure.stack).toContain('Ann Lee: The letter service rejected');
  });

  it('keeps the other facts if one is added', () => {
    const cause = new Error('x');
    const failure = new Failure({ ...rejected, cause }).with({ advice: 'Choose another.' });
    expect(failure).toMatchObject({ ...rejected, cause });
    expect(failure.message).toMatch(/"c-1"\. Choose another \(code x\.y\)\.$/);
  });
});

describe('What a step knows about a failure', () => {
  const failure = new Failure({ ...rejected, serviceMessage: 'too bad' });
  const by = (table: Explanations) => getFailure(explain(failure, table))?.message;

  it.each<[string, Explanations, string]>([
    [
      'the code',
      { 'x.y': { what: 'Blank.', advice: 'Fill it in.' }, not_done: { what: 'Never.' } },
      'Blank.',
    ],
    [
      'the kind',
      { not_done: { what: 'Blank.', advice: 'Fill it in.' }, other: { what: 'Never.' } },
      'Blank.',
    ],
  ])('is found by %s, and the words of the service stay', (_by, table, what) => {
    expect(by(table)).toBe(`${what} The letter service says: “too bad”. Fill it in.`);
  });

  it('changes nothing else', () => {
    const bug = new TypeError('a bug');
    for (const table of [{}, { other: { what: 'Never.' } }, { 'x.y': undefined }]) {
      expect(by(table)).toBe(failure.message);
      expect(explain(bug, table)).toBe(bug);
    }
    expect(addFacts(bug, { person: 'Ann Lee' })).toBe(bug);
  });
});
