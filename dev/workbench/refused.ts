/** A request that the workbench itself does not fulfil, with the sentence for its user. */
import type { MissingField, Problem } from './protocol.ts';

export type RefusalStatus = 400 | 403 | 404 | 409 | 413 | 415 | 421 | 422;

export class Refused extends Error {
  readonly status: RefusalStatus;
  readonly problem: Problem;

  /** @param missing the fields to see to */
  constructor(status: RefusalStatus, message: string, missing?: MissingField[]) {
    super(message);
    this.name = 'Refused';
    this.status = status;
    this.problem = { message, ...(missing ? { missing } : {}) };
  }
}
