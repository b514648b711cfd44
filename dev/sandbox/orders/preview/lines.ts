/** Splits text into lines at any kind of line break. */
export const splitLines = (text: string): string[] => text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
