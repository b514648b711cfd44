import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectAccount } from '@print-and-mail/zapier';
import { giveConsent } from '../../dev/demo/browser_consent.ts';
import { startWorld, type World } from './world.ts';

describe('World', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  it('runs the built connector against the sandbox', async () => {
    const created = await world.create('create_contact', { name: 'Maria Miller', city: 'Columbus' });
    const [found] = await world.search('find_contact', { contact_id: created.id });
    expect(found).toMatchObject({ name: 'Maria Miller' });
    expect((await world.control.requests()).map(({ method, path }) => `${method} ${path}`)).toContain(
      'POST /v3/contacts',
    );
  });

  it('starts a Zap when something happens at the service', async () => {
    const zap = world.zap('mail_returned');
    await zap.turnOn();
    await world.control.event('mail-returned');
    await world.control.advance('1m');
    await zap.settled();
    expect(zap.records).toMatchObject([{ code: 'returned_mail', became_undeliverable: true }]);
    await zap.turnOff();
  });

  it('connects an account through the consent pages', async () => {
    await expect(connectAccount(world.platform, giveConsent(undefined, 'Deny'))).rejects.toThrow(
      /did not allow/,
    );
    const account = await connectAccount(world.platform, giveConsent());
    expect(account.label).toBe('Lighthouse Mission');
    expect(JSON.stringify([account.label, account.test])).not.toContain(account.authData.access_token);
    const again = await connectAccount(world.platform, giveConsent());
    expect(again.authData.access_token).not.toBe(account.authData.access_token);
  });
});
