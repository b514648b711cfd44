/**
 * What can go wrong in a step, for its page in `docs/`: the words a user reads and what to do then. The words are parts of
 * sentences in `src/`; a test finds each of them there, so that no page quotes what is no longer said.
 */

export interface Trouble {
  /** A part of the message, as it stands in the source. */
  says: string;
  /** What it means and what to do. */
  advice: string;
}

/** May happen in every step. */
export const everywhere: Trouble[] = [
  {
    says: 'no longer accepts this connection',
    advice: 'Reconnect the account in Zapier. Connections do not renew themselves.',
  },
  {
    says: 'This connection may not',
    advice: 'Reconnect the account and approve the permission that the message names.',
  },
  {
    says: 'is asked too often just now',
    advice: 'Nothing was done. Zapier runs the step again by itself; spread large changes over the day.',
  },
  {
    says: 'could not be reached',
    advice: 'Nothing was done. Run the step again in a few minutes.',
  },
];

const hook: Trouble[] = [
  {
    says: 'This connection cannot follow',
    advice:
      'Turning the Zap on failed because the account may not follow this event. Reconnect it and approve the permission that the message names.',
  },
];

const noSuchContact: Trouble = {
  says: 'The letter service did not find the contact',
  advice: 'It was deleted, or belongs to another account. Choose it again, or find it in an earlier step.',
};

const notSaid: Trouble = {
  says: 'It is not known whether that was done',
  advice:
    'The answer was lost on the way. Look at your account at the letter service before you run the step again.',
};

const ordering: Trouble[] = [
  {
    says: 'The letter service did not confirm the order',
    advice:
      'The answer was lost, so the order may exist. **Look at the orders in your account first.** The step does not order the same letters again within the time you chose; if the order is really missing, run the step once with *No protection*.',
  },
  {
    says: 'duplicate check is unavailable right now',
    advice: 'Nothing was ordered, because it was unknown whether it was ordered before. Run the step again.',
  },
  {
    says: 'is not linked to an account at the letter service',
    advice: 'Reconnect with a user who has an account there; only accounts can order.',
  },
];

const source: Trouble[] = [
  {
    says: 'could not be fetched: its server',
    advice:
      'The link needs a log-in, has run out, or is wrong. Map the file itself from an earlier step, or check the link.',
  },
  {
    says: 'which is not a web address',
    advice: 'Map the file itself from an earlier step, or give a link that begins with `https://`.',
  },
];

/** By the operation's key; every operation has an entry, if only an empty one. */
export const troubles: Record<string, Trouble[]> = {
  address_update: hook,
  mail_returned: hook,
  order_complete: hook,
  service_event: [
    {
      says: 'which this connection cannot follow',
      advice:
        'The event is not in the list of this account. Choose one from the list, or reconnect the account and approve more permissions.',
    },
  ],
  new_contact: [],
  new_saved_order: [],
  create_contact: [
    { says: 'The contact has no name', advice: 'Fill in *Name*: it is the first line on the envelope.' },
    notSaid,
  ],
  update_contact: [
    noSuchContact,
    {
      says: 'is filled in and also selected in',
      advice: 'A field cannot be changed and emptied at once. Do one of the two.',
    },
    notSaid,
  ],
  delete_contact: [notSaid],
  replace_mailing_list: [
    {
      says: 'The new list has mistakes, so nothing was replaced',
      advice: 'The rows and fields are named. Correct them and run the step again.',
    },
    {
      says: 'Nothing was replaced: check where the contacts come from',
      advice: 'The new list is shorter than the minimum you set. Check the export, or lower the minimum.',
    },
    {
      says: 'The list as it was before is kept for a while at',
      advice:
        'Your old list is in that file. Put the address into *Or a File with the Contacts* and run the step again to bring it back.',
    },
    {
      says: 'the present mailing list could not be kept as a file first',
      advice: 'Nothing was replaced. Run the step again in a few minutes.',
    },
    {
      says: 'Both the contacts and a file are filled in',
      advice: 'Fill in one of the two.',
    },
    {
      says: 'The CSV file has no column "name"',
      advice: 'The first line of the file has to name the columns as the fields are named above.',
    },
    ...source,
  ],
  upload_file: [
    {
      says: 'which does not end in the kind of file',
      advice: 'Fill in *File Name* with an ending, such as `letter.pdf`.',
    },
    {
      says: 'leads to a web page',
      advice: 'The link shows a page. Use a link that downloads the file itself.',
    },
    { says: 'too large', advice: 'Make the file smaller, for example with smaller pictures.' },
    ...source,
    notSaid,
  ],
  delete_file: [
    {
      says: 'The letter service refused to',
      advice: 'An order uses the file already. Such a file stays.',
    },
    notSaid,
  ],
  create_order: [
    {
      says: 'There is nothing to print',
      advice: 'Add at least one item under *Sheets*, with its *File*.',
    },
    {
      says: 'this file does not exist at the letter service',
      advice: 'Upload it in an earlier step (*Upload File*) and map the file from there.',
    },
    {
      says: 'this font does not exist at the letter service',
      advice: 'Use one that your earlier orders show.',
    },
    {
      says: 'which is not among the logos of this account',
      advice: 'Choose one from the list.',
    },
    ...ordering,
  ],
  resend_saved_order: [
    {
      says: 'which is not among the saved orders of this account',
      advice: 'It was deleted, or belongs to another account. Choose one from the list.',
    },
    ...ordering,
  ],
  send_letter: [
    {
      says: 'has neither a name nor a company',
      advice: 'Fill in *Name* or *Company or Organization*, or choose a contact that has one of them.',
    },
    {
      says: 'has neither a street nor a city',
      advice: 'Fill in the address, or choose a contact that has one.',
    },
    {
      says: 'offer temporary lists for this account',
      advice:
        'Letters to one person are not possible with this letter service. Send to one of your lists with *Resend Saved Order*.',
    },
    {
      says: 'No letter was ordered.',
      advice: 'The message says what failed before. Nothing was sent and nothing is charged.',
    },
    ...ordering,
  ],
  find_contact: [
    {
      says: 'Nothing to look for was given',
      advice: 'Fill in at least one field. An earlier step may have given nothing.',
    },
  ],
  find_contacts: [
    {
      says: 'Nothing to look for was given',
      advice: 'Fill in at least one field. An earlier step may have given nothing.',
    },
  ],
  find_order: [],
  find_saved_order: [
    { says: 'Nothing to look for was given', advice: 'Fill in the name, or map a saved order.' },
  ],
  find_file: [],
  find_logo: [{ says: 'Nothing to look for was given', advice: 'Fill in the name, or choose a logo.' }],
};
