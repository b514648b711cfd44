/**
 * A key by which New Contact recognizes a person. The service gives every contact a new ID when the mailing list is replaced
 * or restored, so by their IDs, everybody would be new. References and addresses may change as well.
 */
import { createHash } from 'node:crypto';
import { isBlank, toText } from '../inputs.ts';
import { normalizeText } from '../matching/text_match.ts';

/** Numbers people with the same name in the order of the list, so that each key is unique. */
export class PersonKeys {
  readonly #counts = new Map<string, number>();

  /** Returns the key of the next contact of the list: a hash of the name, or of the company of an organization. */
  next({ name, company }: { name?: unknown; company?: unknown }): string {
    const text = toText(isBlank(name) ? company : name);
    const hash = createHash('sha256')
      .update(normalizeText(text) || text.trim())
      .digest('hex')
      .slice(0, 16);
    const count = (this.#counts.get(hash) ?? 0) + 1;
    this.#counts.set(hash, count);
    return count === 1 ? hash : `${hash}-${count}`;
  }
}
