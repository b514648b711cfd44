/** What a rule has found, and what is done about it. */
export interface Problem {
  /** Where it is in the definition, such as `creates.create_order.inputFields.list_id`. */
  where: string;
  /** What is wrong and how to put it right, in one sentence. */
  problem: string;
}

export interface Finding extends Problem {
  /** The rule's code: Zapier's own, or `G` and a number for its written guidelines. */
  code: string;
}

export const told = ({ code, where, problem }: Finding): string => `${code} ${where}: ${problem}`;
