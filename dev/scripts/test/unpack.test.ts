import { describe, expect, it } from '@jest/globals';
import { complaintsAbout } from '../unpack.ts';

const whole = ['package.json', 'definition.json', 'zapierwrapper.js', 'dist/index.js'];

describe('what is in a package', () => {
  it('is the build, its libraries and its descriptions', () => {
    expect(complaintsAbout([...whole, 'dist/part-AB12.js', 'node_modules/lodash/lodash.js'])).toEqual([]);
  });

  it('is complained about when a part is missing', () => {
    expect(complaintsAbout(whole.slice(1))).toEqual(['package.json is missing']);
  });

  it.each([
    'dev/sandbox/index.ts',
    'test/baseline/definition.json',
    '.env',
    'dist/index.js.map',
    'node_modules/x/.env.local',
    'src/index.ts',
    'dist/deep/part.js',
  ])('is complained about when it is %s', (path) => {
    expect(complaintsAbout([...whole, path])).toEqual([`${path} does not belong there`]);
  });
});
