/** The keys under which Zapier counts throttled runs and holds locks. */
import type { CacheOwner } from './cache.ts';
import type { Operation } from './definition.ts';

/** An action or search that is about to run. */
export interface PlannedRun {
  operation: Operation;
  inputData: Record<string, unknown>;
  owner: CacheOwner;
}

/** Fills in `{{bundle.inputData.x}}` and appends the scopes. */
export function limitKey(
  { operation, inputData, owner }: PlannedRun,
  key: string,
  scopes: readonly string[],
): string {
  const filledIn = key.replace(/\{\{bundle\.inputData\.(\w+)\}\}/g, (_match, name) =>
    String(inputData[name] ?? ''),
  );
  const scopeValues = scopes.map((scope) => {
    if (scope === 'auth') return `auth=${owner.connection}`;
    if (scope === 'action') return `action=${operation.key}`;
    // Here, every user has a separate account.
    return `${scope}=${owner.user}`;
  });
  return [filledIn, ...scopeValues].join('|');
}
