/** How the connector is mutated; `test/campaign/mutants.ts` says which file with which tests, and is what to start. */
export default {
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  // Node crashes when very many test files in ESM were run in one process.
  maxTestRunnerReuse: 15,
  jest: { configFile: 'jest.config.js', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  // What is computed once when a module loads is labels and help texts, which the definition's baseline holds still.
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 10_000,
  ignorePatterns: [
    '/bench',
    '/build',
    '/checks',
    '/demo',
    '/dist',
    '/docs',
    '/logo',
    '/reports',
    '/sandbox',
    '/ui',
    '/workbench',
  ],
  reporters: [],
  logLevel: 'error',
  allowConsoleColors: false,
};
