/** @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/{test,dev}/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript' },
          target: 'es2023',
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/build/', '<rootDir>/dist/'],
  setupFiles: ['<rootDir>/test/support/pristine_http.js'],
  maxWorkers: 2,
  // Against a test that hangs, not against a machine that is busy.
  testTimeout: 60_000,
};
