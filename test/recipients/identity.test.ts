import { describe, expect, it } from '@jest/globals';
import { contactFields, printedKeys } from '../../src/contacts/fields.ts';
import { hashRecipient } from '../../src/recipients/identity.ts';

const address = {
  street: '1 A St\nApt 4',
  city: 'Bonn',
  state: '',
  postal_code: '53111',
  country: 'Germany',
};
const metadata = { amount: '$5', year: '2026' };
const recipient = { name: 'Ann Lee', company: 'Lee', greeting: 'Ann', address, metadata };

describe('hashRecipient', () => {
  it.each([
    { ...recipient, external_id: 'donor-7' },
    { ...recipient, file_as: 'Lee, Ann' },
    { ...recipient, name: ' Ann Lee ', address: { ...address, street: '1 A St\r\nApt 4\r\n' } },
    { ...recipient, address: { ...address, street: '1 A St\rApt 4' } },
    {
      metadata: { year: '2026', amount: '$5 ' },
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

  it.each<Record<string, string>>([
    { ...metadata, amount: '$6' },
    { year: '2026', Amount: '$5' },
    { amount: '2026', year: '$5' },
    { amount: '$5' },
    {},
  ])('changes with the merge fields %j', (other) => {
    expect(hashRecipient({ ...recipient, metadata: other })).not.toBe(hashRecipient(recipient));
  });
});
