/**
 * Adds or updates the contact with a reference, such as a donor number, so that a step never adds the contact twice.
 *
 * Zapier's cache remembers which contact has the reference, so a stale list does not create a duplicate, and a known contact is fetched
 * by its ID instead of reading the whole list. The cache also remembers the address as it was then stored, so that the step does not
 * overwrite the letter service's later correction of it.
 */
import { randomUUID } from 'node:crypto';
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { Cache } from '../cache.ts';
import { Failure, getFailure, tryOrLog } from '../failure.ts';
import { readAddress } from '../person/address.ts';
import { printedName, wholeAddress } from '../person/contact.ts';
import { describePerson } from '../person/envelope.ts';
import { type Address, homeCountry, referenceField } from '../person/fields.ts';
import { digest, identifyAddress } from '../person/identity.ts';
import { readPerson, readReference } from '../person/person.ts';
import { readStoredReference } from '../person/printed_text.ts';
import { type StoredAddress, sameAddress, trimLines } from '../person/same_address.ts';
import { type InputData, inputError } from '../steps/inputs.ts';
import { joinWarnings, listFirst, truncate } from '../text/format.ts';
import { toText } from '../text/values.ts';
import { findByCriteria } from './criteria.ts';
import {
  addContact,
  isMadeOfWordsOf,
  type RequestedChanges,
  readChanges,
  saveChanges,
} from './save_contact.ts';

/** Hashes of the parts of an address. `places` are the same for all spellings of a place; `spellings` only for the same text. */
const addressSchema = zod.object({ places: zod.array(zod.string()), spellings: zod.array(zod.string()) });

/** The cache entry of a reference. */
const rememberedSchema = zod.object({
  contact_id: zod.string(),
  /** The whole address as stored after the last step that filled in a part of it. */
  address: zod.optional(addressSchema),
});

type Remembered = zod.output<typeof rememberedSchema>;

const cacheKey = (reference: string): string => `contact_of_reference/${reference}`;

/** Seconds for which a contact is remembered: 400 days, because some lists are sent once a year. */
const lifetime = 400 * 24 * 60 * 60;

/** Ignores the last four digits of a ZIP+4 code, because the letter service and other systems add and drop them. */
function hashParts(address: Address): zod.output<typeof addressSchema> {
  const parts = Object.entries(address).map(([key, text]) => [key, text.replace(/^(\d{5})-\d{4}$/, '$1')]);
  const hashAll = (spell: (key: string, text: string) => string) =>
    parts.map(([key = '', text = '']) => digest(JSON.stringify([key, spell(key, text)])).slice(0, 8));
  return {
    places: hashAll((key, text) => identifyAddress({ [key]: text })),
    spellings: hashAll((_, text) => trimLines(text)),
  };
}

const hashWhole = (address: StoredAddress) => hashParts(wholeAddress(readParts(wholeAddress(address))));

const readParts = (address: Address): Address => readAddress(address, homeCountry).address;

const includesAll = (all: readonly string[], some: readonly string[]): boolean =>
  some.every((one) => all.includes(one));

/** Updates or adds the contact with a reference, and remembers it. */
export class ReferencedContact {
  readonly #cache: Cache;
  readonly #inputData: InputData;
  readonly #reference: string;
  readonly #requested: RequestedChanges;
  #remembered: Remembered | undefined;
  /** The ID of the remembered contact, if it could not be updated because it was deleted. */
  #deletedId: string | undefined;

  constructor(z: ZObject, inputData: InputData) {
    this.#cache = new Cache(z);
    this.#inputData = inputData;
    this.#reference = readReference(inputData);
    this.#requested = readChanges({ ...inputData, external_id: undefined });
  }

  /** @throws a user-facing error if several contacts have exactly this reference, or the same person has it with other capitals */
  async save() {
    const remembered = await this.#readRemembered();
    if (remembered) {
      try {
        return await this.#update(remembered);
      } catch (error) {
        if (getFailure(error)?.kind !== 'not_found') throw error;
        this.#deletedId = remembered.contact_id;
      }
    }
    const stored = await this.#search();
    return stored ? this.#update(stored) : this.#addOnce();
  }

