/** The messages between the processes of the benchmark and of its tests. */

/** An event that Zapier sends to a connector's handler. */
export interface Invocation {
  command: 'execute';
  method: string;
  bundle: {
    authData: { access_token: string };
    inputData: Record<string, unknown>;
    inputDataRaw: Record<string, unknown>;
    meta: Record<string, unknown>;
  };
  environment: Record<string, string>;
  token: string;
  rpc_base: string;
  storeKey: string;
}

/** Returns an event that Zapier would send, for the letter service at `root`. Zapier's own endpoints are there too. */
export const eventFor = (
  root: string,
  method: string,
  bundle: { inputData?: Record<string, unknown> },
): Invocation => ({
  command: 'execute',
  method,
  bundle: {
    authData: { access_token: 'bench-token' },
    inputData: {},
    inputDataRaw: bundle.inputData ?? {},
    meta: { isLoadingSample: false, isFillingDynamicDropdown: false, limit: -1, page: 0 },
    ...bundle,
  },
  environment: {
    BASE_URL: root,
    AUTH_URL: root,
    CLIENT_ID: 'bench',
    CLIENT_SECRET: 'bench-secret',
    LOGGING_ENDPOINT: `${root}/zapier/log`,
  },
  token: 'bench-rpc-token',
  rpc_base: `${root}/zapier/rpc`,
  storeKey: 'bench',
});

/** The cost of an invocation. Times are in milliseconds. */
export interface Outcome {
  /** The time that the handler took. */
  milliseconds: number;
  /** The time from the start of the process to the handler's result. */
  sinceStart: number;
  /** The processor time of all threads while the handler ran. */
  cpu: number;
  /** The processor time of all threads since the start of the process. */
  cpuSinceStart: number;
  /** The peak memory of the process in bytes. */
  peak: number;
  /** A summary of the result, to verify that all contenders returned the same. */
  answer: string;
}

/** The paths of the files that the service serves: the mailing list and a file to upload. */
export interface Preparation {
  list?: string;
  file?: string;
}
