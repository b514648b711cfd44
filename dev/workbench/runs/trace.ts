/** Calls of the connector and their errors, as the page shows them. */
import { HandlerError, type HandlerRun, HeldError, RequiredFieldError } from '@print-and-mail/zapier';
import * as zod from 'zod';
import { HttpError } from '../http/http_error.ts';
import type { Problem, Trace } from '../protocol.ts';

/** Characters kept of each body, so that a whole mailing list does not slow down every response. */
const maxBodyLength = 20_000;

/** One call, without the account's data; zapier-platform-core has already masked secrets in the log. */
export function traceOf({ method, started, milliseconds, bundle, outcome, http, logs }: HandlerRun): Trace {
  return {
    method: method ?? '',
    started,
    milliseconds: Math.round(milliseconds),
    input: inputOf(bundle),
    ...(outcome.ok ? { output: outcome.results } : { problem: problemOf(outcome.error) }),
    http: http.map(({ method: verb, url, status, requestBody, responseBody }) => ({
      method: verb,
      url,
      ...(status === undefined ? {} : { status }),
      ...(requestBody === undefined ? {} : { requestBody: requestBody.slice(0, maxBodyLength) }),
      ...(responseBody === undefined ? {} : { responseBody: responseBody.slice(0, maxBodyLength) }),
    })),
    logs: logs.filter(({ data }) => data.log_type !== 'http').map(({ message }) => message),
  };
}

/** The input fields, and for a hook the notification or the subscription. */
function inputOf({
  inputData = {},
  rawRequest,
  cleanedRequest,
  targetUrl,
  subscribeData,
}: HandlerRun['bundle']) {
  if (rawRequest) {
    return {
      ...inputData,
      notification: {
        query: Object.fromEntries(new URLSearchParams(rawRequest.querystring)),
        body: cleanedRequest,
      },
    };
  }
  return {
    ...inputData,
    ...(targetUrl === undefined ? {} : { targetUrl }),
    ...(subscribeData === undefined ? {} : { subscribeData }),
  };
}

/** The problem with the blank fields of the step. */
export function stepProblemOf(error: unknown, step: string): Problem {
  const problem = problemOf(error);
  if (!(error instanceof RequiredFieldError)) return problem;
  return { ...problem, fields: error.fields.map((field) => ({ step, ...field })) };
}

/** The message for the user. An error that comes from neither the connector nor an HttpError is a bug in the workbench. */
export function problemOf(error: unknown): Problem {
  if (error instanceof HandlerError) return { message: error.message, kind: error.name };
  if (error instanceof HeldError) {
    return { message: error.message, kind: error.name, retryAt: error.retryAt.toISOString() };
  }
  if (error instanceof HttpError) return error.problem;
  if (error instanceof zod.ZodError) {
    return {
      message: `The connector returned an invalid record: ${zod.prettifyError(error).replace(/\s+/g, ' ')}`,
    };
  }
  console.error('Unexpected error in the workbench:', error);
  return {
    message: `Something went wrong in the workbench: ${error instanceof Error ? error.message : error}`,
  };
}
