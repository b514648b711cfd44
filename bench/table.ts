/** The one table: printed as it is, and written to RESULTS.md with the machine it was measured on. */
import { writeFile } from 'node:fs/promises';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Ratio } from './measure.ts';

export interface Row {
  what: string;
  /** What it was held against. */
  against: string;
  /** What came out, as it is shown. */
  found: string;
  /** What it has to be, as it is shown; nothing for a figure that is only told. */
  target?: string;
  reached?: boolean;
  /** The absolute figures behind it, which mean something on this machine only. */
  absolute?: string;
}

/** A ratio that must not be larger than `limit`. */
export const atMost = (ratio: Ratio, limit: number) => ({
  found: shown(ratio),
  target: `≤ ${limit} ×`,
  reached: ratio.median <= limit,
});

/** A ratio that must not be smaller than `limit`. */
export const atLeast = (ratio: Ratio, limit: number) => ({
  found: shown(ratio),
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

const header = ['What', 'Against', 'Found (middle half)', 'To reach', '', 'On this machine'];

const cellsOf = ({ what, against, found, target, reached, absolute }: Row): string[] => [
  what,
  against,
  found,
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

export async function writeResults(rows: readonly Row[]): Promise<void> {
  const table = [header, header.map(() => '---'), ...rows.map(cellsOf)]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
  const [cpu] = cpus();
  const text = `# Measurements

Made by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}. Every figure is a ratio of two things that took turns in the same run, the
median of the rounds; what stands in brackets is the middle half of the rounds. The last column is for getting an idea
and means nothing on another machine.

- Machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${megabytes(totalmem())} of memory, ${platform()} ${release()} ${arch()}
- Node ${process.version}

"Plain" is the way of the platform's templates, \`z.request(…).data\`; "template" is the platform's own OAuth2 TypeScript
template with one bare create; "floor" is what Node needs to move the bytes when nothing is done with them.

${table}
`;
  await writeFile(fileURLToPath(new URL('RESULTS.md', import.meta.url)), text);
}
