/**
 * Keeps what Zapier's core makes of the definition. It makes it anew, twice, for each run: it copies every field of every
 * operation, looks through the copy for functions in writing, and freezes it. For as many fields as these that takes
 * longer than the rest of a short run, and nothing of it differs from one run to the next.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** What the core makes: frozen through and through, so that runs can share it. */
type Compiled = object;

interface CoreSchema {
  prepareApp?: (definition: object) => Compiled;
}

/**
 * Has the core prepare each definition once. One that has got another part since, as those of the platform's tester do,
 * is prepared again, and so is one that the platform itself has extended for a run, which is another object. A core
 * that goes about it in another way is left alone.
 */
export function compileOnce(): void {
  const core = coreSchema();
  const prepare = core.prepareApp;
  if (prepare) core.prepareApp = remembering(prepare);
}

function coreSchema(): CoreSchema {
  // Where the package's own modules find it; the package names no public way.
  const path = new URL('src/tools/schema.js', import.meta.resolve('zapier-platform-core'));
  try {
    return createRequire(import.meta.url)(fileURLToPath(path));
  } catch {
    // Another core has its files elsewhere. It works as it does without this, only not as fast.
    return {};
  }
}

/** The same function, which answers what it answered before while the parts it is given are the same. */
function remembering(prepare: (definition: object) => Compiled): (definition: object) => Compiled {
  const known = new WeakMap<object, { parts: object; compiled: Compiled }>();
  return (definition) => {
    const before = known.get(definition);
    if (before && haveSameParts(before.parts, definition)) return before.compiled;
    const compiled = prepare(definition);
    known.set(definition, { parts: { ...definition }, compiled });
    return compiled;
  };
}

function haveSameParts(one: object, other: object): boolean {
  const parts = Object.entries(one);
  const others = new Map(Object.entries(other));
  return parts.length === others.size && parts.every(([key, part]) => others.get(key) === part);
}
