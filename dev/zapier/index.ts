/** A local stand-in for Zapier; start with `startLocalZapier`. Browser code imports `./definition.ts` instead. */
export {
  type ConnectedAccount,
  connectAccount,
  finishAuthorization,
  type PendingAuthorization,
  startAuthorization,
} from './authorization.ts';
export { type Browser, openBrowser } from './browser.ts';
export { Cache, type CacheOptions } from './cache.ts';
export { type Connection, connectionFor } from './connection.ts';
export {
  type Definition,
  findOperation,
  type InputField,
  inputField,
  type Operation,
  type OperationKind,
  staticInputFields,
} from './definition.ts';
export { HandlerError, HeldError, RequiredFieldError } from './errors.ts';
export { checkRequiredFields, fetchChoices, fetchInputFields } from './form.ts';
export { type Bundle, completeBundle, type HandlerEvent, type LogLine } from './handler_event.ts';
export type { HandlerRun } from './handler_run.ts';
export { isDehydrated } from './hydration.ts';
export { type LocalZapier, type LocalZapierOptions, startLocalZapier } from './local_zapier.ts';
export { type Loopback, readBody, sendJson, serveLoopback } from './loopback.ts';
export { ProcessPool } from './process_pool.ts';
export { Rpc, type RpcMethod } from './rpc.ts';
export { runCreate, runSearch, runSearchOrCreate, runUntilDone } from './step.ts';
export type { Delivery, Zap, ZapRecord } from './zap.ts';
