/**
 * A key by which New Contact recognizes a person. The service gives every contact a new ID when the mailing list is replaced
 * or restored, so their IDs would make all of them new. References and addresses may change as well.
 */
import { hash } from 'node:crypto';
import { normalizeText } from '../matching/text_match.ts';
import { printedName } from './contact.ts';

/** Numbers people with the same name in the order of the list, so that each key is unique. */
export class PersonKeys {
  readonly #counts = new Map<string, number>();

  /** Returns the key of the next contact of the list: a hash of the name, or of the company of an organization. */
  next(contact: { name?: unknown; company?: unknown }): string {
    const text = printedName(contact);
    const key = hash('sha256', normalizeText(text) || text.trim()).slice(0, 16);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count === 1 ? key : `${key}-${count}`;
  }
}