  /** Returns the remembered contact. A failure is only logged: the mailing list is searched instead. */
  async #readRemembered(): Promise<Contact | undefined> {
    const { z } = this.#cache;
    const failure = 'The remembered contact could not be read, so the mailing list is searched.';
    const contact = await tryOrLog(z, failure, async () => {
      const entry = await this.#cache.read(cacheKey(this.#reference));
      this.#remembered = zod.safeParse(rememberedSchema, entry).data;
      return this.#remembered && contacts.get(z, this.#remembered.contact_id);
    });
    const hasReference = readStoredReference(contact?.external_id) === this.#reference;
    return hasReference && contact?.contact_id !== this.#deletedId ? contact : undefined;
  }

  async #search(): Promise<Contact | undefined> {
    const criteria = { external_id: this.#reference };
    const { contacts: found, matchCount, similar } = await findByCriteria(this.#cache.z, criteria, 1_000);
    if (matchCount > 1) {
      throw inputError(
        `${matchCount} contacts have the same ${referenceField.label} "${truncate(this.#reference)}": ${listFirst(found.map(labelContact), ', ', 5)}. The step cannot know which one to update.`,
        'Give each contact its own reference, or delete the others, then run the step again.',
      );
    }
    const name = printedName(this.#requested.person);
    const same = similar.find((contact) => !name || isSameName(printedName(contact), name));
    if (matchCount === 0 && same) throw otherCapitalsError(same, this.#reference);
    return found[0];
  }

  /**
   * Sends the filled-in values, except an address that an earlier run sent and the service has since changed: the service corrects
   * addresses when mail is returned or people move. A new spelling of it is sent if the service still has the same place.
   */
  async #update(stored: Contact) {
    const { address } = this.#requested;
    const typed = hashParts(readParts(address));
    const before = this.#remembered?.address;
    const old = describePerson({ address: stored.address });
    // A blank stored address is not a correction.
    const isStored = old === '' || includesAll(hashWhole(stored.address).places, typed.places);
    const hasNewSpelling = isStored && !includesAll(before?.spellings ?? [], typed.spellings);
    const isKept = old !== '' && before && includesAll(before.places, typed.places) && !hasNewSpelling;
    const requested = isKept ? { ...this.#requested, address: {} } : this.#requested;
    const saved = await saveChanges(this.#cache.z, stored, requested);
    await this.#remember(saved, isKept || typed.places.length === 0 ? before : hashWhole(saved.address));
    const isReplaced = !isStored && !before && !sameAddress(stored.address, saved.address);
    const note = isReplaced
      ? `The address was "${old}" and is now "${describePerson({ address: saved.address })}". If the old one was a correction by the letter service, put it back with Update Contact.`
      : isKept && !isStored
        ? `The address was not updated, because the letter service has changed it to "${old}" since an earlier run saved yours, "${describePerson({ address })}". To save yours again, use Update Contact.`
        : null;
    return { ...saved, warning: joinWarnings([note, saved.warning]), created: false };
  }

  /**
   * Adds the contact, unless another run is adding one with the same reference. Zapier's lock of the step is not enough, because it
   * compares references with their outer spaces.
   */
  async #addOnce() {
    const key = `reference:${this.#reference}`;
    const isClaimed = await tryOrLog(
      this.#cache.z,
      'Zapier did not store that this run adds the contact, so another run may add it too.',
      () => this.#cache.claim(key, randomUUID()),
    );
    try {
      const before = this.#remembered?.contact_id;
      const added = isClaimed ? await this.#readRemembered() : undefined;
      if (added) return await this.#update(added);
      const isNew = this.#remembered !== undefined && this.#remembered.contact_id !== before;
      // Another run holds the claim, or has just added a contact that the service does not return yet.
      if (isClaimed === false || isNew) {
        throw new Failure({
          kind: 'run_again',
          what: `Another run is adding a contact with ${referenceField.label} "${truncate(this.#reference)}".`,
          retryAfter: 30,
        });
      }
      return await this.#add();
    } finally {
      if (isClaimed) await this.#cache.release(key);
    }
  }

  async #add() {
    const added = await addContact(this.#cache.z, readPerson(this.#inputData, homeCountry));
    await this.#remember(added, added.address && hashWhole(added.address));
    return { ...added, changed: true, created: true };
  }

  /** Remembers the contact and its stored address. A failure is only logged: later runs then search the mailing list. */
  async #remember({ contact_id }: { contact_id: string }, address: Remembered['address']): Promise<void> {
    const entry = { contact_id, address };
    await tryOrLog(
      this.#cache.z,
      `Zapier did not remember that the contact ${contact_id} has the reference "${truncate(this.#reference)}". The next run searches the mailing list for it.`,
      () => this.#cache.write(cacheKey(this.#reference), entry, lifetime, { isCleanUp: true }),
    );
  }
}

/** Returns the error for a reference that differs from the person's stored reference only in capitals. */
export const otherCapitalsError = (contact: Contact, reference: string): Error =>
  inputError(
    `${labelContact(contact)} has the ${referenceField.label} "${truncate(toText(contact.external_id).trim())}", which differs from "${truncate(reference)}" only in capital letters.`,
    'Use the same capital letters in both systems.',
  );

/** Returns true if all words of one name are in the other name. */
const isSameName = (one: string, other: string): boolean =>
  isMadeOfWordsOf(one, other) || isMadeOfWordsOf(other, one);

const labelContact = (contact: Contact): string => `${printedName(contact)} (${contact.contact_id})`;
