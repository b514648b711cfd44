import { describe, expect, it } from '@jest/globals';
import { checkContents } from '../unpack.ts';

const required = ['package.json', 'definition.json', 'zapierwrapper.js', 'dist/index.js'];

describe('the contents of a package', () => {
  it('may be the build, its libraries and its descriptions', () => {
    expect(checkContents([...required, 'dist/part-AB12.js', 'node_modules/lodash/lodash.js'])).toEqual([]);
  });

  it('must be complete', () => {
    expect(checkContents(required.slice(1))).toEqual(['package.json is missing']);
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
