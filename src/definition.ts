/** What is done to the definition as a whole before Zapier gets it. */

/** The parts of a definition that {@link lightToCopy} looks at. */
interface Operations {
  [key: string]: { operation: object };
}

/**
 * Makes the definition light to copy. Zapier's core copies all of it twice for each run, key by key, which for as many
 * fields as these takes longer than the rest of a short run. It keeps what is not a plain object as it is: its first
 * copy (lodash's `cloneDeep`) goes by the tag, its second by the constructor. So the parts without functions, which are
 * nearly all, are given a tag and a constructor of their own. What comes out of either copy is the same definition, and
 * a test holds it to that; operations stay plain objects, so that the platform can still put parts of its own in.
 */
export function lightToCopy<
  Definition extends { triggers: Operations; creates: Operations; searches: Operations },
>(definition: Definition): Definition {
  for (const operations of [definition.triggers, definition.creates, definition.searches]) {
    for (const { operation } of Object.values(operations)) {
      for (const [key, part] of Object.entries(operation)) Object.assign(operation, { [key]: settled(part) });
    }
  }
  return definition;
}

class Settled {
  constructor(values: object) {
    Object.assign(this, values);
  }

  get [Symbol.toStringTag](): string {
    return 'Settled';
  }
}

function settled(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(settled);
  if (typeof part !== 'object' || part === null) return part;
  if (!holdsFunctions(part)) return new Settled(part);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, settled(value)]));
}

const holdsFunctions = (part: unknown): boolean =>
  typeof part === 'function' ||
  (typeof part === 'object' && part !== null && Object.values(part).some(holdsFunctions));
