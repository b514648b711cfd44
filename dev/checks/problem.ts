/** What a rule finds. */
export interface Problem {
  /** A path in the definition, such as `creates.create_order.inputFields.list_id`. */
  where: string;
  /** What is wrong and how to fix it. It continues a sentence that begins with `where`. */
  problem: string;
}

export interface Finding extends Problem {
  /** Zapier's code of the rule, or a code with a G for its written guidelines, a P for breaking changes or an R for regular expressions. */
  code: string;
}

export const formatFinding = ({ code, where, problem }: Finding): string => `${code} ${where}: ${problem}`;
