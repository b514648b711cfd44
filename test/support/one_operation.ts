/** Creates zapier-platform-core's handlers for single operations of the connector. */
import { createAppHandler } from 'zapier-platform-core';
import app from '../../src/index.ts';

declare module 'zapier-platform-core' {
  /** Zapier's wrapper around a build uses this export, which the package's types lack. */
  export function createAppHandler(app: object): (event: object) => Promise<{ results: unknown }>;
}

type Handler = ReturnType<typeof createAppHandler>;

/**
 * Returns a function that returns a handler for a definition with only the operation of `method`. zapier-platform-core copies the
 * definition for each run, which would take most of the time of the unit tests.
 */
export function handlersOf(definition: typeof app): (method: string) => Handler {
  const handlers = new Map<string, Handler>();
  return (method) => {
    const [kind = '', key = ''] = method.split('.');
    const name = `${kind}.${key}`;
    const only = <Operations extends object>(own: string, all: Operations | undefined) =>
      Object.fromEntries(Object.entries(all ?? {}).filter((entry) => own === kind && entry[0] === key));
    const handler =
      handlers.get(name) ??
      createAppHandler({
        ...definition,
        triggers: only('triggers', definition.triggers),
        creates: only('creates', definition.creates),
        searches: only('searches', definition.searches),
        searchOrCreates: {},
      });
    handlers.set(name, handler);
    return handler;
  };
}

/** Returns the handler for one operation of the connector's source. */
export const handlerFor = handlersOf(app);
