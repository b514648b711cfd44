/** Runs the built connector in a separate process. */
import { fileURLToPath } from 'node:url';
import type { Invocation } from '../../protocol.ts';

/** The program of the process and the module that it loads. */
export const child = fileURLToPath(new URL('../../plain/child.ts', import.meta.url));
export const built = fileURLToPath(new URL('../../../../dist/index.js', import.meta.url));

/** Returns an event that Zapier would send, for the letter service at `root`. */
export const eventFor = (
  root: string,
  method: string,
  bundle: { inputData?: Record<string, unknown> },
): Invocation => ({
  command: 'execute',
  method,
  bundle: {
    authData: { access_token: 'token-of-a-test' },
    inputData: {},
    inputDataRaw: {},
    meta: { isLoadingSample: false, limit: -1, page: 0 },
    ...bundle,
  },
  environment: {
    BASE_URL: root,
    AUTH_URL: root,
    CLIENT_ID: 'client',
    CLIENT_SECRET: 'secret-of-a-test',
    LOGGING_ENDPOINT: `${root}/zapier/log`,
  },
  token: 'rpc-token-of-a-test',
  rpc_base: `${root}/zapier/rpc`,
  storeKey: 'test',
});
