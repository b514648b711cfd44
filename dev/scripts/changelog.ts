/**
 * Chooses the next version and writes its section of CHANGELOG.md for `zapier-platform promote`. From lines such as
 * "Added create/send_letter" or "Fixed trigger/new_contact" Zapier learns which steps have changed.
 */
import type { Kind } from '../checks/app.ts';
import type { Contract } from '../checks/contract.ts';

const plainVersion = /^(\d+)\.(\d+)\.(\d+)$/;

/**
 * @param release `patch`, `minor`, `major` or a version
 * @throws if it is not one of these, or not later than `current`
 */
export function nextVersion(current: string, release: string | undefined): string {
  const [major, minor, patch] = parseVersion(current);
  switch (release) {
    case 'major':
      return `${major + 1}.0.0`;
    case 'minor':
      return `${major}.${minor + 1}.0`;
    case 'patch':
      return `${major}.${minor}.${patch + 1}`;
    default:
  }
  if (release === undefined || !plainVersion.test(release)) {
    throw new Error(
      `"${release ?? ''}" is not a version. Pass patch, minor, major or a version such as 1.2.3: npm run release -- minor. Zapier cannot promote a version with a label such as -beta.`,
    );
  }
  const difference = parseVersion(release).map(
    (number, index) => number - ([major, minor, patch][index] ?? 0),
  );
  if ((difference.find(Boolean) ?? 0) <= 0)
    throw new Error(`${release} is not later than the current version ${current}.`);
  return release;
}

function parseVersion(version: string): [number, number, number] {
  const [, major, minor, patch] = plainVersion.exec(version) ?? [];
  if (patch === undefined) throw new Error(`The current version "${version}" is not of the form 1.2.3.`);
  return [Number(major), Number(minor), Number(patch)];
}

const unreleased = /^## Unreleased[ \t]*\n/im;

/**
 * Returns CHANGELOG.md with "Unreleased" turned into the section of the new version.
 * @param changes lines to append, unless the section already mentions their step
 * @throws if "Unreleased" is empty
 */
export function withRelease(markdown: string, version: string, changes: readonly string[]): string {
  const start = unreleased.exec(markdown);
  const rest = start ? markdown.slice(start.index + start[0].length) : '';
  const body = rest.slice(0, sectionEnd(rest)).trim();
  if (!start || !body) {
    throw new Error(
      'CHANGELOG.md has no text under "## Unreleased". Describe what is new there, for people who build Zaps: zapier-platform promote shows it to them.',
    );
  }
  const missing = changes.filter((line) => !body.includes(/\S+\/\w+/.exec(line)?.[0] ?? line));
  const lines =
    missing.length > 0
      ? `${body}\n${/^[-*] .*$/.test(lastLine(body)) ? '' : '\n'}${missing.join('\n')}`
      : body;
  const after = rest.slice(sectionEnd(rest)).trimStart();
  return `${markdown.slice(0, start.index)}## ${version}\n\n${lines}\n${after ? `\n${after}` : ''}`;
}

const sectionEnd = (text: string): number => {
  const next = /^#{1,2} /m.exec(text);
  return next ? next.index : text.length;
};

const lastLine = (text: string): string => text.split('\n').at(-1) ?? '';

const kindWords: Record<Kind, string> = { triggers: 'trigger', creates: 'create', searches: 'search' };

/** Returns a changelog line for each step that was added or has new fields. */
export function changedSteps(
  before: Contract,
  now: Contract,
  labelOf: (kind: Kind, key: string) => string,
): string[] {
  const steps = (['triggers', 'creates', 'searches'] as const).flatMap((kind) =>
    Object.entries(now[kind]).map(([key, operation]) => ({ kind, key, operation, was: before[kind][key] })),
  );
  return steps.flatMap(({ kind, key, operation, was }) => {
    const name = `${kindWords[kind]}/${key} (${labelOf(kind, key)})`;
    if (!was) return [`- Added ${name}.`];
    const fields = Object.keys(operation.inputs).filter((field) => !was.inputs[field]);
    const values = Object.keys(operation.outputs).filter((field) => !was.outputs[field]);
    const additions = [
      ...(fields.length > 0 ? [`fields ${fields.join(', ')}`] : []),
      ...(values.length > 0 ? [`values ${values.join(', ')}`] : []),
    ];
    return additions.length > 0 ? [`- Updated ${name}: new ${additions.join(' and ')}.`] : [];
  });
}
