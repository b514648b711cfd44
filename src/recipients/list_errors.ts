/** Explains the errors that only temporary lists have, in the words of the steps that make them. docs/api.md#temporary-lists */
import { quoteService } from '../api/purpose.ts';
import { Failure, getFailure } from '../failure.ts';

const mergeFieldsTooLong =
  'The letter service rejected the merge fields. Use fewer fields or shorter values.';
const noCityOrPostalCode =
  'The letter service rejected an address as incomplete. Fill in Street, City and Postal Code.';

/** The messages by the letter service's code. */
const messages = new Map(
  Object.entries({
    'lists.missing_name': 'A recipient has no name and no company. Fill in one of them.',
    'lists.missing_address': noCityOrPostalCode,
    'lists.insufficient_address': noCityOrPostalCode,
    'lists.invalid_address': "The letter service rejected a recipient's address. Check the address.",
    'lists.invalid_metadata_field':
      'The letter service rejected the name of a merge field. Rename the field, or its column in the file, with only letters, digits and underscores.',
    'lists.invalid_metadata': mergeFieldsTooLong,
    'lists.invalid_metadata_length': mergeFieldsTooLong,
    'lists.too_much_metadata': mergeFieldsTooLong,
    'lists.invalid_field_length': "A recipient's value is too long for the letter service. Shorten it.",
  }),
);

/** Returns the failure with a message about the list. Other errors, such as an expired connection, stay unchanged. */
export function explainListError(error: unknown, listName: string): unknown {
  const failure = getFailure(error);
  const message = failure && messageFor(failure, listName);
  return message ? new Failure(message + quoteService(failure.serviceMessage), failure) : error;
}

function messageFor({ status, code, attribute }: Failure, listName: string): string | undefined {
  if (status === 404) {
    return code === 'lists.not_found'
      ? `The letter service no longer has the list "${listName}". Run the step again to make another one.`
      : "The letter service doesn't offer temporary lists for this account. Use Send Saved Order to a List with a list that you already have there.";
  }
  if (status !== 400) return undefined;
  if (code === 'lists.duplicate_name') {
    return `A list named "${listName}" already exists. Enter another name, or leave it blank.`;
  }
  if (code === 'lists.invalid_field_length' && attribute === 'name') {
    return "The list's name is too long for the letter service. Shorten it.";
  }
  return messages.get(code);
}
