/** Saves which mutants a test file reaches, when `MUTANT_COVERAGE` names a folder. StrykerJS's code in the source counts them. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from '@jest/globals';

const folder = process.env.MUTANT_COVERAGE;
const file = expect.getState().testPath;

if (folder) {
  globalThis.__stryker__ = { currentTestId: file };
  afterAll(() => {
    const hits = globalThis.__stryker__.mutantCoverage?.perTest[file] ?? {};
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify({ file, hits }));
  });
}
