/**
 * The next version, and its section of CHANGELOG.md in the form that `zapier-platform promote` reads: a heading with the
 * version, and in its lines words such as "Added create/send_letter" or "Fixed trigger/new_contact", from which Zapier
 * learns which steps have changed.
 */
import type { Kind } from '../checks/app.ts';
import type { Promises } from '../checks/promises.ts';

const plainVersion = /^(\d+)\.(\d+)\.(\d+)$/;

/**
 * @param wish `patch`, `minor`, `major` or a version @throws a sentence when it is none, or not later than `current`
 */
export function nextVersion(current: string, wish: string | undefined): string {
  const [major, minor, patch] = numbersOf(current);
  switch (wish) {
    case 'major':
      return `${major + 1}.0.0`;
    case 'minor':
      return `${major}.${minor + 1}.0`;
    case 'patch':
      return `${major}.${minor}.${patch + 1}`;
    default:
  }
  if (wish === undefined || !plainVersion.test(wish)) {
    throw new Error(
      `"${wish ?? ''}" is no version. Say what to release: npm run release -- patch, minor, major, or a version such as 1.2.3 (Zapier promotes no version with a label such as -beta).`,
    );
  }
  const wished = numbersOf(wish);
  const isLater =
    wished.map((number, index) => number - ([major, minor, patch][index] ?? 0)).find(Boolean) ?? 0;
  if (isLater <= 0) throw new Error(`${wish} is not later than the present version ${current}.`);
  return wish;
}

function numbersOf(version: string): [number, number, number] {
  const [, major, minor, patch] = plainVersion.exec(version) ?? [];
  if (patch === undefined) throw new Error(`The present version "${version}" is not of the form 1.2.3.`);
  return [Number(major), Number(minor), Number(patch)];
}

const unreleased = /^## Unreleased[ \t]*\n/im;

/**
 * CHANGELOG.md with what stands under "Unreleased" as the new version's section.
 * @param changes lines that follow from the definition; one whose step is named already is left out
 * @throws when nothing is written there for users to read
 */
export function withRelease(markdown: string, version: string, changes: readonly string[]): string {
  const start = unreleased.exec(markdown);
  const rest = start ? markdown.slice(start.index + start[0].length) : '';
  const body = rest.slice(0, sectionEnd(rest)).trim();
  if (!start || !body) {
    throw new Error(
      'CHANGELOG.md has nothing under "## Unreleased". Write there, in words for people who build Zaps, what this version brings; zapier-platform promote shows it to them.',
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

/** What the definition itself tells of a release, each line naming its step as `zapier-platform promote` wants it. */
export function changedSteps(
  before: Promises,
  now: Promises,
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
    const news = [
      ...(fields.length > 0 ? [`fields ${fields.join(', ')}`] : []),
      ...(values.length > 0 ? [`values ${values.join(', ')}`] : []),
    ];
    return news.length > 0 ? [`- Updated ${name}: more ${news.join(' and ')}.`] : [];
  });
}
