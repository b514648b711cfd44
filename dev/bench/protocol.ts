/** The messages between the processes of the benchmark. */

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
