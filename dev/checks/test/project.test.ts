import { beforeAll, describe, expect, it } from '@jest/globals';
import { findBundled } from '../../scripts/licenses.ts';
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

  it('bundles only the libraries that it needs', async () => {
    expect(await findBundled()).toEqual(['csv-parse', 'entities', 'i18n-iso-countries', 'zod']);
  });

  it('does not break existing Zaps', () => {
    expect(report.breakingChanges.map((one) => `${formatFinding(one)}. ${one.remedy}`)).toEqual([]);
  });
});
