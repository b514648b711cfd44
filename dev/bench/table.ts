/** Formats the results for the terminal and for RESULTS.md. */
import { writeFile } from 'node:fs/promises';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Ratio } from './measure.ts';

export interface Row {
  what: string;
  /** What it was compared with. */
  against: string;
  /** The result, formatted. */
  found: string;
  /** The ratio of the processor times, formatted. */
  cpu?: string;
  /** The limit, formatted; undefined for a figure without one. */
  target?: string;
  reached?: boolean;
  /** The absolute figures, which depend on the machine. */
  absolute?: string;
}

/** Formats a ratio that must be at most `limit`. */
export const atMost = (ratio: Ratio, limit: number) => ({
  found: formatFactor(ratio),
  ...(ratio.cpu === undefined ? {} : { cpu: `${ratio.cpu.toFixed(2)} ×` }),
  target: `≤ ${limit} ×`,
  reached: ratio.median <= limit,
});

const formatFactor = ({ median, low, high }: Ratio): string =>
  `${median.toFixed(2)} × (${low.toFixed(2)}–${high.toFixed(2)})`;

export const milliseconds = (value: number): string =>
  value < 10
    ? `${value.toFixed(1)} ms`
    : value < 10_000
      ? `${Math.round(value)} ms`
      : `${(value / 1000).toFixed(1)} s`;

/** Formats two times, the connector's first. */
export const timesOf = (connector = 0, other = 0): string =>
  `${milliseconds(connector)} : ${milliseconds(other)}`;

export const megabytes = (bytes: number): string =>
  `${(bytes / 1024 / 1024).toFixed(bytes < 10_000_000 ? 2 : 0)} MB`;

/** Returns a row for the memory that a large case needs in addition to a small one, at most 32 MB. */
export function memoryRow(what: string, against: string, large: number, small: number): Row {
  return {
    what: `Peak memory of ${what}`,
    against,
    found: `+ ${megabytes(Math.max(0, large - small))}`,
    target: '+ ≤ 32 MB',
    reached: large - small <= 32 * 1024 * 1024,
    absolute: `${megabytes(large)} : ${megabytes(small)}`,
  };
}

const header = [
  'What',
  'Compared with',
  'Connector ÷ other (quartiles)',
  'CPU',
  'Target',
  '',
  'Connector : other',
];

const cellsOf = ({ what, against, found, cpu, target, reached, absolute }: Row): string[] => [
  what,
  against,
  found,
  cpu ?? '',
  target ?? '',
  reached === undefined ? '' : reached ? '✓' : '✗',
  absolute ?? '',
];

export const formatTable = (rows: readonly Row[]): string =>
  [header, header.map(() => '---'), ...rows.map(cellsOf)].map((line) => `| ${line.join(' | ')} |`).join('\n');

/** @param loadBefore the machine's load when the bench began */
export async function writeResults(rows: readonly Row[], loadBefore: number): Promise<void> {
  const missed = rows.filter(({ reached }) => reached === false).length;
  const text = `# Measurements

Written by \`npm run bench\`. Each result is the time of the connector divided by the time of what it is compared with, so lower is
better. The two took turns: the result is the median of all rounds, with the quartiles in parentheses. The further apart the quartiles
are, the more other programs disturbed the run. "CPU" is the ratio of the processor times, which depends less on other programs.

${describeMachine(loadBefore)
  .map((line) => `- ${line}`)
  .join('\n')}
- ${missed === 0 ? 'All targets were reached.' : `${missed} of ${rows.filter(({ reached }) => reached !== undefined).length} targets were missed (✗).`}

"Plain" is the code of Zapier's templates, \`z.request(…).data\`. "Template" is Zapier's OAuth2 TypeScript template with one minimal
action. "Floor" does only the part that cannot be avoided. The connector and the letter service run in separate processes, and the
connector runs one event at a time, as on Zapier's machines. Peak memory is reported by the kernel for a new process with the heap
size of a machine with 512 MB. A new process is pinned to one processor, if the system can do that.

${formatTable(rows)}
`;
  await writeFile(fileURLToPath(new URL('RESULTS.md', import.meta.url)), text);
}

/** Describes the machine. */
export function describeMachine(loadBefore: number): string[] {
  const processors = cpus();
  const load = `${loadBefore.toFixed(1)} before and ${loadavg()[0]?.toFixed(1)} after`;
  return [
    `Machine: ${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${megabytes(totalmem())} of memory, ${platform()} ${release()} ${arch()}`,
    `Load of the machine: ${load} (the benchmark itself causes about ${Math.min(processors.length, 2)})`,
    `Node ${process.version}, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  ];
}
