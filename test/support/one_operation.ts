/** The platform's own handler, for one operation of the connector's source. */
import { createAppHandler } from 'zapier-platform-core';
import app from '../../src/index.ts';

declare module 'zapier-platform-core' {
  /** Exported for Zapier's wrapper around every build, and left out of the package's types. */
  export function createAppHandler(app: object): (event: object) => Promise<{ results: unknown }>;
}

type Handler = ReturnType<typeof createAppHandler>;

const handlers = new Map<string, Handler>();

/**
 * The handler for a definition with nothing in it but the operation of this function: the platform copies the whole of a
 * definition for each run, which with hundreds of runs takes longer than all else.
 */
export function handlerFor(method: string): Handler {
  const [kind = '', key = ''] = method.split('.');
  const name = `${kind}.${key}`;
  const known = handlers.get(name);
  if (known) return known;
  const only = <Operations extends object>(own: string, all: Operations | undefined) =>
    Object.fromEntries(Object.entries(all ?? {}).filter((entry) => own === kind && entry[0] === key));
  const handler = createAppHandler({
    ...app,
    triggers: only('triggers', app.triggers),
    creates: only('creates', app.creates),
    searches: only('searches', app.searches),
    searchOrCreates: {},
  });
  handlers.set(name, handler);
  return handler;
}
