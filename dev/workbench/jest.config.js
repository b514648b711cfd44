export { default } from '../../test/support/jest/config.js';
