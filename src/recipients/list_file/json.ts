/** Reads contacts or recipients from a JSON file. */
import { type InputData, inputError, isPlainObject } from '../../inputs.ts';

/** @throws a user-facing error if the text is not a list of objects */
export function readJsonList(content: string): InputData[] {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw inputError(
      'The file looks like JSON but cannot be read; it may be incomplete. Nothing was sent. Save the file again.',
    );
  }
  const contacts = isPlainObject(value) ? (value.contacts ?? value.recipients) : value;
  if (!Array.isArray(contacts)) {
    throw inputError(
      'The JSON file has no list of contacts. It must be {"contacts": […]}, {"recipients": […]} or the list itself.',
    );
  }
  return contacts.map((contact, index) => {
    if (isDeeper(contact, depthLimit))
      throw inputError(
        `Contact ${index + 1} of the JSON file is nested more than ${depthLimit} levels deep. Nothing was sent. Check the file.`,
      );
    if (isPlainObject(contact)) return contact;
    throw inputError(
      `Contact ${index + 1} of the JSON file is ${JSON.stringify(contact)?.slice(0, 40)}, which is not a contact. Nothing was sent. Check the file.`,
    );
  });
}

/** Deeper nesting could overflow the stack. */
const depthLimit = 32;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));
