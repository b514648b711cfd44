/** Zapier's part on one's own machine; see `platform.ts`. */
export { type Browser, openBrowser } from './browser.ts';
export {
  beginConnection,
  type ConnectedAccount,
  type Connection,
  type ConnectionAttempt,
  connect,
  connectionWith,
  finishConnection,
} from './connection.ts';
export { Containers } from './container.ts';
export { type Definition, type Entry, entryOf, type InputField, type Kind } from './definition.ts';
export { PlatformError, RequiredFieldError } from './failure.ts';
export { type Platform, type PlatformOptions, startPlatform } from './platform.ts';
export type { Call, Run } from './run.ts';
export { checkRequired, choices, inputFields, runCreate, runSearch, runSearchOrCreate } from './step.ts';
export type { Delivery, Zap, ZapRecord } from './zap.ts';
