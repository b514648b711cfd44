/** Requests to the page's own server. */

/** The server can't be reached; what the page already shows may still be right. */
export class UnreachableError extends Error {}

/** The server returned an error. */
export class ResponseError extends Error {
  /** The response's body, if it is JSON. */
  readonly body: unknown;

  constructor(message: string, text: string) {
    super(message);
    this.body = parseJson(text);
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Sends a request and returns the JSON of the response, or null if it has no content. The caller and the server agree on the type.
 * @throws {ResponseError} with the server's own message if it returns an error
 * @throws {UnreachableError} if there is no response
 */
export async function requestJson<Result>(method: string, path: string, body?: unknown): Promise<Result> {
  const response = await fetch(path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  }).catch(() => {
    throw new UnreachableError('The server isn’t responding. Check that it is still running.');
  });
  const text = await response.text();
  if (!response.ok)
    throw new ResponseError(errorMessageIn(text) ?? `${method} ${path} failed (${response.status}).`, text);
  return JSON.parse(text === '' ? 'null' : text);
}

/** Returns the message of an error response: the `message` of its JSON, or its text if that is short and not HTML. */
export function errorMessageIn(text: string): string | undefined {
  const body = parseJson(text);
  if (body === undefined)
    return text.length > 0 && text.length < 300 && !text.includes('<') ? text : undefined;
  const { message }: { message?: unknown } = Object(body);
  return typeof message === 'string' ? message : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
