/** What a comparison runs. */

/** How a server sends a file. Half a file has the length of the whole one, unless it is compressed. */
export type Transfer = 'whole' | 'chunked' | 'compressed' | 'half' | 'half, compressed';

/** A file that a step reads. Each account that runs the case serves it at its own URL. */
export interface File {
  name: string;
  content: string;
  transfer: Transfer;
}

/** A step to run. */
export interface Run {
  /** Such as `creates.create_contact`. */
  path: string;
  inputData: Record<string, unknown>;
  /** Whether it is a test in the editor. */
  isTest?: boolean;
  /** Hours that pass before it runs. */
  hours?: number;
  /** What the letter service changes in its first contact before the step runs. */
  changed?: Record<string, unknown>;
  file?: File | undefined;
  /** For a trigger: the body of the notice that starts it. */
  notice?: Record<string, unknown>;
}

/** Steps that an account runs one after the other. */
export interface Case {
  /** What an example shows. */
  name?: string;
  runs: readonly Run[];
}
