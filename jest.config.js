import shared from './test/support/jest/config.js';

/** @type {import('jest').Config} */
export default { ...shared, testMatch: ['<rootDir>/{test,dev}/**/*.test.ts'] };
