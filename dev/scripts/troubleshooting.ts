/**
 * The errors a user may meet in each step, and what to do about them, for the pages in `docs/`.
 * `dev/checks/test/messages.test.ts` runs each step until it shows the quoted message, so no page quotes one that its step cannot show.
 */

export interface ErrorAdvice {
  /** A part of the message, exactly as the step shows it. */
  says: string;
  /** The same part if the message counts one. */
  saysOfOne?: string;
  /** What it means and what to do. */
  advice: string;
}

/** Errors that any step may meet, for `docs/errors.md`. */
export const commonErrors: ErrorAdvice[] = [
  {
    says: 'no longer accepts this connection',
    advice: 'Reconnect the account in Zapier. A connection does not renew itself.',
  },
  {
    says: "This connection doesn't have permission to",
    advice: 'Reconnect the account and approve the permission that the message names.',
  },
  {
    says: 'received too many requests',
    advice:
      'This request was refused; the message says whether the step had done something before. Zapier runs the step again automatically. Spread large changes over the day.',
  },
  {
    says: 'The letter service was unavailable',
    advice: 'Nothing was done. Zapier runs the step again in a minute.',
  },
  {
    says: "we don't know whether the request to",
    advice: 'The response was lost. Check your account at the letter service before you run the step again.',
  },
];

/** Errors of the steps that download a file, for `docs/errors.md`. */
export const fileErrors: ErrorAdvice[] = [
  {
    says: 'could not be downloaded: its server',
    advice:
      'The link requires a login, has expired or is wrong. Check it, or map the file itself from an earlier step.',
  },
  {
    says: 'because the link leads to a private network',
    advice:
      'The file is on a computer or network that the internet can’t reach. Use a link that opens from any computer.',
  },
];

/** Errors of the hook triggers that have no entry below. They appear when the Zap is turned on. */
export const hookErrors: ErrorAdvice[] = [
  {
    says: "This connection can't receive",
    advice:
      'The Zap was not turned on, because the account has no access to this event. Reconnect it and approve the permission that the message names.',
  },
];

/** Errors of searches in which every field is optional. */
export const searchErrors: ErrorAdvice[] = [
  {
    says: 'is mapped, but it has no value in this run, so nothing was searched',
    advice:
      'The earlier step returned no ID. The search does not use the other fields alone, because it could find someone else.',
  },
  {
    says: 'Enter something to search for in',
    advice: 'Fill in at least one field. If they are mapped, an earlier step may have had no output.',
  },
];

const noAccount: ErrorAdvice = {
  says: 'Reconnect as a user who has an account',
  advice: 'The user who connected has no account at the letter service, and so cannot order.',
};

const notConfirmed: ErrorAdvice = {
  says: 'The letter service did not confirm the order',
  advice:
    'The response was lost, so the order may exist. **Check the orders in your account first.** If it is there, enter its ID in *Found Order ID*; if it is still missing after ten minutes, enter the word in the message, such as `missing-1a2b3c4d`. Then run the step again. Until then, it does not order the same letters again.',
};

const ordering: ErrorAdvice[] = [notConfirmed, noAccount];

const someReached: ErrorAdvice = {
  says: 'If all of them should get the letter again, use a new',
  advice:
    'Some people on the list are in an earlier order, and nothing was ordered. Write only to the others, or fill in a new Event ID to write to all of them again.',
};

const plainText: ErrorAdvice = {
  says: 'Perhaps the name of a file is mapped',
  advice:
    'Zapier turns text that is mapped to a file field into a text file. Map the file itself. To print the text, enter a *File Name* that ends in `.txt`.',
};

const columnsNotUnderstood: ErrorAdvice = {
  says: 'The file has no column for',
  advice:
    'Some headings were not understood. In *Columns*, say what they are. [List files](../list_files.md) explains how headings are read.',
};

const columnsMisread: ErrorAdvice = {
  says: 'Look at the columns',
  advice:
    'The letters would lack what these columns may hold, or the columns are two of a kind. In *Columns*, say what each one is: a field, `merge field` or `ignore`.',
};

