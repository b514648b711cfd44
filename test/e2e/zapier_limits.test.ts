/** What Zapier does to the runs of a live Zap: holds them, refuses what they store, and starts them again. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  connectionFor,
  HeldError,
  runUntilDone,
  serveLoopback,
  startLocalZapier,
} from '@print-and-mail/zapier';
import { settingsFor, startWorld, type World } from '../support/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({ platform: { whenLocked: 'hold', processes: 2 } });
});

afterAll(() => world.close());

const welcomeLetter = 'l-001-1001';

describe('Zapier', () => {
  it('holds the second of two runs with the same letters, and runs it again without another order', async () => {
    const { list_id } = await world.create('create_list', {
      recipients: [
        { name: 'Held Harry', street: '1 A St', city: 'Akron', state: 'OH', postal_code: '44308' },
      ],
    });
    const resend = () => world.create('resend_saved_order', { saved_order_id: welcomeLetter, list_id });
    const outcomes = await Promise.allSettled([resend(), resend()]);
    const held = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(held).toEqual([expect.any(HeldError)]);
    const [first] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(await runUntilDone(world.platform, resend)).toMatchObject({
      order_id: first?.order_id,
      already_ordered: true,
    });
  });

  it('runs letters to different people side by side', async () => {
    const letters = ['Ann', 'Ben', 'Cem', 'Dora'].map((name) =>
      world.create('send_letter', {
        saved_order_id: welcomeLetter,
        name,
        street: '1 A St',
        city: 'Akron',
        postal_code: '44308',
      }),
    );
    expect((await Promise.all(letters)).map(({ already_ordered }) => already_ordered)).toEqual(
      letters.map(() => false),
    );
  });

  it('empties the cache with a new major version, whose runs do not recognize earlier letters', async () => {
    const letter = () =>
      world.create('send_letter', {
        saved_order_id: welcomeLetter,
        name: 'Version Vera',
        street: '1 A St',
        city: 'Akron',
        postal_code: '44308',
      });
    await letter();
    world.platform.migrate('1.9.0');
    expect(await letter()).toMatchObject({ already_ordered: true });
    world.platform.migrate('2.0.0');
    expect(await letter()).toMatchObject({ already_ordered: false });
    world.platform.migrate('1.0.0');
  });

  it('holds the contacts of an import, and starts the Zap with them when they are released', async () => {
    const zap = world.zap('new_contact');
    await zap.turnOn();
    const contacts = Array.from({ length: 101 }, (_, index) => ({
      name: `Imported ${index}`,
      street: '1 A St',
      city: 'Akron',
      postal_code: '44308',
      external_id: `imported-${index}`,
    }));
    await world.create('replace_mailing_list', {
      minimum_contacts: 20,
      contacts,
      allow_different_people: true,
    });
    expect([await zap.poll(), zap.held.length]).toEqual([[], 101]);
    expect(zap.releaseHeld()).toHaveLength(101);
    expect(await zap.poll()).toEqual([]);
    await zap.turnOff();
  });

  it('returns the polls of a list of 30,000 contacts whose names have more bytes than characters', async () => {
    const people = Array.from({ length: 30_000 }, (_, index) => ({
      contact_id: `c-${index}`,
      name: `김철수와 이영희의 가족 모두 ${index}`,
    }));
    const service = await serveLoopback(async (_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ contacts: people }));
    });
    const zapier = await startLocalZapier({ environment: settingsFor(service.origin), processes: 1 });
    try {
      const zap = zapier.createZap({
        trigger: 'new_contact',
        connection: connectionFor({ access_token: 'a-token' }),
      });
      await zap.turnOn();
      people.splice(5_000, 3);
      people.push({ contact_id: 'c-new', name: 'Zoe Zimmer' });
      expect(await zap.poll()).toMatchObject([{ id: 'c-new' }]);
    } finally {
      await zapier.close();
      await service.close();
    }
  });
});
