import { expect, it } from '@jest/globals';
import { Failure } from '../../src/failure.ts';
import { explainListError } from '../../src/recipients/list_errors.ts';

const failure = (details: { status: number; code: string; attribute?: string }) =>
  new Failure('The original message.', { outcome: 'no_effect', serviceMessage: 'no', ...details });

it.each([
  [400, 'lists.duplicate_name', 'A list named "Spring" already exists.'],
  [400, 'lists.missing_name', 'A recipient has no name and no company.'],
  [400, 'lists.missing_address', 'The letter service rejected an address as incomplete.'],
  [400, 'lists.insufficient_address', 'The letter service rejected an address as incomplete.'],
  [400, 'lists.invalid_address', "The letter service rejected a recipient's address."],
  [400, 'lists.invalid_metadata_field', 'The letter service rejected the name of a merge field.'],
  [400, 'lists.invalid_metadata', 'The letter service rejected the merge fields.'],
  [400, 'lists.invalid_metadata_length', 'The letter service rejected the merge fields.'],
  [400, 'lists.too_much_metadata', 'The letter service rejected the merge fields.'],
  [400, 'lists.invalid_field_length', "A recipient's value is too long"],
  [404, 'lists.not_found', 'The letter service no longer has the list "Spring".'],
  [404, 'http_404', "The letter service doesn't offer temporary lists for this account."],
])('A %i with the code "%s" is explained: %s', (status, code, message) => {
  const explained = explainListError(failure({ status, code }), 'Spring');
  expect(explained).toMatchObject({
    message: expect.stringMatching(/The letter service says: “no”\.$/),
    status,
    code,
    outcome: 'no_effect',
  });
  expect(explained).toHaveProperty('message', expect.stringContaining(message));
});

it('The name of a list that is too long is told apart from a value of a recipient', () => {
  const tooLong = failure({ status: 400, code: 'lists.invalid_field_length', attribute: 'name' });
  expect(explainListError(tooLong, 'Spring')).toHaveProperty(
    'message',
    expect.stringContaining("The list's name is too long"),
  );
});

it.each([failure({ status: 400, code: 'lists.invalid_type' }), failure({ status: 503, code: 'x' }), 'a bug'])(
  'Another error stays unchanged: %s',
  (error) => {
    expect(explainListError(error, 'Spring')).toBe(error);
  },
);
