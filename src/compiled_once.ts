/**
 * Caches the app definition that zapier-platform-core prepares. The core copies, scans and freezes every field twice per
 * run. With this many fields, that takes longer than the rest of a short run, and the result is always the same.
 * docs/decisions/start-up.md
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The prepared definition. It is deeply frozen, so runs can share it. */
type Compiled = object;

interface CoreSchema {
  prepareApp?: (definition: object) => Compiled;
}

/**
 * Makes the core prepare each definition only once. A definition whose parts have changed, as in `createAppTester`, is
 * prepared again. Does nothing if the core has no `prepareApp`.
 */
export function compileOnce(): void {
  const core = coreSchema();
  const prepare = core.prepareApp;
  if (prepare) core.prepareApp = withCache(prepare);
}

function coreSchema(): CoreSchema {
  // The package does not export this module, so load it by its path.
  const path = new URL('src/tools/schema.js', import.meta.resolve('zapier-platform-core'));
  try {
    return createRequire(import.meta.url)(fileURLToPath(path));
  } catch {
    // Other versions of the core may have another layout. They work without this cache, only slower.
    return {};
  }
}

/** Wraps the function so that it returns the cached result if the parts of the definition are unchanged. */
function withCache(prepare: (definition: object) => Compiled): (definition: object) => Compiled {
  const cache = new WeakMap<object, { parts: object; compiled: Compiled }>();
  return (definition) => {
    const previous = cache.get(definition);
    if (previous && haveSameParts(previous.parts, definition)) return previous.compiled;
    const compiled = prepare(definition);
    cache.set(definition, { parts: { ...definition }, compiled });
    return compiled;
  };
}

function haveSameParts(one: object, other: object): boolean {
  const parts = Object.entries(one);
  const others = new Map(Object.entries(other));
  return parts.length === others.size && parts.every(([key, part]) => others.get(key) === part);
}
