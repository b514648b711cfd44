import { describe, expect, it } from '@jest/globals';
import { checkContents, findUnlicensed } from '../unpack.ts';

const required = [
  'package.json',
  'definition.json',
  'zapierwrapper.js',
  'dist/index.js',
  'LICENSE',
  'THIRD_PARTY_LICENSES',
];

describe('the contents of a package', () => {
  it('may be the build, its libraries and its descriptions', () => {
    expect(checkContents([...required, 'dist/part-AB12.js', 'node_modules/lodash/lodash.js'])).toEqual([]);
  });

  it('must be complete', () => {
    expect(checkContents(required.slice(1))).toEqual(['package.json is missing']);
  });

  it.each(['LICENSE', 'THIRD_PARTY_LICENSES'])('must have %s', (name) => {
    expect(checkContents(required.filter((path) => path !== name))).toEqual([`${name} is missing`]);
  });

  it('must have the license of each package, also of one inside another and of a bundled one', () => {
    const files = [
      'node_modules/lodash/lodash.js',
      'node_modules/a/node_modules/@b/c/index.js',
      'dist/index.js',
    ];
    const licenses = 'lodash 4.17.21 (MIT)\n\nMIT License';
    expect(findUnlicensed(files, ['zod'], licenses)).toEqual(['zod', '@b/c']);
    expect(findUnlicensed(files, ['zod'], `${licenses}\n\nzod 4\n\n@b/c 1 (ISC)\n`)).toEqual([]);
  });

  it.each([
    'dev/sandbox/index.ts',
    'test/baseline/definition.json',
    '.env',
    'dist/index.js.map',
    'node_modules/x/.env.local',
    'src/index.ts',
    'dist/deep/part.js',
  ])('must not include %s', (path) => {
    expect(checkContents([...required, path])).toEqual([`${path} does not belong in the package`]);
  });
});
