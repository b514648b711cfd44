/** A request that the workbench itself does not fulfil, with the sentence for its user. */
import type { FieldProblem, Problem } from '../protocol.ts';

export type HttpErrorStatus = 400 | 403 | 404 | 409 | 413 | 415 | 421 | 422;

export class HttpError extends Error {
  readonly status: HttpErrorStatus;
  readonly problem: Problem;

  /** @param fields the fields to see to */
  constructor(status: HttpErrorStatus, message: string, fields?: FieldProblem[]) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.problem = { message, ...(fields ? { fields } : {}) };
  }
}
