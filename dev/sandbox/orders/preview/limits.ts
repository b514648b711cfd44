/**
 * The limits of what can be printed. A file of a few kilobytes can hold an image of gigabytes or a PDF of a million pages,
 * so these are checked before anything is decoded.
 */
export const printLimits = {
  /** Pixels of an image. A page of letter size has 34 million at 600 dots per inch. */
  pixels: 36_000_000,
  /** Pages of a PDF, and of a preview, which shows fewer recipients if it would have more. */
  pages: 400,
  /** Recipients in a preview. */
  recipients: 25,
  /** Recipients whose letters are checked for text that cannot be printed. */
  checkedRecipients: 250,
  /** Milliseconds for a preview or for counting pages. */
  time: 30_000,
  /** Bytes of memory for the same. */
  memory: 1024 * 1024 * 1024,
} as const;
