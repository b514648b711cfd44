/** The lines of a text, whatever ends them. */
export const linesOf = (text: string): string[] => text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
