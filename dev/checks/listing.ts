/** Zapier's checks of the listing in its App Directory. */
import * as zod from 'zod';
import type { Problem } from './problem.ts';

const packageSchema = zod.looseObject({
  description: zod.string().default(''),
  homepage: zod.string().optional(),
});

/** The description in `package.json` is a sentence of 40 to 140 characters that begins with the app's name. */
export function M002(packageJson: unknown, title: string): Problem[] {
  const { description } = packageSchema.parse(packageJson);
  const where = 'package.json description';
  const problems = [
    ...(description.startsWith(`${title} is a `) ? [] : [`must begin with "${title} is a "`]),
    ...(/\bzapier\b/i.test(description) ? ['mentions Zapier'] : []),
    ...(/\bsync/i.test(description) ? ['mentions syncing'] : []),
    ...(description.length < 40 || description.length > 140
      ? [`has ${description.length} characters; it must have 40 to 140`]
      : []),
    ...(description.endsWith('.') ? [] : ['does not end with a period']),
  ];
  return problems.map((problem) => ({ where, problem }));
}

/** `package.json` has the URL of the app's marketing page. A `.example` domain is reserved, so it is only a placeholder. */
export function M006(packageJson: unknown): Problem[] {
  const { homepage = '' } = packageSchema.parse(packageJson);
  const url = URL.canParse(homepage) ? new URL(homepage) : undefined;
  if (url?.protocol === 'https:' && !url.hostname.endsWith('.example')) return [];
  const problem = `is ${homepage || 'missing'}; set it to the app’s marketing page (https)`;
  return [{ where: 'package.json homepage', problem }];
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The PNG color type for red, green, blue and transparency. */
const rgba = 6;

/** The logo is a square PNG of at least 256 pixels, with transparency. */
export function M004(file: Buffer, where = 'logo'): Problem[] {
  if (!file.subarray(0, 8).equals(signature) || file.length < 33)
    return [{ where, problem: 'is not a PNG file' }];
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const colorType = file.readUInt8(25);
  return [
    ...(width === height ? [] : [`is ${width} × ${height} pixels, which is not square`]),
    ...(Math.min(width, height) >= 256 ? [] : [`is ${width} × ${height} pixels; it must have at least 256`]),
    ...(colorType === rgba ? [] : ['has no transparency (it is not RGBA)']),
  ].map((problem) => ({ where, problem }));
}
