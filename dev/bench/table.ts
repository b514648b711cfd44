/** The one table: printed as it is, and written to RESULTS.md with the machine it was measured on. */
import { writeFile } from 'node:fs/promises';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Ratio } from './measure.ts';

export interface Row {
  what: string;
  /** What it was held against. */
  against: string;
  /** What came out, as it is shown. */
  found: string;
  /** The ratio of the processor times, as it is shown. */
  cpu?: string;
  /** What it has to be, as it is shown; nothing for a figure that is only told. */
  target?: string;
  reached?: boolean;
  /** The absolute figures behind it, which mean something on this machine only. */
  absolute?: string;
}

/** A ratio that is only told. */
export const only = (ratio: Ratio) => ({
  found: shown(ratio),
  ...(ratio.cpu === undefined ? {} : { cpu: `${ratio.cpu.toFixed(2)} ×` }),
});

/** A ratio that must not be larger than `limit`. */
export const atMost = (ratio: Ratio, limit: number) => ({
  ...only(ratio),
  target: `≤ ${limit} ×`,
  reached: ratio.median <= limit,
});

/** A ratio that must not be smaller than `limit`. */
export const atLeast = (ratio: Ratio, limit: number) => ({
  ...only(ratio),
  target: `≥ ${limit} ×`,
  reached: ratio.median >= limit,
});

export const shown = ({ median, low, high }: Ratio): string =>
  `${median.toFixed(2)} × (${low.toFixed(2)}–${high.toFixed(2)})`;

export const milliseconds = (value: number): string =>
  value < 10
    ? `${value.toFixed(1)} ms`
    : value < 10_000
      ? `${Math.round(value)} ms`
      : `${(value / 1000).toFixed(1)} s`;

export const megabytes = (bytes: number): string =>
  `${(bytes / 1024 / 1024).toFixed(bytes < 10_000_000 ? 2 : 0)} MB`;

/** How much more memory the large case takes than the small one; 32 MB is what it may. */
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

const header = ['What', 'Against', 'Found (middle half)', 'CPU', 'To reach', '', 'On this machine'];

const cellsOf = ({ what, against, found, cpu, target, reached, absolute }: Row): string[] => [
  what,
  against,
  found,
  cpu ?? '',
  target ?? '',
  reached === undefined ? '' : reached ? '✓' : '✗',
  absolute ?? '',
];

export function printed(rows: readonly Row[]): string {
  const lines = [header, ...rows.map(cellsOf)];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** @param loadBefore the machine's load when the bench began */
export async function writeResults(rows: readonly Row[], loadBefore: number): Promise<void> {
  const table = [header, header.map(() => '---'), ...rows.map(cellsOf)]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
  const missed = rows.filter(({ reached }) => reached === false).length;
  const text = `# Measurements

Made by \`npm run bench\`. Every figure is a ratio of two things that took turns in the same run, the median of the rounds;
what stands in brackets is the middle half of the rounds, and the wider it is the more the machine was disturbed. "CPU" is
the same ratio of the processor time of the two, which other programs disturb less. The last column is for getting an idea
and means nothing on another machine.

${machine(loadBefore)
  .map((line) => `- ${line}`)
  .join('\n')}
- ${missed === 0 ? 'Everything that is to be reached was reached.' : `${missed} of ${rows.filter(({ reached }) => reached !== undefined).length} figures were not reached: ✗.`}

"Plain" is the way of the platform's templates, \`z.request(…).data\`; "template" is the platform's own OAuth2 TypeScript
template with one bare create; "floor" is what Node needs to move the bytes when nothing is done with them. A process that
stands for one of Zapier's machines does one thing at a time; the service is another process. Peak memory is the kernel's
count for a process of its own, with a heap as on a machine of 512 MB. A fresh process has one processor to itself and no
other, as far as the system can do that.

A file whose source does not tell its length cannot be piped, as the floor does: the service is told the length of every file,
which is only known when the last byte is here, and until then the file has to lie somewhere that is not memory. So its row
against the pipe stays below what is to be reached, however fast both halves are; the row below it compares like with like.

${table}
`;
  await writeFile(fileURLToPath(new URL('RESULTS.md', import.meta.url)), text);
}

/** What one has to know of the machine to judge the figures. */
export function machine(loadBefore: number): string[] {
  const processors = cpus();
  const load = `${loadBefore.toFixed(1)} before and ${loadavg()[0]?.toFixed(1)} after`;
  return [
    `Machine: ${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${megabytes(totalmem())} of memory, ${platform()} ${release()} ${arch()}`,
    `Load of the machine: ${load} (the bench alone makes about ${Math.min(processors.length, 2)}; whatever was there before is others')`,
    `Node ${process.version}, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  ];
}
