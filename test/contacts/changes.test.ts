import { describe, expect, it } from '@jest/globals';
import { clearFieldsField, findChanges, keptAddressWarning } from '../../src/contacts/changes.ts';

const stored = {
  contact_id: 'c-1',
  name: 'Ann Lee',
  greeting: 'Ann',
  file_as: 'Lee, Ann',
  company: 'Grace Church',
  address: { street: '1 Main St', city: 'Akron', state: 'OH', postal_code: '44301', country: null },
};

describe('A changed name', () => {
  it.each([
    ['made of words of the previous name', {}, { greeting: '', file_as: '' }],
    ['that somebody chose', { greeting: 'Annie', file_as: 'Board: Lee, Ann' }, {}],
    ['with an accent or in capitals', { greeting: 'ÁNN', file_as: 'LEE' }, { greeting: '', file_as: '' }],
    [
      'with a title of the previous name',
      { name: 'Dr. Ann Lee', greeting: 'Dr Lee' },
      { greeting: '', file_as: '' },
    ],
    ['that contains more than the name', { greeting: 'Ann and Tom' }, { file_as: '' }],
    ['that is blank', { greeting: '', file_as: null }, {}],
    ['without letters', { greeting: '-' }, { file_as: '' }],
    [
      'of an organization',
      { name: null, greeting: 'Grace Church', file_as: 'Church' },
      { greeting: '', file_as: '' },
    ],
  ])('clears only stored names that came from the previous one: one %s', (_name, changes, cleared) => {
    const requested = { person: { name: 'Robert Kay' }, address: {} };
    expect(findChanges({ ...stored, ...changes }, requested)).toEqual({ name: 'Robert Kay', ...cleared });
  });

  it('sends names that are filled in, even if they are those of the previous name', () => {
    const contact = { name: 'Robert Kay', greeting: 'Ann', file_as: 'Kay' };
    expect(findChanges(stored, { person: contact, address: {} })).toEqual({
      name: 'Robert Kay',
      file_as: 'Kay',
    });
  });

  it.each([[{ company: 'Hope' }], [{ name: ' Ann Lee ' }], [{ external_id: 'x' }]])(
    'is not one of %j',
    (contact) => {
      const changes = findChanges(stored, { person: contact, address: {} });
      expect(changes.greeting).toBeUndefined();
      expect(changes.file_as).toBeUndefined();
    },
  );
});

describe('The warning about a part of an address', () => {
  it.each([
    [{ street: '9 Elm St' }, 'City "Akron" and Postal Code "44301"'],
    [{ street: '9 Elm St', city: 'Akron' }, 'Postal Code "44301"'],
    [{ street: '9 Elm St', postal_code: '10115' }, 'City "Akron"'],
  ])('for %j names %s', (address, kept) => {
    const requested = { person: {}, address };
    expect(keptAddressWarning(stored, findChanges(stored, requested), requested)).toContain(
      `the contact keeps ${kept}.`,
    );
  });

  it.each([
    [{}],
    [{ street: '1 Main St' }],
    [{ city: 'Canton' }],
    [{ street: '9 Elm St', city: 'Canton', postal_code: '44702' }],
  ])('does not appear for %j', (address) => {
    const requested = { person: {}, address };
    expect(keptAddressWarning(stored, findChanges(stored, requested), requested)).toBeNull();
  });

  it('does not appear if nothing was stored', () => {
    const requested = { person: {}, address: { street: '9 Elm St' } };
    const blank = { contact_id: 'c-1', name: 'Ann', address: null };
    expect(keptAddressWarning(blank, findChanges(blank, requested), requested)).toBeNull();
  });
});

it('Clear Fields offers optional fields under their labels, and says what clearing them does', () => {
  expect(clearFieldsField.choices).toMatchObject({
    company: 'Company or Organization',
    country: 'Country (reset to United States)',
    greeting: 'Greeting (regenerate from the name)',
  });
});
