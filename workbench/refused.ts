/** A request that the workbench itself does not fulfil, with the sentence for its user. */
import type { Problem } from './protocol.ts';

export type RefusalStatus = 400 | 403 | 404 | 409 | 413 | 415 | 421 | 422;

export class Refused extends Error {
  readonly status: RefusalStatus;

  constructor(status: RefusalStatus, message: string) {
    super(message);
    this.name = 'Refused';
    this.status = status;
  }

  get problem(): Problem {
    return { message: this.message };
  }
}
