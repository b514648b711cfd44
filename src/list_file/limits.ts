/** The limits of a list file, so that a broken export does not use up the memory or the time of a run. */

/** Maximum bytes of a file. Lower for recipients, because they are sent in many requests. */
export const maxBytes = { contacts: 50_000_000, recipients: 20_000_000 };
/** Maximum contacts or recipients of a file. */
export const maxPeople = { contacts: 250_000, recipients: 100_000 };
/** Maximum rows of a CSV file, including rows of blank cells: as many as a spreadsheet can have. */
export const maxRows = 1_048_576;
/** Maximum columns of a CSV file, or different keys of the contacts in a JSON file. */
export const maxColumns = 1_000;
/** Maximum bytes of one row of a CSV file. The letter service accepts no larger contact. */
export const maxRowBytes = 1_000_000;
/** Maximum levels of nesting in one contact of a JSON file. Deeper nesting could overflow the stack. */
export const maxDepth = 32;
