import { beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { options } from '../../scripts/build.ts';
import { told } from '../problem.ts';
import { accepted, checkProject, isAccepted, type Report } from '../project.ts';
import { checkDefinition } from '../rules.ts';

describe('the connector as it is built', () => {
  let report: Report;
  beforeAll(async () => {
    report = await checkProject();
  });

  it('breaks none of the publishing rules', () => {
    expect(report.findings.map(told)).toEqual([]);
  });

  it.each(accepted)('still needs $code to be accepted for $field', ({ code, field }) => {
    const excused = checkDefinition(report.app).filter(isAccepted);
    expect(excused).toContainEqual(
      expect.objectContaining({ code, where: expect.stringMatching(`\\.${field}$`) }),
    );
  });

  it('is made of its own sources and libraries, and of no page or tool that stands beside it', async () => {
    const { metafile } = await build({ ...options, write: false, metafile: true });
    const sources = Object.keys(metafile.inputs).flatMap(
      (path) => /^(?:node_modules\/)?(?:@[\w.-]+\/)?[\w.-]+(?=\/)/.exec(path)?.[0] ?? [],
    );
    expect([...new Set(sources)].sort()).toEqual(['node_modules/csv-parse', 'node_modules/zod', 'src']);
  });

  it('breaks no promise to Zaps in the field', () => {
    expect(report.broken.map((one) => `${told(one)}. ${one.remedy}`)).toEqual([]);
  });
});
