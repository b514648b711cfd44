/** The built connector in a process of its own. */
import { fileURLToPath } from 'node:url';
import type { Invocation } from '../../protocol.ts';

/** The process's program, and the module it is to load. */
export const child = fileURLToPath(new URL('../../plain/child.ts', import.meta.url));
export const built = fileURLToPath(new URL('../../../../dist/index.js', import.meta.url));

/** An event as the platform sends it, for the service at `root`. */
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
