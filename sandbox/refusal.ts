/** A refusal of the service: its status, its code, and the words for people. Its shape on the wire depends on the world. */
import type { World } from './worlds.ts';

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
    this.headers = headers;
  }
}

/** The refusal as the chosen world writes it; the description leaves the shape open (§7.3). */
export function refusalResponse(
  { status, code, message, extra, headers }: Refusal,
  worlds: ReadonlySet<World>,
): Response {
  if (worlds.has('text')) {
    return new Response(`${code}: ${message}`, {
      status,
      headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' },
    });
  }
  return Response.json(shape(status, code, message, extra, worlds), {
    status,
    headers,
  });
}

function shape(
  status: number,
  code: string,
  message: string,
  extra: Record<string, unknown>,
  worlds: ReadonlySet<World>,
) {
  if (worlds.has('nested')) return { error: { code, message, ...extra } };
  if (worlds.has('list')) return { errors: [{ code, message, ...extra }] };
  if (worlds.has('code')) return { code, message, ...extra };
  return {
    status,
    error: code,
    message,
    more_info: `/errors#${code}`,
    ...extra,
  };
}
