/** Creates zapier-platform-core's handler for one operation of the connector's source. */
import { createAppHandler } from 'zapier-platform-core';
import app from '../../src/index.ts';

declare module 'zapier-platform-core' {
  /** Zapier's wrapper around a build uses this export, which the package's types lack. */
  export function createAppHandler(app: object): (event: object) => Promise<{ results: unknown }>;
}

type Handler = ReturnType<typeof createAppHandler>;

const handlers = new Map<string, Handler>();

/**
 * Returns a handler for a definition with only the operation of `method`. zapier-platform-core copies the definition for
 * each run, which would take most of the time of the unit tests.
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
