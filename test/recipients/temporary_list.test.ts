import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const ann = { name: 'Ann Lee', street: '1 Main St', city: 'Akron', state: 'OH', postal_code: '44301' };
const create = (recipients: object[], connector = new UnitConnector()) =>
  connector.create('create_list', { recipients });

afterEach(() => {
  jest.restoreAllMocks();
});

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

  it('is not stored in the cache with the name of a person, even if the list is not finished', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const connector = new UnitConnector();
    api().post('/v1/lists').reply(201, { list_id: 'l-1' });
    api().post('/v1/lists/l-1/contacts').reply(429, {});
    await expect(create([ann], connector)).rejects.toThrow(/goes on with this list/);
    expect(connector.cache.entries().length).toBeGreaterThan(0);
    expect(JSON.stringify(connector.cache.entries())).not.toContain('Ann');
  });
});

describe('An error of the service', () => {
  it.each([
    [400, 'lists.duplicate_name', 'A list named "Spring" already exists.'],
    [400, 'lists.missing_name', 'A recipient has no name and no company.'],
    [400, 'lists.missing_address', 'The letter service rejected an address as incomplete.'],
    [400, 'lists.insufficient_address', 'The letter service rejected an address as incomplete.'],
    [400, 'lists.invalid_address', "The letter service rejected a recipient's address."],
    [400, 'lists.invalid_metadata_field', 'The letter service rejected the name of a merge field.'],
    [400, 'lists.invalid_metadata', 'The letter service rejected the merge fields.'],
    [400, 'lists.invalid_metadata_length', 'The letter service rejected the merge fields.'],
    [400, 'lists.too_much_metadata', 'The letter service rejected the merge fields.'],
    [400, 'lists.invalid_field_length', "A recipient's value is too long"],
    [404, 'lists.not_found', 'The letter service no longer has the list "Spring".'],
    [404, undefined, "The letter service doesn't offer temporary lists for this account."],
    [400, 'lists.invalid_type', 'The letter service rejected the request to create a temporary list.'],
  ])('with %i and the code %s is explained: %s', async (status, error, message) => {
    api().post('/v1/lists').reply(status, { error, message: 'no' });
    await expect(
      new UnitConnector().create('create_list', { list_name: 'Spring', recipients: [ann] }),
    ).rejects.toMatchObject({ status, message: expect.stringContaining(message) });
  });

  it('distinguishes a list’s name that is too long from a value of a recipient', async () => {
    api()
      .post('/v1/lists')
      .reply(400, { error: 'lists.invalid_field_length', attribute: 'name', message: 'at most 50' });
    await expect(create([ann])).rejects.toThrow(/The list's name is too long .*“at most 50”/);
  });
});
