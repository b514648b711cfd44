/** The forms in the Zap editor: what a user sees first, and how much there is to read. */
import { describe, expect, it } from '@jest/globals';
import app from '../src/index.ts';

interface Shown {
  key: string;
  label?: string;
  type?: string;
  group?: string;
  helpText?: string;
  children?: readonly Shown[];
}

const operations = [app.creates, app.searches, app.triggers].flatMap((entries) => Object.values(entries));

/** The labels of a form in the order in which the editor shows them: first the fields without a group. */
function shownLabels(key: string): string[] {
  const { operation } = operations.find((one) => one.key === key) ?? {};
  const fields: readonly Shown[] = operation?.inputFields ?? [];
  const groups: readonly { key: string; label: string }[] = operation?.inputFieldGroups ?? [];
  return [undefined, ...groups].flatMap((group) => [
    ...(group ? [`# ${group.label}`] : []),
    ...fields
      .filter((field) => field.group === group?.key && field.type !== 'copy')
      .map(({ label = '' }) => label),
  ]);
}

describe('The forms', () => {
  it.each([
    ['send_letters', ['Saved Order', '# Who Gets It?', 'File']],
    ['create_list', ['# Who Gets It?', 'File']],
    ['send_letter', ['Saved Order', '# Person', 'Contact', 'Name']],
    ['replace_mailing_list', ['Minimum Number of Contacts', 'Contacts File', 'Contacts']],
  ])('of %s begin with the letter and who gets it', (key, first) => {
    expect(shownLabels(key).slice(0, first.length)).toEqual(first);
  });

  it.each([
    ['send_letters', ['# Who Gets It?', '# What the Letter Prints', '# Options', '# Safety']],
    ['create_list', ['# Who Gets It?', '# What the Letter Prints', '# Options']],
    ['send_letter', ['# Person', '# Address', '# More', '# What the Letter Prints', '# Safety']],
    ['replace_mailing_list', ['# Options']],
  ])('of %s end with what is rarely needed', (key, groups) => {
    expect(shownLabels(key).filter((label) => label.startsWith('#'))).toEqual(groups);
  });

  it('explain a field in at most 25 words', () => {
    const fields = operations.flatMap(({ key, operation }): (Shown & { form: string })[] =>
      ((operation.inputFields ?? []) as readonly Shown[]).flatMap((field) =>
        [field, ...(field.children ?? [])].map((one) => ({ ...one, form: key })),
      ),
    );
    const long = fields.filter(({ helpText = '' }) => helpText.split(/\s+/).length > 25);
    expect(long.map(({ form, key }) => `${form}.${key}`)).toEqual([]);
  });
});
