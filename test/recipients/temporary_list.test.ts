import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const ann = { name: 'Ann Lee', street: '1 Main St', city: 'Akron', state: 'OH', postal_code: '44301' };
const create = (recipients: object[]) => new UnitConnector().create('create_list', { recipients });

describe('The name of a list', () => {
  const namesOf = async (recipients: { name?: string; company?: string }[]): Promise<string> => {
    let sent = '';
    api()
      .post('/v1/lists', ({ name }) => {
        sent = name;
        return true;
      })
      .reply(201, { list_id: 'l-1' });
    api()
      .post('/v1/lists/l-1/contacts')
      .reply(200, { contacts: recipients.map((_, index) => ({ id: `a-${index}` })) });
    const people = recipients.map((one) => ({ ...ann, name: undefined, ...one }));
    const { list_name } = await create(people);
    expect(list_name).toBe(sent);
    return sent;
  };

  it.each([
    [[{ name: 'Maria Miller' }], 'Maria Miller'],
    [[{ company: 'Grace  Church' }], 'Grace Church'],
    [[{ name: 'Maria\nMiller' }, { name: 'Tom' }], 'Maria Miller \\+ 1'],
    [[{ name: 'x'.repeat(1_000) }], 'x{20}'],
  ])('for %j begins with %s and ends with the time', async (recipients, who) => {
    const name = await namesOf(recipients);
    expect(name).toMatch(new RegExp(`^${who}, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC, [\\da-f]{6}$`));
    // The service may accept no longer names.
    expect(name.length).toBeLessThanOrEqual(50);
  });

  it('is not cut in the middle of an emoji', async () => {
    expect(await namesOf([{ name: `${'x'.repeat(19)}👍👍` }])).toMatch(/^x{19}👍, /u);
  });

  it('differs from that of another list for the same people', async () => {
    expect(await namesOf([{ name: 'Ann' }])).not.toBe(await namesOf([{ name: 'Ann' }]));
  });
});

describe('An error of the service', () => {
  it.each([
    [
      400,
      'lists.missing_address',
      'rejected the request to create a temporary list. The letter service says: “no”.',
    ],
    [404, undefined, "The letter service doesn't offer temporary lists for this account."],
  ])('with %i and the code %s is explained: %s', async (status, error, message) => {
    api().post('/v1/lists').reply(status, { error, message: 'no' });
    await expect(create([ann])).rejects.toMatchObject({ status, message: expect.stringContaining(message) });
  });
});
