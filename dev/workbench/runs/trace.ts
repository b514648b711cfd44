/** Runs of the connector, and what went wrong in them, as the page is told. */

import { HandlerError, type HandlerRun, RequiredFieldError } from '@print-and-mail/zapier';
import * as zod from 'zod';
import { HttpError } from '../http/http_error.ts';
import type { Problem, Trace } from '../protocol.ts';

/** What the log keeps of one body; a whole mailing list would make every answer slow. */
const bodyLimit = 20_000;

/** One run. Its bundle's account data stay out, and the log has come without secrets from the platform's core. */
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
      ...(requestBody === undefined ? {} : { requestBody: requestBody.slice(0, bodyLimit) }),
      ...(responseBody === undefined ? {} : { responseBody: responseBody.slice(0, bodyLimit) }),
    })),
    logs: logs.filter(({ data }) => data.log_type !== 'http').map(({ message }) => message),
  };
}

/** What the function went by: the fields, and for a hook the notification or the subscription. */
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

/** The same, of a step. */
export function problemOfStep(error: unknown, step: string): Problem {
  const problem = problemOf(error);
  if (!(error instanceof RequiredFieldError)) return problem;
  return { ...problem, fields: error.fields.map((field) => ({ step, ...field })) };
}

/** The sentence for the user. Anything that is neither the connector's nor the workbench's own sentence is a mistake here. */
export function problemOf(error: unknown): Problem {
  if (error instanceof HandlerError) return { message: error.message, kind: error.name };
  if (error instanceof HttpError) return error.problem;
  if (error instanceof zod.ZodError) {
    return {
      message: `The connector gave something that is no record: ${zod.prettifyError(error).replace(/\s+/g, ' ')}`,
    };
  }
  console.error('The workbench made a mistake:', error);
  return {
    message: `The workbench made a mistake of its own: ${error instanceof Error ? error.message : error}`,
  };
}
