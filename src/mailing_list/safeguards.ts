/** Keeps a mailing list from being replaced by a list of different people, or by a list without their references. */
import type { Contact } from '../api/contacts.ts';
import { printedName } from '../contacts/contact.ts';
import { listFirst } from '../format.ts';
import { inputError, yesOrNo } from '../inputs.ts';
import { normalizeText } from '../matching/text_match.ts';
import { isBlank, toText } from '../values.ts';
import type { NewList } from './new_list.ts';

export const allowDifferentPeopleField = {
  key: 'allow_different_people',
  label: 'Allow Different People',
  ...yesOrNo,
  default: 'false',
  group: 'options',
  helpText:
    'If none of ten or more current contacts is on the new list, the step stops. Choose Yes only to replace everyone.',
} as const;

/** The number of contacts from which a list must share at least one person with the new list. */
const minShared = 10;

/** Compares the current list with the new list while the current list is read. */
export class Safeguards {
  readonly #list: NewList;
  #withReference = 0;
  #byContactId = 0;
  #shared = 0;

  constructor(list: NewList) {
    this.#list = list;
  }

  visit(contact: Contact): void {
    const { references, names } = this.#list;
    const reference = toText(contact.external_id).trim();
    if (!isBlank(reference)) this.#withReference += 1;
    if (references.has(contact.contact_id)) this.#byContactId += 1;
    if (references.has(reference) || names.has(normalizeText(printedName(contact)))) this.#shared += 1;
  }

  /**
   * @param count the number of contacts on the current list
   * @throws a user-facing error if the current list must not be replaced
   */
  check(count: number, allowsDifferentPeople: boolean): void {
    const { references, columns } = this.#list;
    const isLost = references.size === 0;
    if ((isLost || this.#byContactId > count / 2) && this.#withReference > count / 2) {
      const reason = isLost
        ? `No contact of the new list has Your Reference, but ${this.#withReference} of the ${count} contacts on your mailing list have it.`
        : `The new list has Contact IDs as Your Reference, but ${this.#withReference} of the ${count} contacts on your mailing list have a reference of your own.`;
      const seen = columns.names.map((name) => `"${name}"`);
      throw inputError(
        reason,
        seen.length > 0
          ? `The file has the columns ${listFirst(seen, ', ')}. Name the column with your donor or customer numbers Your Reference.`
          : 'Fill in Your Reference, such as your donor or customer numbers.',
      );
    }
    if (count < minShared || this.#shared > 0 || allowsDifferentPeople) return;
    throw inputError(
      `None of the ${count} people on your mailing list is on the new list, by reference or by name, so it may be the wrong list.`,
      `If it is right, set ${allowDifferentPeopleField.label} to Yes.`,
    );
  }
}
