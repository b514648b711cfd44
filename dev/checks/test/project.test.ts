import { beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { options } from '../../scripts/build.ts';
import { formatFinding } from '../problem.ts';
import { accepted, checkProject, isAccepted, type Report } from '../project.ts';
import { checkDefinition } from '../rules.ts';

describe('the built connector', () => {
  let report: Report;
  beforeAll(async () => {
    report = await checkProject();
  });

  it('follows the publishing rules', () => {
    expect(report.findings.map(formatFinding)).toEqual([]);
  });

  it.each(accepted)('still needs the exception from $code for $field', ({ code, field }) => {
    const exceptions = checkDefinition(report.app).filter(isAccepted);
    expect(exceptions).toContainEqual(
      expect.objectContaining({ code, where: expect.stringMatching(`\\.${field}$`) }),
    );
  });

  it('bundles only src and the libraries that it needs', async () => {
    const { metafile } = await build({ ...options, write: false, metafile: true });
    const sources = Object.keys(metafile.inputs).flatMap(
      (path) => /^(?:node_modules\/)?(?:@[\w.-]+\/)?[\w.-]+(?=\/)/.exec(path)?.[0] ?? [],
    );
    expect([...new Set(sources)].sort()).toEqual([
      'node_modules/csv-parse',
      'node_modules/i18n-iso-countries',
      'node_modules/zod',
      'src',
    ]);
  });

  it('does not break existing Zaps', () => {
    expect(report.breakingChanges.map((one) => `${formatFinding(one)}. ${one.remedy}`)).toEqual([]);
  });
});
