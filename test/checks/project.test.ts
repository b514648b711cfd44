import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { told } from '../../checks/problem.ts';
import { accepted, checkProject, isAccepted, type Report } from '../../checks/project.ts';
import { checkDefinition } from '../../checks/rules.ts';

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
    const files = (await readdir('dist')).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(files.map((name) => readFile(`dist/${name}`, 'utf8')));
    // The bundler names each source above its code.
    const sources = texts.flatMap((text) =>
      [...text.matchAll(/^\/\/ ((?:node_modules\/)?[\w.@-]+)\/\S+$/gm)].map(([, room]) => room),
    );
    expect([...new Set(sources)].sort()).toEqual(['node_modules/csv-parse', 'node_modules/zod', 'src']);
  });

  it('breaks no promise to Zaps in the field', () => {
    expect(report.broken.map((one) => `${told(one)}. ${one.remedy}`)).toEqual([]);
  });
});
