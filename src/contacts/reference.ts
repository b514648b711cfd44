/**
 * Adds or updates the contact with a reference, such as a donor number, so that a step never adds the contact twice.
 *
 * Zapier's cache remembers which contact has the reference, so a stale list does not create a duplicate, and a known contact is fetched
 * by its ID instead of reading the whole list. The cache also remembers the address that was sent last, so that the step does not
 * overwrite the letter service's correction of that address.
 */
import { hash, randomUUID } from 'node:crypto';
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { Cache } from '../cache.ts';
import { Failure, getFailure, tryOrLog } from '../failure.ts';
import { readAddress } from '../person/address.ts';
import { changeAddress } from '../person/address_change.ts';
import { printedName, wholeAddress } from '../person/contact.ts';
import { describePerson } from '../person/envelope.ts';
import { type Address, homeCountry, referenceField } from '../person/fields.ts';
import { identifyAddress } from '../person/identity.ts';
import { readPerson, readReference } from '../person/person.ts';
import { readStoredReference } from '../person/printed_text.ts';
import type { StoredAddress } from '../person/same_address.ts';
import { type InputData, inputError } from '../steps/inputs.ts';
import { listFirst, truncate } from '../text/format.ts';
import { isBlank, toText } from '../text/values.ts';
import { findByCriteria } from './criteria.ts';
import {
  addContact,
  isMadeOfWordsOf,
  type RequestedChanges,
  readChanges,
  saveChanges,
} from './save_contact.ts';

/** Hashes of the address that was sent last: of the place, whatever its spelling, of the exact spelling, and of the filled-in fields. */
const sentAddressSchema = zod.object({ place: zod.string(), spelling: zod.string(), fields: zod.string() });

/** The cache entry of a reference. */
const rememberedSchema = zod.object({
  contact_id: zod.string(),
  sent: zod.optional(sentAddressSchema),
});

const cacheKey = (reference: string): string => `contact_of_reference/${reference}`;

/** Seconds for which a contact is remembered: 400 days, because some lists are sent once a year. */
const lifetime = 400 * 24 * 60 * 60;

const hashText = (text: string): string => hash('sha256', text).slice(0, 16);

/** ZIP+4 is no difference: the service and CRMs add it and drop it. */
const withoutZip4 = (address: Address): Address => ({
  ...wholeAddress(address),
  postal_code: toText(address.postal_code).replace(/^(\s*\d{5})-?\d{4}\s*$/, '$1'),
});

const identifyPlace = (address: StoredAddress): string =>
  identifyAddress(withoutZip4(readAddress(wholeAddress(address), homeCountry).address));

/** Returns what is remembered of an address. A whole one counts as typed, and a part of one with the stored rest. */
function describeSent(typed: Address, stored: StoredAddress): zod.output<typeof sentAddressSchema> {
  const isWhole = (['street', 'city', 'postal_code'] as const).every((key) => !isBlank(typed[key]));
  const { address } = changeAddress(isWhole ? undefined : stored, typed, homeCountry);
  const texts = { spelling: JSON.stringify(withoutZip4(address)), fields: JSON.stringify(typed) };
  return {
    place: hashText(identifyPlace(address)),
    spelling: hashText(texts.spelling),
    fields: hashText(texts.fields),
  };
}

type RememberedAddress = zod.output<typeof rememberedSchema>['sent'];

const isBlankAddress = (address: Address): boolean => Object.values(address).every(isBlank);

/** Updates or adds the contact with a reference, and remembers it. */
export class ReferencedContact {
  readonly #cache: Cache;
  readonly #inputData: InputData;
  readonly #reference: string;
  readonly #requested: RequestedChanges;
  #remembered: zod.output<typeof rememberedSchema> | undefined;
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

  async #update(stored: Contact) {
    const { address } = this.#requested;
    const sent = isBlankAddress(address) ? this.#remembered?.sent : describeSent(address, stored.address);
    const saved = await saveChanges(this.#cache.z, stored, this.#keepCorrected(stored, sent));
    await this.#remember(saved, sent);
    return { ...saved, created: false };
  }

  /**
   * Leaves out an address that was sent before if the service has since changed it: the service corrects addresses when mail is
   * returned or people move. Only another spelling of it is sent if the service still has the same place.
   */
  #keepCorrected({ address: stored }: Contact, sent: RememberedAddress): RequestedChanges {
    const { address, notes = [] } = this.#requested;
    if (isBlankAddress(address) || isBlankAddress(wholeAddress(stored))) return this.#requested;
    const isStored =
      identifyPlace(stored) === identifyPlace(changeAddress(stored, address, homeCountry).address);
    const before = this.#remembered?.sent;
    const isAgain = before && (before.spelling === sent?.spelling || before.fields === sent?.fields);
    const isKept = isAgain || (before && before.place === sent?.place && !isStored);
    const kept = isKept ? { ...this.#requested, address: {} } : this.#requested;
    if (isStored || (before && !isKept)) return kept;
    const [old, typed] = [stored, address].map((one) => `"${describePerson({ address: one })}"`);
    const note = isKept
      ? `The address was not updated, because the letter service has changed it to ${old} since an earlier run saved yours, ${typed}. To save yours again, use Update Contact.`
      : `The address was ${old} and is now ${typed}. If the letter service had corrected the earlier one, put it back with Update Contact.`;
    return { ...kept, notes: [...notes, note] };
  }

  /**
   * Adds the contact, unless another run is adding one with the same reference. Zapier's lock of the step is not enough, because it
   * compares references with their outer spaces.
   */
  async #addOnce() {
    const key = `reference:${this.#reference}`;
    const isClaimed = await tryOrLog(this.#cache.z, 'No claim on the reference could be stored.', () =>
      this.#cache.claim(key, randomUUID()),
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
    const { address } = this.#requested;
    await this.#remember(added, isBlankAddress(address) ? undefined : describeSent(address, undefined));
    return { ...added, changed: true, created: true };
  }

  /** Remembers the contact and the address that was sent. A failure is only logged: later runs then search the mailing list. */
  async #remember({ contact_id }: { contact_id: string }, sent: RememberedAddress): Promise<void> {
    const entry = { contact_id, sent };
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