const noTemporaryLists: ErrorAdvice = {
  says: 'offer temporary lists for this account',
  advice:
    'This letter service has no temporary lists. Use *Send Saved Order to a List* with one of your lists there.',
};

const needsCountry: ErrorAdvice = {
  says: 'needs a country, because its postal code',
  advice:
    'Fill in *Country* if the letter goes abroad. Otherwise, correct *Postal Code*: without a country, the address is in the United States.',
};

const halfAnAddress: ErrorAdvice = {
  says: 'fill in Street, City and Postal Code together',
  advice:
    'The new address could be a mix of two. Map all three, or none of them to keep the address that is stored.',
};

const missingMergeField: ErrorAdvice = {
  says: 'The letter needs',
  advice:
    'An earlier order of this letter showed a placeholder for which there is no merge field, or no value. Fill it in, or choose *Print nothing there* in *If a Merge Field Is Blank*.',
};

const nobodyNamed: ErrorAdvice = {
  says: 'Name and Company or Organization are both blank',
  advice: 'Map a name, a company or both. The earlier step may have returned neither.',
};

/** Keyed by operation. Every action needs an entry; triggers and searches need one only for errors that no other operation has. */
export const troubleshooting: Record<string, ErrorAdvice[]> = {
  service_event: [
    {
      says: "This connection can't receive",
      advice:
        'The account has no access to this event. Choose one from the list, or reconnect the account and approve more permissions.',
    },
  ],
  create_contact: [nobodyNamed],
  update_contact: [
    {
      says: 'The letter service did not find the contact',
      advice:
        'The contact was deleted or belongs to another account. Choose it again, or find it in an earlier step.',
    },
    {
      says: 'is filled in and also selected in',
      advice: 'A field cannot be changed and cleared at once. Do one or the other.',
    },
    halfAnAddress,
  ],
  upsert_contact: [
    {
      says: 'The step cannot know which one to update',
      advice:
        'Several contacts have this reference. Give each its own with *Update Contact*, or delete the extra ones with *Delete Contact*. The message shows their Contact IDs.',
    },
    {
      says: 'only in capital letters',
      advice:
        'A contact of the same name has this reference in another spelling. Use the same capital letters in both systems.',
    },
    halfAnAddress,
    nobodyNamed,
  ],
  delete_contact: [],
  replace_mailing_list: [
    {
      says: 'The new list has mistakes',
      advice: 'The message names the rows and fields. Correct them and run the step again.',
    },
    {
      says: 'Check where the contacts come from, or lower the minimum',
      advice: 'The new list is shorter than the minimum you set. Check the export, or lower the minimum.',
    },
    {
      says: 'The previous list is available for a limited time at',
      advice:
        'Your old list is in that file. To restore it, put the link into *Contacts File* and run the step again.',
    },
    columnsNotUnderstood,
    {
      says: 'so it may be the wrong list',
      advice:
        'No one on the current list is on the new one. If that is right, set *Allow Different People* to Yes.',
    },
    {
      says: 'No contact of the new list has Your Reference',
      advice:
        'The current contacts have references that the new list would lose. Add the column with your donor or customer numbers.',
    },
  ],
  upload_file: [
    {
      says: 'has no extension, and the file',
      advice: 'Fill in *File Name* with an extension, such as `letter.pdf`.',
    },
    {
      says: 'leads to a web page',
      advice:
        'The link opens a web page, as share links do. Map the file from an earlier step, or use a link that downloads it.',
    },
    {
      says: 'ends in .pdf',
      advice:
        'The file has another type than its name says. Map the PDF, or enter a *File Name* with the right extension.',
    },
    { says: 'Make the file smaller', advice: 'The file is too large, for example because of its images.' },
    plainText,
  ],
  delete_file: [
    {
      says: "A file that an order uses can't be deleted",
      advice: 'An order uses this file, so it stays at the letter service. The message may name the order.',
    },
  ],
  create_order: [
    {
      says: 'The order has no sheet',
      advice: 'Add an item under *Sheets*, and fill in its *File*.',
    },
    {
      says: 'code orders.unknown_file',
      advice:
        'The letter service does not have this file. Upload it in an earlier step (*Upload File*) and map the file from there. If it was uploaded a moment ago, run the step again in a minute.',
    },
    {
      says: 'attribute contents[',
      advice:
        'The letter service rejected a value of the sheet or envelope that the message names. Its own name of the value is at the end. Copy the IDs of papers, fonts and envelopes from an earlier order.',
    },
    missingMergeField,
    someReached,
    ...ordering,
  ],
  resend_saved_order: [
    {
      says: 'Check the saved order and the list at the letter service',
      advice:
        'One of the two may not exist. Lists expire after 14 days. Choose the saved order from the list, and map **List ID** from a *Create Temporary List* step.',
    },
    missingMergeField,
    someReached,
    ...ordering,
  ],
  repeat_order: [
    {
      says: 'no such order for this account',
      advice: 'Copy the ID from the order at the letter service, or map it from the step that ordered it.',
    },
    {
      says: 'enter the number of the sheet that gets the new file',
      advice: 'The earlier order prints several files. The message lists its sheets with their numbers.',
    },
    {
      says: "The earlier order's list has expired",
      advice:
        'Lists last 14 days. Choose *Everyone on the Mailing List*, or map **List ID** from a *Create Temporary List* step.',
    },
    {
      says: 'does not say which list the order',
      advice: 'Choose *Everyone on the Mailing List*, or fill in *List ID*.',
    },
    plainText,
    someReached,
    ...ordering,
  ],
  send_letters: [
    {
      says: 'There are no recipients',
      advice:
        'Fill in one of the fields under *Who Gets It?*. If it is mapped, the earlier step may have had no output.',
    },
    {
      says: 'recipients have mistakes',
      saysOfOne: 'recipient has a mistake',
      advice: 'The message names the rows. Correct them and run the step again.',
    },
    {
      says: 'Merge fields have no value',
      advice:
        'The message names the placeholders and the rows. Fill in the cells, or enter only the columns that the letter prints in *Merge Columns*.',
    },
    missingMergeField,
    columnsNotUnderstood,
    columnsMisread,
    {
      says: 'The list is too long for one step',
      advice: 'Make the list with *Create Temporary List*, and order with *Send Saved Order to a List*.',
    },
    {
      says: 'people already got the same letter',
      advice:
        'Some people on the list are in an earlier order, and nothing was ordered. The message names the others. To write only to the others, choose *Leave them out* in *If Someone Already Got the Letter*.',
    },
    noTemporaryLists,
    ...ordering,
  ],
  send_letter: [
    {
      says: 'has no name and no company',
      advice: 'Fill in *Name* or *Company or Organization*, or choose a contact that has one of them.',
    },
    {
      says: 'has no street',
      advice:
        'Fill in *Street*, or choose a contact that has one. Where houses have no street, the first line is the street, such as a village or a P.O. box.',
    },
    {
      says: 'has no city and no postal code',
      advice: 'Fill in the address, or choose a contact that has one. A street alone is not enough.',
    },
    needsCountry,
    halfAnAddress,
    {
      says: 'has no value for',
      advice:
        'A merge field that you entered is blank in this run. Correct the data of the earlier step, or choose *Print nothing there* in *If a Merge Field Is Blank*.',
    },
    missingMergeField,
    noTemporaryLists,
    ...ordering,
  ],
  create_list: [
    {
      says: 'Merge fields have no value',
      advice:
        'The message names the placeholders and the rows. Fill in the cells, or enter only the columns that the letter prints in *Merge Columns*.',
    },
    {
      says: 'recipients have mistakes',
      saysOfOne: 'recipient has a mistake',
      advice: 'The message names the rows. Correct them and run the step again.',
    },
    needsCountry,
    columnsNotUnderstood,
    columnsMisread,
    {
      says: 'Do not use this list.',
      advice:
        'The list is incomplete and expires. The next run of the step makes another list. If the letter service limited requests, Zapier runs the step again for you.',
    },
    noTemporaryLists,
  ],
};
