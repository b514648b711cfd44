/** Searches for an object of the account, such as a logo, by its ID or name. */
import { defineInputFields, type SearchPerform, type ZObject } from 'zapier-platform-core';
import { wholeTextMatcher } from '../text/text_match.ts';
import { inputError, readTrimmed, rejectBlankMapping } from './inputs.ts';

interface IdOrNameSearch<Item, IdField> {
  /** What the search finds, for help texts. */
  noun: string;
  /** The dropdown of items. */
  idField: IdField;
  list(z: ZObject): Promise<readonly Item[]>;
  /** Returns an item for an ID that the list lacks. If omitted, such an ID finds nothing. */
  unlisted?(id: string): Item;
}

/** Returns the input fields of the search, and the function that finds items. */
export function searchByIdOrName<
  Item extends { id: string; name: string | null },
  const IdField extends { key: string; label: string; type: 'string'; choices: { perform: object } },
>({ noun, idField, list, unlisted }: IdOrNameSearch<Item, IdField>) {
  const nameField = {
    key: 'name',
    label: 'Name',
    type: 'string',
    helpText: `The whole name of the ${noun}. Capital letters, accents and punctuation are ignored.`,
  } as const;
  const itemField = {
    ...idField,
    required: false,
    helpText: `A specific ${noun}. Choose one, or map its ID from an earlier step. Fill in at least one of the two fields.`,
  };

  const perform = (async (z, bundle) => {
    const { inputData } = bundle;
    rejectBlankMapping(bundle, itemField);
    const id = readTrimmed(inputData, itemField);
    const name = readTrimmed(inputData, nameField);
    if (id === undefined && name === undefined) {
      throw inputError(`Enter something to search for in ${nameField.label} or ${itemField.label}.`);
    }
    const items = await list(z);
    // A part of a name would find another letter, and the next step would mail it.
    const isNamed = name === undefined ? () => true : wholeTextMatcher(name);
    const found = items.filter((item) => (id === undefined || item.id === id) && isNamed(item.name ?? ''));
    return found.length === 0 && id !== undefined && name === undefined && unlisted ? [unlisted(id)] : found;
  }) satisfies SearchPerform;

  return { inputFields: defineInputFields([nameField, itemField]), perform };
}
