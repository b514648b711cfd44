/**
 * Jest's configuration, shared by the connector and the workspaces in `dev/`.
 *
 * The scripts start Jest with `--experimental-async-context-frame`. Without it, the promise hooks of nock's AsyncLocalStorage stay active
 * for all later files of a worker and make them slower. The connector does not use AsyncLocalStorage.
 */
import { fileURLToPath } from 'node:url';

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

/** @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironment: beside('environment.js'),
  transform: { '^.+\\.ts$': beside('strip_types.js') },
  moduleNameMapper: {
    '^zapier-platform-core$': beside('core.js'),
  },
  modulePathIgnorePatterns: ['<rootDir>/build/', '<rootDir>/dist/'],
  setupFiles: [beside('shared_process.js')],
  reporters: [beside('failures_reporter.js'), 'summary', 'github-actions'],
  // Some tests wait, for processes and for timers, while others use both processors.
  maxWorkers: 3,
  // Replaces a worker that has grown.
  workerIdleMemoryLimit: '600MB',
  // A busy machine needs longer than Jest's half a second to end a process. A worker that something keeps open is still reported.
  workerGracefulExitTimeout: 10_000,
  // Stops a test that hangs; a busy machine needs far less.
  testTimeout: 60_000,
};
