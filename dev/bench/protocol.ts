/** What the bench's processes say to each other. */

/** An event as the platform sends it to a connector's handler. */
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

/** How one invocation went, as the process that ran it tells. */
export interface Outcome {
  /** From the call of the handler to its answer. */
  milliseconds: number;
  /** From the start of the process to the answer, when it was the first. */
  sinceStart: number;
  /** Processor time of the process from the call of the handler to its answer, in milliseconds, all threads together. */
  cpu: number;
  /** Processor time of the process since its start. */
  cpuSinceStart: number;
  /** The most memory that the process ever had, in bytes. */
  peak: number;
  /** What was answered, in short, for seeing that all contenders did the same. */
  answer: string;
}

/** What the service has prepared: the contacts it lists and the file it offers. */
export interface Preparation {
  list?: string;
  file?: string;
}
