/**
 * `npm run mutants`: StrykerJS changes the source in one place at a time (a mutant) and lists the changes that no test notices.
 * It has 177 packages (64 MB) that nothing else needs, so it is not installed with the project: npx fetches it.
 */
const { ROOM = 'text', TESTS = ROOM } = process.env;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [`src/${ROOM}/**/*.ts`],
  testRunner: 'jest',
  // The runner loads all of these test files for each mutant.
  jest: { config: { testMatch: [`<rootDir>/test/${TESTS}/**/*.test.ts`] }, enableFindRelatedTests: false },
  testRunnerNodeArgs: [
    '--experimental-async-context-frame',
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
  ],
  // A timeout counts as noticed, so a busy machine must not cause one.
  timeoutMS: 60_000,
  // StrykerJS would need an older TypeScript to read tsconfig.json.
  tsconfigFile: 'none.json',
  ignorePatterns: ['/build'],
  tempDirName: 'build/mutants',
  reporters: ['clear-text', 'progress-append-only'],
};
