/** Encodes a list of contacts piece by piece. Their objects would take several times the memory of their JSON. */
import type { EncodedList, NewContact } from '../api/contacts.ts';

/** Contacts in one piece. */
const batchSize = 1_000;

export class ContactList {
  count = 0;
  readonly #pieces = [Buffer.from('{"contacts":[')];
  #batch: string[] = [];

  push(contact: NewContact): void {
    this.#batch.push(`${this.count > 0 ? ',' : ''}${JSON.stringify(contact)}`);
    this.count += 1;
    if (this.#batch.length === batchSize) this.#encode();
  }

  end(): EncodedList {
    this.#batch.push(']}');
    this.#encode();
    return { pieces: this.#pieces, length: this.#pieces.reduce((sum, piece) => sum + piece.length, 0) };
  }

  #encode(): void {
    this.#pieces.push(Buffer.from(this.#batch.join('')));
    this.#batch = [];
  }
}
