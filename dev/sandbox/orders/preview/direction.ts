/**
 * Orders the parts of a line from left to right, because Hebrew and Arabic run from right to left.
 * Implements the Unicode bidirectional algorithm without direction marks, which is enough for names, addresses and letters.
 */

const rightToLeft = /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const letter = /^\p{L}/u;
const number = /^\p{N}/u;
const space = /^\s+$/;

/** Consecutive graphemes in the same direction. */
export interface Stretch {
  graphemes: string[];
  rightToLeft: boolean;
}

const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};

/** Returns the stretches from left to right. The graphemes within each stretch stay in reading order. */
export function splitByDirection(graphemes: readonly string[]): Stretch[] {
  if (!graphemes.some((one) => rightToLeft.test(one)))
    return [{ graphemes: [...graphemes], rightToLeft: false }];
  const levels = levelsOf(graphemes);
  const runs: { level: number; graphemes: string[] }[] = [];
  for (const [index, one] of graphemes.entries()) {
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    const character = level % 2 === 1 ? (mirrored[one] ?? one) : one;
    if (last?.level === level) last.graphemes.push(character);
    else runs.push({ level, graphemes: [character] });
  }
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) reverseFrom(runs, level);
  return runs.map(({ level, graphemes }) => ({ graphemes, rightToLeft: level % 2 === 1 }));
}

/** Returns the embedding level of each grapheme. Odd levels run from right to left, even ones from left to right; higher levels are nested in lower ones. */
function levelsOf(graphemes: readonly string[]): number[] {
  const kinds = graphemes.map((one) =>
    rightToLeft.test(one) ? 'R' : letter.test(one) ? 'L' : number.test(one) ? 'N' : ' ',
  );
  const base = kinds.find((kind) => kind === 'R' || kind === 'L') === 'R' ? 1 : 0;
  // A number after a left-to-right letter counts as a left-to-right letter.
  let strong = base === 1 ? 'R' : 'L';
  const resolved = kinds.map((kind) => {
    if (kind === 'R' || kind === 'L') strong = kind;
    return kind === 'N' && strong === 'L' ? 'L' : kind;
  });
  const before = latestDirections(resolved);
  const after = latestDirections(resolved.toReversed()).toReversed();
  return resolved.map((kind, index) => {
    if (kind === 'N') return 2;
    if (kind === 'L') return base === 1 ? 2 : 0;
    if (kind === 'R') return 1;
    // 12-34 and 12/34 are one number.
    const inNumber = resolved[index - 1] === 'N' && resolved[index + 1] === 'N';
    if (inNumber && !space.test(graphemes[index] ?? '')) return 2;
    if (before[index] !== after[index] || before[index] === undefined) return base;
    return before[index] === 'R' ? 1 : base === 1 ? 2 : 0;
  });
}

/** Returns, for each position, the direction of the last letter or number up to there. A number counts as right-to-left. */
function latestDirections(kinds: readonly string[]): (string | undefined)[] {
  let direction: string | undefined;
  return kinds.map((kind) => {
    if (kind !== ' ') direction = kind === 'N' ? 'R' : kind;
    return direction;
  });
}

function reverseFrom(runs: { level: number; graphemes: string[] }[], level: number): void {
  let start = 0;
  while (start < runs.length) {
    if ((runs[start]?.level ?? 0) < level) {
      start += 1;
      continue;
    }
    let end = start;
    while (end < runs.length && (runs[end]?.level ?? 0) >= level) end += 1;
    runs.splice(start, end - start, ...runs.slice(start, end).reverse());
    start = end;
  }
}
