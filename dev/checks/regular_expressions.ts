/**
 * Finds regular expressions in `src` whose time grows faster than their text. The text may come from a stranger: a cell of a list has
 * up to 1,000,000 characters, and Zapier ends a run after 30 seconds.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Node, parse } from 'acorn';
import { transform } from 'esbuild';
import { analyse } from 'scslre';
import type { Finding } from './problem.ts';

interface Accepted {
  file: string;
  /** The beginning of the source code of the expression. */
  code: string;
  /** Why its time does not matter. */
  reason: string;
}

/** The expressions that may be slow, or cannot be checked because they are made at run time. */
export const acceptedExpressions: Accepted[] = [
  {
    file: 'api/errors.ts',
    code: '/^[^\\S\\n]*(?:[{[]',
    reason: 'The first 2,000 characters of a body are searched.',
  },
  {
    file: 'api/mailing_list.ts',
    code: 'new RegExp(',
    reason: 'The pattern is fixed text and repeats nothing.',
  },
  {
    file: 'person/split_address.ts',
    code: '/^(.*)(?:, |',
    reason: 'A city or the end of a street has at most 1,000 characters.',
  },
  { file: 'person/country.ts', code: '/^(?:the|la|le', reason: 'A country has at most 120 characters.' },
  { file: 'person/country.ts', code: '/^([^,(]+?)', reason: 'A country has at most 120 characters.' },
  { file: 'text/format.ts', code: '/\\B(?=', reason: 'A number has at most 21 digits.' },
  { file: 'text/text_match.ts', code: 'new RegExp(`[', reason: 'It is a set of letters.' },
  {
    file: 'once/known_lists.ts',
    code: 'new RegExp(`.{',
    reason: 'It cuts text into pieces of one length.',
  },
  {
    file: 'rest_hooks/rest_hook.ts',
    code: 'new RegExp(`^(?:(.*)',
    reason: 'The letter service names its events.',
  },
  { file: 'settings.ts', code: '/\\/+$/', reason: 'The developer of the connector sets the URL.' },
];

/** Checks the TypeScript files of a folder. Accepted expressions are left out. */
export async function checkRegularExpressions(folder: string): Promise<Finding[]> {
  const all = await findSlowExpressions(folder);
  return all
    .filter(({ where, code }) => !acceptedExpressions.some((one) => isSame(one, where, code)))
    .map(toFinding);
}

/** Returns the exceptions that are not needed anymore. */
export async function findUnneeded(folder: string): Promise<Accepted[]> {
  const all = await findSlowExpressions(folder);
  return acceptedExpressions.filter((one) => !all.some(({ where, code }) => isSame(one, where, code)));
}

const isSame = ({ file, code }: Accepted, where: string, found: string): boolean =>
  file === where && found.startsWith(code);

interface SlowExpression {
  where: string;
  code: string;
  problem: string;
}

const toFinding = ({ where, code, problem }: SlowExpression): Finding => ({
  code: 'R01',
  where,
  problem: `${code} ${problem}`,
});

async function findSlowExpressions(folder: string): Promise<SlowExpression[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const found = await Promise.all(
    names.sort().map(async (where) => {
      const { code } = await transform(await readFile(join(folder, where), 'utf8'), {
        loader: 'ts',
        target: 'esnext',
      });
      return findInCode(code).map((one) => ({ where, ...one }));
    }),
  );
  return found.flat();
}

/** Returns the expressions of a JavaScript module that are slow or made at run time. */
export function findInCode(code: string): Omit<SlowExpression, 'where'>[] {
  const found: Omit<SlowExpression, 'where'>[] = [];
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
    const source = code.slice(node.start, node.end);
    if (isLiteral(node)) {
      const { pattern, flags } = node.regex;
      // Also reports those that start again at each character of a long run: /\s+$/ is slow for many spaces before a letter.
      const { reports } = analyse({ source: pattern, flags }, { reportTypes: { Move: true } });
      const isExponential = reports.some(({ exponential }) => exponential) || hangs(pattern, flags);
      const time = isExponential ? 'exponential' : 'quadratic';
      if (isExponential || reports.length > 0) found.push({ code: source, problem: `takes ${time} time` });
    } else if (node.type === 'NewExpression' && /^new RegExp\b/.test(source)) {
      found.push({ code: source, problem: 'is made at run time, so it is not checked' });
    }
  });
  return found;
}

/**
 * Returns true if the expression takes long when one of its own words is repeated a few times. scslre misses branches that match the same
 * text, as in `(?:sr|sra?|\\s)+$`.
 */
function hangs(pattern: string, flags: string): boolean {
  const expression = new RegExp(pattern, flags.replace(/[gy]/g, ''));
  const whole = pattern.replace(/\\./g, ' ').match(/[\p{L}\d]+/gu) ?? [];
  const words = new Set(whole.flatMap((word) => [word, word.slice(0, -1)]));
  const repeated = [...words].flatMap((word) => ['', ' ', ', '].map((separator) => word + separator));
  return repeated.some((part) => {
    for (let count = 4; count <= 32; count += 2) {
      const { user } = process.cpuUsage();
      expression.test(`${part.repeat(count)}\0!`);
      if (process.cpuUsage().user - user > maxTrialTime) return true;
    }
    return false;
  });
}

/**
 * Microseconds of this process, so that it does not count while others use the processor. A trial takes some microseconds, or far more
 * than this: with two branches for the same text, each further repetition doubles its time.
 */
const maxTrialTime = 200_000;

const isLiteral = (node: Node): node is Node & { regex: { pattern: string; flags: string } } =>
  'regex' in node;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function visit(node: Node, look: (node: Node) => void): void {
  look(node);
  for (const value of Object.values(node).flat()) if (isNode(value)) visit(value, look);
}
