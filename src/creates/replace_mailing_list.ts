/**
 * Replace Mailing List: `PUT /v1/contacts`, which deletes every contact first. So the new list is checked before anything is
 * sent, and the current list is backed up to a file from which users can restore it. docs/api.md#contacts
 */
import { hash } from 'node:crypto';
import { type CreatePerform, defineCreate, defineInputFields, type ZObject } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import { readMailingList, replaceAllContacts } from '../api/mailing_list.ts';
import { columnsField, optionsGroup } from '../list_columns/columns_field.ts';
import { backUpList, restoreNote, withBackupLocation } from '../mailing_list/backup.ts';
import { contactsField, fileField, type NewList, readNewList } from '../mailing_list/new_list.ts';
import { allowDifferentPeopleField, Safeguards } from '../mailing_list/safeguards.ts';
import { describeOutput } from '../output_fields.ts';
import { defaultCountryField, referenceField } from '../person/fields.ts';
import { inputError, readBoolean, readNumber, readRequired, yesOrNo } from '../steps/inputs.ts';
import { maxRecords, takeFitting } from '../steps/result_size.ts';
import { editorTestField, isEditorPreview } from '../steps/test_button.ts';
import { formatCount, joinWarnings, listFirst, truncate } from '../text/format.ts';
import { toText } from '../text/values.ts';

const minimumField = {
  key: 'minimum_contacts',
  label: 'Minimum Number of Contacts',
  type: 'string',
  required: true,
  helpText:
    'If the new list has fewer contacts, nothing is replaced. Enter about 90% of your current number, such as 720 for 800 contacts.',
} as const;

const dryRunField = {
  key: 'dry_run',
  label: 'Check Only',
  ...yesOrNo,
  default: 'false',
  group: 'options',
  helpText: 'Choose Yes to check the new list and change nothing, even when the Zap is on.',
} as const;

const inputFields = defineInputFields([
  {
    key: 'warning',
    type: 'copy',
    helpText:
      '**Contacts not in the new list are deleted, and all others get new Contact IDs.** To restore them, use Previous List in the result.',
  },
  minimumField,
  fileField,
  contactsField,
  defaultCountryField,
  columnsField,
  allowDifferentPeopleField,
  dryRunField,
  { ...editorTestField, group: optionsGroup.key },
]);

const perform = (async (z, bundle) => {
  const { inputData } = bundle;
  readRequired(inputData, minimumField);
  const minimum = readNumber(inputData, minimumField, { whole: true, min: 1 }) ?? 1;
  const dryRun = readBoolean(inputData, dryRunField) ?? false;
  const isPreview = isEditorPreview(bundle, editorTestField);
  const allowsDifferentPeople = readBoolean(inputData, allowDifferentPeopleField) ?? false;
  const list = await readNewList(z, inputData);
  const { count } = list;
  if (count < minimum) {
    throw inputError(
      `The new list has ${formatCount(count, 'contact')}, but ${minimumField.label} is ${minimum}.`,
      `Check where the contacts come from${count === 0 ? '' : ', or lower the minimum'}.`,
    );
  }
  const changesNothing = dryRun || isPreview;
  const safeguards = new Safeguards(list);
  const { visit } = safeguards;
  const previous = changesNothing
    ? { count: await readMailingList(z, { visit }), url: null }
    : await backUpList(z, visit);
  safeguards.check(previous.count, allowsDifferentPeople);
  const body = list.encode();
  const { warning, ...outcome } =
    previous.url === null ? { contacts: [], warning: null } : await replaceList(z, list, body, previous.url);
  return {
    changes: describeChanges(safeguards.compare(), changesNothing),
    id: hash('sha256', body).slice(0, 32),
    contact_count: count,
    previous_count: previous.count,
    previous_list: previous.url,
    ...outcome,
    first_contacts: list.first,
    ...list.columns.describeUse(() => 'no field of a contact'),
    do_not_mail_left_out: list.report.doNotMail.length,
    file_encoding: list.encoding,
    dry_run: dryRun,
    preview_only: isPreview,
    warning: joinWarnings([warning, ...list.warnings]),
  };
}) satisfies CreatePerform;

function describeChanges(
  { kept, added, removed, names }: ReturnType<Safeguards['compare']>,
  isPreview: boolean,
) {
  const [one, many] = isPreview ? ['would be', 'would be'] : ['was', 'were'];
  const who = names ? `: ${names}` : '';
  return `${formatCount(kept, 'person stays', 'people stay')}, ${formatCount(added, one, many)} added, and ${formatCount(removed, one, many)} removed${who}.`;
}

/** Replaces the list. Returns the contacts that the service confirmed, or none if a result can't have all of them. */
async function replaceList(z: ZObject, list: NewList, body: Buffer, url: string) {
  // Logged here, so that the URL is available even if the run fails later.
  z.console.log(`The previous mailing list is available for a limited time at ${url}`);
  const created: Contact[] = [];
  let count = 0;
  // The service confirms only contacts with a reference.
  const unconfirmed = new Set(list.references.keys());
  const visit = (contact: Contact) => {
    unconfirmed.delete(toText(contact.external_id).trim());
    count += 1;
    if (count <= maxRecords) created.push(contact);
  };
  try {
    await replaceAllContacts(z, body, visit);
  } catch (error) {
    throw withBackupLocation(error, url);
  }
  const quoted = [...unconfirmed].map((reference) => `"${truncate(reference)}"`);
  const items = takeFitting(created);
  const isComplete = items.length === count;
  return {
    restore_note: restoreNote,
    contacts: isComplete ? items : [],
    contacts_note: isComplete ? null : contactsNote,
    warning:
      quoted.length > 0
        ? `The letter service did not confirm ${formatCount(quoted.length, 'contact')} with ${referenceField.label}: ${listFirst(quoted, ', ', 5)}. Check the mailing list in your account; the previous one is in ${url}.`
        : null,
  };
}

const contactsNote =
  'The list was replaced. Its new Contact IDs are left out of this result, because Zapier does not accept that many. To find a contact later, use Find Contact with Your Reference.';

export const replaceMailingList = defineCreate({
  key: 'replace_mailing_list',
  noun: 'Mailing List',
  display: {
    label: 'Replace Mailing List',
    description:
      'Replaces your whole mailing list: contacts not in the new list are deleted. The current list is backed up to a file first.',
  },
  operation: {
    inputFieldGroups: [optionsGroup],
    inputFields,
    // Of two replacements at once, one would overwrite the other.
    lock: { key: 'mailing-list', scope: ['account'], timeout: 60 },
    perform,
    ...describeOutput(
      {
        id: '4b7d21f0c93e48a6b05d8f1e2a3c4d5e',
        contact_count: 812,
        previous_count: 806,
        previous_list: 'https://example.com/mailing-list-2026-03-12.json',
        contacts: [{ contact_id: 'c-204-1187', external_id: 'donor-1042' }],
        used_columns: ['Donor → Name'],
        ignored_columns: ['Phone (no field of a contact)'],
        do_not_mail_left_out: 0,
        warning: null,
        dry_run: false,
        preview_only: false,
      },
      {
        changes: '',
        contacts_note: '',
        file_encoding: '',
        first_contacts: [],
        restore_note: '',
      },
    ),
  },
});
