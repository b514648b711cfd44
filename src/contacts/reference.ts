/**
 * The contact that has a reference of the user's own, such as a donor number, so that a step never adds it twice.
 *
 * Zapier's cache remembers which contact that is. So a stale list does not create a duplicate, and a known contact is fetched by its
 * ID instead of with the whole list. The cache also remembers which address was sent last, so that an address that the
 * letter service corrected is not overwritten by the same old one.
 */
import { hash, randomUUID } from 'node:crypto';
import * as zod from 'zod/mini';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { readMailingList } from '../api/mailing_list/read_mailing_list.ts';
import type { Cache } from '../cache.ts';
import { attempt, Failure } from '../failure.ts';
import { listFirst, truncate } from '../format.ts';
import { inputError } from '../inputs.ts';
import { toText } from '../values.ts';
import { wholeAddress } from './address.ts';
import { changeAddress, sameAddressPart } from './address_change.ts';
import { isMadeOfWordsOf, type RequestedChanges } from './changes.ts';
import { printedName } from './contact.ts';
import { describePerson } from './envelope.ts';
import { type Address, addressKeys, referenceField } from './fields.ts';

const rememberedSchema = zod.object({
  contact_id: zod.string(),
  /** A hash of the address that was sent last. */
  address: zod.optional(zod.string()),
});

/** What is remembered of a reference. */
type Remembered = zod.output<typeof rememberedSchema>;

const cacheKey = (reference: string): string => `contact_of_reference/${reference}`;

/** Seconds for which a contact is remembered: 90 days. */
const lifetime = 90 * 24 * 60 * 60;

const hashAddress = (address: Address): string =>
  hash('sha256', JSON.stringify(wholeAddress(address))).slice(0, 16);

/** Finds the contact with a reference, and remembers it. */
export class ReferencedContact {
  readonly #cache: Cache;
  readonly #reference: string;
  #remembered: Remembered | undefined;
  /** The ID of the contact that could not be updated, because it was deleted. */
  #deleted: string | undefined;

  constructor(cache: Cache, reference: string) {
    this.#cache = cache;
    this.#reference = reference;
  }

  /**
   * Finds the contact with exactly this reference.
   * @param name the person's name: the same reference in other capitals is a mistake only if the names match
   * @throws a user-facing error if several contacts have it, or one with other capitals
   */
  async find(name: string): Promise<Contact | undefined> {
    return (await this.#readRemembered()) ?? this.#search(name);
  }

  /** Any failure is only logged: the list decides then. */
  async #readRemembered(): Promise<Contact | undefined> {
    const { z } = this.#cache;
    this.#remembered = await attempt(
      z,
      'The remembered contact could not be looked up, so the mailing list is searched.',
      async () => zod.safeParse(rememberedSchema, await this.#cache.read(cacheKey(this.#reference))).data,
    );
    const id = this.#remembered?.contact_id;
    if (id === undefined) return undefined;
    const contact = await attempt(
      z,
      `The remembered contact ${id} could not be read, so the mailing list is searched.`,
      () => contacts.get(z, id),
    );
    const isMeant = contact && toText(contact.external_id).trim() === this.#reference && id !== this.#deleted;
    return isMeant ? contact : undefined;
  }

  async #search(name: string): Promise<Contact | undefined> {
    const found: Contact[] = [];
    const similar: Contact[] = [];
    await readMailingList(this.#cache.z, {
      containing: this.#reference,
      visit: (contact) => {
        const other = toText(contact.external_id).trim();
        if (other === this.#reference) found.push(contact);
        else if (other.toLowerCase() === this.#reference.toLowerCase()) similar.push(contact);
      },
    });
    if (found.length > 1) {
      throw inputError(
        `${found.length} contacts have the same ${referenceField.label} "${truncate(this.#reference)}": ${listFirst(found.map(nameContact), ', ', 5)}. The step cannot know which one to update.`,
        'Give each contact its own reference, or delete the others, then run the step again.',
      );
    }
    const same = similar.find((contact) => isSameName(printedName(contact), name));
    if (found.length === 0 && same) {
      throw otherCapitalsError(same, this.#reference);
    }
    return found[0];
  }

  /** Ignores a contact that was deleted from now on. Returns true if it was the remembered one, so that the list may have another. */
  forget({ contact_id }: Contact): boolean {
    this.#deleted = contact_id;
    return contact_id === this.#remembered?.contact_id;
  }

  /**
   * Adds the contact, unless another run adds one for the same reference now. Zapier's lock of the step compares references
   * with their outer spaces.
   */
  async addOnce<Added>(
    add: () => Promise<Added>,
    update: (contact: Contact) => Promise<Added>,
  ): Promise<Added> {
    const key = `reference:${this.#reference}`;
    const isClaimed = await attempt(this.#cache.z, 'No claim on the reference could be stored.', () =>
      this.#cache.claim(key, randomUUID()),
    );
    try {
      const before = this.#remembered?.contact_id;
      const added = isClaimed ? await this.#readRemembered() : undefined;
      if (added) return await update(added);
      const isNew = this.#remembered !== undefined && this.#remembered.contact_id !== before;
      // Another run holds the claim, or has just added a contact that cannot be read yet.
      if (isClaimed === false || isNew) {
        throw new Failure(
          `Another run is adding a contact with ${referenceField.label} "${truncate(this.#reference)}".`,
          { kind: 'run_again', retryAfter: 30, advice: 'Zapier runs this step again in half a minute.' },
        );
      }
      return await add();
    } finally {
      if (isClaimed) await this.#cache.release(key);
    }
  }

  /**
   * Leaves out an address that was already sent if the service has since changed it: it corrects addresses when mail is
   * returned or people move.
   */
  keepCorrected(
    stored: Contact,
    requested: RequestedChanges,
  ): { requested: RequestedChanges; notes: string[] } {
    const { address } = requested;
    const isSame =
      changeAddress(stored.address, address).isSame ||
      addressKeys.every((key) => !address[key] || sameAddressPart(key, address[key], stored.address?.[key]));
    if (isSame || this.#remembered?.address !== hashAddress(address)) return { requested, notes: [] };
    const note = `The letter service has a newer address, which was kept: "${describePerson({ address: stored.address })}". Yours was sent before: "${describePerson({ address })}". To use yours, use Update Contact.`;
    return { requested: { ...requested, address: {} }, notes: [note] };
  }

  /** Remembers the contact and the address that was sent. A failure is only logged: later runs then search the list. */
  async remember(contactId: string, address: Address): Promise<void> {
    const isSent = Object.keys(address).length > 0;
    const entry = {
      contact_id: contactId,
      address: isSent ? hashAddress(address) : this.#remembered?.address,
    };
    await attempt(
      this.#cache.z,
      `Zapier did not remember that the contact ${contactId} has the reference "${truncate(this.#reference)}". The next run searches the mailing list for it.`,
      () => this.#cache.write(cacheKey(this.#reference), entry, lifetime, { isCleanUp: true }),
    );
  }
}

/** Returns the error for a reference that is written with other capitals than the same person's stored one. */
export const otherCapitalsError = (contact: Contact, reference: string): Error =>
  inputError(
    `${nameContact(contact)} has the ${referenceField.label} "${truncate(toText(contact.external_id).trim())}", which differs from "${truncate(reference)}" only in capital letters.`,
    'Use the same capital letters in both systems.',
  );

/** Returns true if the words of one name are words of the other. */
const isSameName = (one: string, other: string): boolean =>
  isMadeOfWordsOf(one, other) || isMadeOfWordsOf(other, one);

const nameContact = (contact: Contact): string => `${printedName(contact)} (${contact.contact_id})`;
