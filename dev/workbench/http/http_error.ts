/** A request that the workbench rejects, with a message for its user. */
import type { FieldProblem, Problem } from '../protocol.ts';

export type HttpErrorStatus = 400 | 403 | 404 | 409 | 413 | 414 | 415 | 421 | 422;

export class HttpError extends Error {
  readonly status: HttpErrorStatus;
  readonly problem: Problem;

  /** @param fields the fields that the user must correct */
  constructor(status: HttpErrorStatus, message: string, fields?: FieldProblem[]) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.problem = { message, ...(fields ? { fields } : {}) };
  }
}
