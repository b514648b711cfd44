import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import changelogReader from 'zapier-platform-cli/src/utils/changelog.js';
import { changedSteps, nextVersion, withRelease } from '../../scripts/changelog.ts';
import { contractOf } from '../contract.ts';
import { changed, exampleApp } from './example_app.ts';

describe('the next version', () => {
  it.each([
    ['1.4.9', 'patch', '1.4.10'],
    ['1.4.9', 'minor', '1.5.0'],
    ['1.4.9', 'major', '2.0.0'],
    ['1.4.9', '1.4.10', '1.4.10'],
    ['1.4.9', '3.0.0', '3.0.0'],
  ])('after %s with the argument "%s" is %s', (current, argument, version) => {
    expect(nextVersion(current, argument)).toBe(version);
  });

  it.each([
    ['1.4.9', '1.4.9', 'not later'],
    ['1.4.9', '1.3.10', 'not later'],
    ['2.0.0', '1.9.9', 'not later'],
    ['1.4.9', '1.5', 'is not a version'],
    ['1.4.9', '1.5.0-beta', 'is not a version'],
    ['1.4.9', undefined, 'Pass patch, minor, major'],
  ])('after %s cannot be "%s"', (current, argument, message) => {
    expect(() => nextVersion(current, argument)).toThrow(message);
  });
});

const before =
  '# Changelog\n\n## Unreleased\n\nLetters in color.\n\n- Fixed create/create_lead: accents.\n\n## 1.0.0\n\nThe first.\n';

describe('the changelog section of a release', () => {
  it('has the text from "Unreleased"', () => {
    expect(withRelease(before, '1.0.1', [])).toBe(before.replace('Unreleased', '1.0.1'));
  });

  it('also lists changed steps that "Unreleased" does not mention', () => {
    const changes = [
      '- Updated create/create_lead (Create Lead): new fields color.',
      '- Added search/find_deal (Find Deal).',
    ];
    expect(withRelease(before, '1.1.0', changes)).toBe(
      before
        .replace('Unreleased', '1.1.0')
        .replace('accents.\n', 'accents.\n- Added search/find_deal (Find Deal).\n'),
    );
  });

  it('must not be empty', () => {
    expect(() => withRelease('# Changelog\n\n## 1.0.0\n\nThe first.\n', '1.0.1', [])).toThrow(
      '## Unreleased',
    );
    expect(() =>
      withRelease('# Changelog\n\n## Unreleased\n\n## 1.0.0\n', '1.0.1', ['- Added x/y.']),
    ).toThrow('## Unreleased');
  });

  it('can be the first one', () => {
    expect(withRelease('# Changelog\n\n## Unreleased\n\nLetters.', '1.0.0', [])).toBe(
      '# Changelog\n\n## 1.0.0\n\nLetters.\n',
    );
  });
});

describe('zapier-platform promote', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'changelog-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('reads the section and the steps it mentions', async () => {
    const now = changed({
      creates: {
        create_lead: {
          operation: {
            inputFields: [
              ...(exampleApp().creates.create_lead?.operation.inputFields ?? []),
              { key: 'color' },
            ],
          },
        },
      },
      searches: { find_deal: { ...exampleApp().searches.find_lead, key: 'find_deal' } },
    });
    const changes = changedSteps(contractOf(exampleApp()), contractOf(now), (_kind, key) => key);
    await writeFile(
      join(folder, 'CHANGELOG.md'),
      withRelease(before.replace('create/create_lead', 'the leads'), '1.1.0', changes),
    );
    expect(await changelogReader.getVersionChangelog('1.1.0', folder)).toMatchObject({
      changelog: expect.stringMatching(/^Letters in color\..*find_deal/s),
      appMetadata: [
        { app_change_type: 'FEATURE_UPDATE', action_type: 'write', action_key: 'create_lead' },
        { app_change_type: 'FEATURE_UPDATE', action_type: 'search', action_key: 'find_deal' },
      ],
    });
  });

  it('finds the section of the current version', async () => {
    const root = new URL('../../../', import.meta.url);
    const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
    const { changelog } = await changelogReader.getVersionChangelog(version, root.pathname);
    expect(changelog.length).toBeGreaterThan(20);
  });
});
