/**
 * `npm run mutants`: changes the source in one place at a time (a mutant) and lists the changes that no test notices.
 * `npm run mutants -- --rooms contacts,api --number 60 --seed 2` draws 60 mutants of these folders of `src`; another seed
 * draws others. Message texts are left out, and what `harmless.json` lists with the reason why nobody could notice it.
 *
 * `--tests test/contacts,test/creates` runs only these test files: quicker, but another file may notice a survivor.
 *
 * StrykerJS has 177 packages (64 MB) that nothing else needs, so it is not installed with the project: npx fetches it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const version = '10.0.0';
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${root}build/mutants/`;

const { values } = parseArgs({
  options: {
    rooms: { type: 'string', default: 'contacts,list_columns,recipients,orders' },
    number: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: 'test' },
  },
});

const resultFile = `${folder}result.json`;
const config = {
  mutate: values.rooms.split(',').map((room) => `src/${room}/**/*.ts`),
  plugins: ['./dev/mutants/test_files.ts', './dev/mutants/sample.ts'],
  testRunner: 'test_files',
  checkers: ['sample'],
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // StrykerJS would read tsconfig.json with an older TypeScript.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  ignorePatterns: ['/*', '!/src', '!/test', '!/dev', '!/docs', '/docs/images', '!/package.json'],
  tempDirName: 'build/mutants/copy',
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: resultFile },
  // `test_files.ts` ends a run that takes too long.
  timeoutMS: 3_600_000,
  dryRunTimeoutMinutes: 60,
};

interface Result {
  files: Record<
    string,
    {
      source: string;
      mutants: {
        status: string;
        replacement: string;
        location: { start: { line: number; column: number }; end: { line: number; column: number } };
      }[];
    }
  >;
}

/** Prints the survivors, and how many of the mutants the tests noticed. */
function report({ files }: Result): void {
  let noticed = 0;
  let survived = 0;
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const lines = source.split('\n');
    for (const { status, replacement, location } of mutants) {
      if (status === 'Killed' || status === 'Timeout') noticed += 1;
      if (status !== 'Survived' && status !== 'NoCoverage') continue;
      survived += 1;
      const { start, end } = location;
      const isOneLine = start.line === end.line;
      const line = lines[start.line - 1] ?? '';
      const code = line.slice(start.column - 1, isOneLine ? end.column - 1 : undefined);
      console.log(
        `${file}:${start.line}\n    ${line.trim()}\n    ${code}${isOneLine ? '' : ' …'} → ${replacement}`,
      );
    }
  }
  const share = ((100 * noticed) / (noticed + survived)).toFixed(0);
  console.log(`Of ${noticed + survived} mutants, the tests noticed ${noticed} (${share} %).`);
}

await rm(resultFile, { force: true });
await mkdir(folder, { recursive: true });
await writeFile(`${folder}config.json`, JSON.stringify(config));
const sample = { seed: values.seed, number: Number(values.number), root };
const stryker = spawn(
  'npx',
  ['--yes', `--package=@stryker-mutator/core@${version}`, '--', 'stryker', 'run', `${folder}config.json`],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, MUTANT_SAMPLE: JSON.stringify(sample), MUTANT_TESTS: values.tests },
  },
);
const [code] = await once(stryker, 'exit');
if (code === 0) report(JSON.parse(await readFile(resultFile, 'utf8')));
else process.exitCode = 1;
