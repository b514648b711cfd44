/** Create Temporary List against the sandbox: everyone on the mailing list, and runs that the service interrupts. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import * as zod from 'zod';
import { startWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
afterEach(() => world.control.clearFaults());

const listsSchema = zod.object({
  lists: zod.array(
    zod.object({ name: zod.string(), recipients: zod.array(zod.object({ name: zod.string() })) }),
  ),
});

/** Returns the names of the recipients of the lists with this name. */
async function recipientsOf(name: string): Promise<string[][]> {
  const { lists } = listsSchema.parse(await world.control.call('GET', '/lists'));
  return lists
    .filter((list) => list.name === name)
    .map(({ recipients }) => recipients.map((one) => one.name));
}

describe('Create Temporary List', () => {
  const recipients = Array.from({ length: 1500 }, (_, index) => ({
    name: `Person ${index}`,
    city: 'Duluth',
    street: 'x'.repeat(900),
  }));

  it('puts everyone on the list once if Zapier runs it again after the service limits requests', async () => {
    const step = { list_name: 'Interrupted', recipients, default_country: 'United States' };
    await world.control.fault({
      match: { method: 'POST', path: '/v1/lists/*/contacts' },
      nth: 2,
      then: { status: 429, headers: { 'Retry-After': '60' }, body: {} },
    });
    await expect(world.create('create_list', step)).rejects.toThrow(
      /Only 1021 of 1500 recipients were added/,
    );
    expect(await world.create('create_list', step)).toMatchObject({
      list_name: 'Interrupted 2',
      recipient_count: 1500,
      warning: expect.stringContaining(
        'A list named "Interrupted" already exists, so this one is named "Interrupted 2".',
      ),
    });
    expect(await recipientsOf('Interrupted 2')).toEqual([recipients.map(({ name }) => name)]);
  });

  it('adds everyone on the mailing list', async () => {
    const { recipient_count, incomplete_left_out, list_name } = await world.create('create_list', {
      everyone: 'true',
    });
    expect(Number(recipient_count) + Number(incomplete_left_out)).toBe(25);
    expect(await recipientsOf(String(list_name))).toHaveLength(1);
  });
});
