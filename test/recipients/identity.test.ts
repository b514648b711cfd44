import { describe, expect, it } from '@jest/globals';
import { contactFields, printedKeys } from '../../src/contacts/fields.ts';
import { hashRecipient } from '../../src/recipients/identity.ts';

const address = { street: '1 A St', city: 'Bonn', state: '', postal_code: '53111', country: 'Germany' };
const recipient = { name: 'Ann Lee', company: 'Lee', greeting: 'Ann', address, metadata: { amount: '$5' } };

describe('hashRecipient', () => {
  it.each([
    { ...recipient, external_id: 'donor-7' },
    { ...recipient, file_as: 'Lee, Ann' },
    { ...recipient, name: ' Ann Lee ', address: { ...address, street: '1 A St\r\n' } },
    {
      metadata: { amount: '$5 ' },
      address: { ...address, state: ' ' },
      greeting: 'Ann',
      company: 'Lee',
      name: 'Ann Lee',
    },
  ])('is the same for a recipient that prints the same: %j', (other) => {
    expect(hashRecipient(other)).toBe(hashRecipient(recipient));
  });

  it.each(printedKeys)('changes with %s', (key) => {
    const isInAddress = contactFields.some((field) => field.key === key && field.group === 'address');
    const other = isInAddress
      ? { ...recipient, address: { ...address, [key]: 'other' } }
      : { ...recipient, [key]: 'other' };
    expect(hashRecipient(other)).not.toBe(hashRecipient(recipient));
  });

  it.each<Record<string, string>>([{ amount: '$6' }, { Amount: '$5' }, {}])(
    'changes with the merge fields %j',
    (metadata) => {
      expect(hashRecipient({ ...recipient, metadata })).not.toBe(hashRecipient(recipient));
    },
  );
});
