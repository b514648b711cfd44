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

/** How many of the people who are only on the current list are named. */
const maxNamed = 20;

/** Compares the current list, which is read contact by contact, with the new list. */
export class Safeguards {
  readonly #list: NewList;
  /** The contacts of the new list that have not been found on the current list. */
  readonly #references: Map<string, { name: string }>;
  readonly #names: Map<string, number>;
  /** Names on both lists, of current contacts without a shared reference. `compare` counts them after the contacts with one. */
  readonly #sameName: string[] = [];
  readonly #removed: string[] = [];
  #kept = 0;
  #removedCount = 0;
  #withReference = 0;
  #byContactId = 0;
  #shared = 0;

  constructor(list: NewList) {
    this.#list = list;
    this.#references = new Map(list.references);
    this.#names = new Map(list.names);
  }

  readonly visit = (contact: Contact): void => {
    const { references, names } = this.#list;
    const name = printedName(contact).trim();
    const reference = toText(contact.external_id).trim();
    const isOnList = names.has(normalizeText(name));
    if (!isBlank(reference)) this.#withReference += 1;
    if (references.has(contact.contact_id)) this.#byContactId += 1;
    if (references.has(reference) || isOnList) this.#shared += 1;
    const same = this.#references.get(reference);
    this.#references.delete(reference);
    if (same) {
      this.#takeName(same.name);
      this.#kept += 1;
    } else if (isOnList) this.#sameName.push(name);
    else this.#remove(name);
  };

  #takeName(name: string): boolean {
    const count = this.#names.get(name) ?? 0;
    this.#names.set(name, count - 1);
    return count > 0;
  }

  #remove(name: string): void {
    this.#removedCount += 1;
    if (this.#removed.length < maxNamed) this.#removed.push(truncate(name) || 'no name');
  }

  /** Returns how many people are on both lists, how many are new or only on the current list, and the names of the first of these. */
  compare() {
    for (const name of this.#sameName.splice(0)) {
      if (this.#takeName(normalizeText(name))) this.#kept += 1;
      else this.#remove(name);
    }
    const kept = this.#kept;
    const names = listFirst(this.#removed, ', ', maxNamed, this.#removedCount);
    return { kept, added: this.#list.count - kept, removed: this.#removedCount, names };
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
