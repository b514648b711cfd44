/** Asking the page's own server. */

/** Nobody answers: what is known is not wrong, it only grows old. */
export class Unreachable extends Error {}

/** The server says no: by its own sentence, and with whatever else it answered. */
export class Refusal extends Error {
  readonly answer: unknown;

  constructor(message: string, text: string) {
    super(message);
    this.answer = parsed(text);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not every server says it in JSON.
    return undefined;
  }
}

/**
 * JSON from the page's own server, of the shape that both were written to; null for an answer without content.
 * @throws the server's own sentence when it refuses, or one that says it cannot be reached
 */
export async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  }).catch(() => {
    throw new Unreachable('The server does not answer. Is it still running?');
  });
  const text = await response.text();
  if (!response.ok)
    throw new Refusal(sentenceIn(text) ?? `${method} ${path} was answered ${response.status}.`, text);
  return JSON.parse(text === '' ? 'null' : text);
}

/** What a refusal says for people. */
export function sentenceIn(text: string): string | undefined {
  try {
    const { message }: { message?: unknown } = JSON.parse(text);
    return typeof message === 'string' ? message : undefined;
  } catch {
    // Not every server says it in JSON.
    return text.length > 0 && text.length < 300 && !text.includes('<') ? text : undefined;
  }
}
