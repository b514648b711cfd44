/** Draws the mutants to try, as a checker of StrykerJS: it reports all others as not compiled, which StrykerJS does not count. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import harmless from './harmless.json' with { type: 'json' };

interface Position {
  line: number;
  column: number;
}

/** A mutant as StrykerJS describes it. */
interface Mutant {
  id: string;
  fileName: string;
  location: { start: Position; end: Position };
  replacement: string;
}

const sources = new Map<string, string[]>();

function readLines(file: string): string[] {
  const lines = sources.get(file) ?? readFileSync(file, 'utf8').split('\n');
  sources.set(file, lines);
  return lines;
}

const onOneLine = (code: string): string => code.replace(/\s+/g, ' ').trim();

/** Describes a mutant by its code instead of its line number, so that it keeps its description when lines are added above it. */
function describeMutant({ fileName, location: { start, end }, replacement }: Mutant, root: string) {
  const lines = readLines(fileName).slice(start.line, end.line + 1);
  const code = lines.map((line, index) =>
    line.slice(index === 0 ? start.column : 0, index === end.line - start.line ? end.column : undefined),
  );
  return {
    file: relative(root, fileName),
    line: onOneLine(lines[0] ?? ''),
    code: onOneLine(code.join('\n')),
    replacement: onOneLine(replacement),
  };
}

type Description = ReturnType<typeof describeMutant>;

const isMessageText = ({ code, replacement }: Description): boolean =>
  /^(?:""|``|'')$/.test(replacement) && /\p{L}.* .*\p{L}/u.test(code);

const isHarmless = (mutant: Description): boolean =>
  harmless.some(
    ({ file, line, code, replacement }) =>
      file === mutant.file &&
      line === mutant.line &&
      code === mutant.code &&
      replacement === mutant.replacement,
  );

/** Returns the IDs of the sample: the same seed draws the same mutants as long as their code stays the same. */
export function drawSample(
  mutants: readonly Mutant[],
  { seed, number, root }: { seed: string; number: number; root: string },
): Set<string> {
  const drawn = mutants
    .map((mutant) => ({ id: mutant.id, description: describeMutant(mutant, root) }))
    .filter(({ description }) => !isMessageText(description) && !isHarmless(description))
    .map(({ id, description }) => ({
      id,
      order: createHash('sha256').update(seed).update(JSON.stringify(description)).digest('hex'),
    }))
    .sort((one, other) => (one.order < other.order ? -1 : 1));
  return new Set(drawn.slice(0, number).map(({ id }) => id));
}

/** StrykerJS passes all mutants to `group` at once. */
class SampleChecker {
  #sample = new Set<string>();

  async init(): Promise<void> {}

  async group(mutants: Mutant[]): Promise<string[][]> {
    this.#sample = drawSample(mutants, JSON.parse(process.env.MUTANT_SAMPLE ?? ''));
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants: Mutant[]) {
    const failed = { status: 'compileError', reason: 'not in the sample' };
    return Object.fromEntries(
      mutants.map(({ id }) => [id, this.#sample.has(id) ? { status: 'passed' } : failed]),
    );
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }];
