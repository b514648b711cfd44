import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { drawLogo, logoFile } from '../../scripts/logo.ts';
import { M002, M004, M006 } from '../listing.ts';

describe('M002, the description in the App Directory', () => {
  const description = 'Lead House is a place in which salespeople keep their leads warm.';

  it('accepts a sentence that says what the app is', () => {
    expect(M002({ description }, 'Lead House')).toEqual([]);
  });

  it.each([
    ['does not begin with the app’s name', 'A place in which salespeople keep their leads warm.', 'begin'],
    ['names Zapier', 'Lead House is a place for leads, now also on Zapier, for you.', 'Zapier'],
    ['mentions syncing', 'Lead House is a way of syncing leads from here to there.', 'sync'],
    ['is too short', 'Lead House is a place.', 'characters'],
    ['is too long', `Lead House is a ${'very '.repeat(30)}good place.`, 'characters'],
    ['has no period', 'Lead House is a place in which salespeople keep leads', 'period'],
    ['is missing', undefined, 'begin'],
  ])('rejects a description that %s', (_what, text, problem) => {
    expect(M002({ description: text }, 'Lead House')).toContainEqual({
      where: 'package.json description',
      problem: expect.stringContaining(problem),
    });
  });
});

describe('M006, the homepage', () => {
  it('accepts an https URL', () => {
    expect(M006({ homepage: 'https://lead-house.test' })).toEqual([]);
  });

  it.each([
    ['is missing', undefined],
    ['is not a URL', 'lead-house.test'],
    ['is not secure', 'http://lead-house.test'],
    ['is a placeholder', 'https://lead-house.example'],
  ])('rejects a homepage that %s', (_what, homepage) => {
    expect(M006({ homepage })).toMatchObject([{ where: 'package.json homepage' }]);
  });
});

/** Returns the header of a PNG file, which is all that the rule reads. */
function pngHeader(width: number, height: number, colorType: number): Buffer {
  const head = Buffer.alloc(33);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(head);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  head.writeUInt8(8, 24);
  head.writeUInt8(colorType, 25);
  return head;
}

describe('M004, the logo', () => {
  it('accepts a square of 256 pixels with transparency', () => {
    expect(M004(pngHeader(256, 256, 6))).toEqual([]);
  });

  it.each([
    ['is not a PNG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(64)), 'not a PNG'],
    ['is truncated', pngHeader(256, 256, 6).subarray(0, 20), 'not a PNG'],
    ['is not square', pngHeader(512, 256, 6), 'not square'],
    ['is too small', pngHeader(128, 128, 6), 'at least 256'],
    ['has no transparency', pngHeader(256, 256, 2), 'transparency'],
  ])('rejects a logo that %s', (_what, file, problem) => {
    expect(M004(file)).toContainEqual({ where: 'logo', problem: expect.stringContaining(problem) });
  });

  it('is up to date with dev/logo/logo.svg (if not: npm run logo)', async () => {
    expect((await drawLogo()).equals(await readFile(logoFile))).toBe(true);
  });
});
