/** The tests that StrykerJS runs: those that load `src`, not the built connector. */
import { fileURLToPath } from 'node:url';
import shared from '../../test/support/jest/config.js';

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

/** @type {import('jest').Config} */
export default {
  ...shared,
  rootDir: '../..',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['<rootDir>/test/(e2e|fault_injection|support|zapier_cli)/'],
  setupFilesAfterEnv: [beside('save_coverage.js')],
  testSequencer: beside('sequencer.js'),
  maxWorkers: 2,
  reporters: [],
};
