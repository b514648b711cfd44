/** Keeps a mailing list from being replaced by a list of different people, or by a list without their references. */
import type { Contact } from '../api/contacts.ts';
import { printedName } from '../person/contact.ts';
import { inputError, yesOrNo } from '../steps/inputs.ts';
import { listFirst, truncate } from '../text/format.ts';
import { normalizeText } from '../text/text_match.ts';
import { isBlank, toText } from '../text/values.ts';
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

/** A current list of at least this many contacts must share a person with the new list. */
const minCompared = 10;

/** Compares the current list, which is read contact by contact, with the new list. */
export class Safeguards {
  readonly #list: NewList;
  readonly #current: { name: string; reference: string }[] = [];
  #withReference = 0;
  #byContactId = 0;
  #shared = 0;

  constructor(list: NewList) {
    this.#list = list;
  }

  readonly visit = (contact: Contact): void => {
    const { references, names } = this.#list;
    const name = printedName(contact).trim();
    const reference = toText(contact.external_id).trim();
    if (!isBlank(reference)) this.#withReference += 1;
    if (references.has(contact.contact_id)) this.#byContactId += 1;
    if (references.has(reference) || names.has(normalizeText(name))) this.#shared += 1;
    this.#current.push({ name, reference });
  };

  /** Returns how many people are on both lists, how many are new, and the names of those who are only on the current list. */
  compare() {
    const references = new Map(this.#list.references);
    const counts = new Map(this.#list.names);
    const takeName = (name: string): boolean => {
      const count = counts.get(name) ?? 0;
      counts.set(name, count - 1);
      return count > 0;
    };
    const unmatched = this.#current.filter(({ reference }) => {
      const same = references.get(reference);
      references.delete(reference);
      if (same) takeName(same.name);
      return !same;
    });
    const removed = unmatched.filter(({ name }) => !takeName(normalizeText(name)));
    const kept = this.#current.length - removed.length;
    const names = removed.map(({ name }) => truncate(name) || 'no name');
    return { kept, added: this.#list.count - kept, removed: names };
  }

  /**
   * @param count the number of contacts on the current list
   * @throws a user-facing error if the current list must not be replaced
   */
  check(count: number, allowsDifferentPeople: boolean): void {
    const { references, columns } = this.#list;
    const withReference = this.#withReference;
    const hasNoReferences = references.size === 0;
    if ((hasNoReferences || this.#byContactId > count / 2) && withReference > count / 2) {
      const reason = hasNoReferences
        ? `No contact of the new list has Your Reference, but ${withReference} of the ${count} contacts on your mailing list have it.`
        : `The new list has Contact IDs as Your Reference, but ${withReference} of the ${count} contacts on your mailing list have a reference of your own.`;
      const seen = columns.names.map((name) => `"${name}"`);
      throw inputError(
        reason + (seen.length > 0 ? ` The file has the columns ${listFirst(seen, ', ')}.` : ''),
        'Give each contact Your Reference, such as your donor or customer number. In a file, name that column Your Reference.',
      );
    }
    if (count < minCompared || allowsDifferentPeople || this.#shared > 0) return;
    throw inputError(
      `None of the ${count} people on your mailing list is on the new list, by reference or by name, so it may be the wrong list.`,
      `If it is right, set ${allowDifferentPeopleField.label} to Yes.`,
    );
  }
}
