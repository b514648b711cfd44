import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const contact = { contact_id: 'c-1', name: 'Ann' };
const file = { id: 'f-1', filename: 'a.pdf' };
const run = (key: string, inputData: Record<string, unknown>, isTest = true) =>
  new UnitConnector().create(key, inputData, { meta: { isLoadingSample: isTest } });

describe('An editor test', () => {
  it('of Delete Contact returns the contact and deletes nothing', async () => {
    api().get('/v1/contacts/c-1').reply(200, contact);
    expect(await run('delete_contact', { contact_id: 'c-1' })).toEqual({
      id: 'c-1',
      deleted: false,
      preview_only: true,
      would_delete: 'Ann',
    });
  });

  it('of Delete File returns the file and deletes nothing', async () => {
    api().get('/v1/files/f-1').reply(200, file);
    expect(await run('delete_file', { file_id: 'f-1' })).toEqual({
      id: 'f-1',
      deleted: false,
      preview_only: true,
      would_delete: 'a.pdf',
    });
  });

  it.each([
    ['delete_contact', { contact_id: 'x' }, '/v1/contacts/x', 'contact'],
    ['delete_file', { file_id: 'x' }, '/v1/files/x', 'file'],
  ])('of %s fails if there is nothing to delete', async (key, inputData, path, noun) => {
    api().get(path).reply(404, {});
    await expect(run(key, inputData)).rejects.toThrow(
      `There is no ${noun} with the ID "x"; it may already have been deleted. Nothing was deleted.`,
    );
  });

  it('of Replace Mailing List returns what it would send and replaces nothing', async () => {
    api()
      .get('/v1/contacts')
      .reply(200, { contacts: [contact] });
    const inputData = { minimum_contacts: '1', contacts: [{ name: 'Bob', city: 'Akron' }] };
    expect(await run('replace_mailing_list', inputData)).toMatchObject({
      preview_only: true,
      contact_count: 1,
      previous_count: 1,
      previous_list: null,
      first_contacts: ['Bob, Akron'],
    });
  });
});

describe('Delete Contact and Delete File', () => {
  it.each([
    ['in an editor test with When Testing in the Editor set to run', { editor_test: 'run' }, true],
    ['in a live Zap', {}, false],
  ])('delete %s', async (_when, choice, isTest) => {
    api().delete('/v1/contacts/c-1').reply(204);
    api().delete('/v1/files/f-1').reply(204);
    const deleted = { deleted: true, preview_only: false };
    expect(await run('delete_contact', { contact_id: 'c-1', ...choice }, isTest)).toMatchObject(deleted);
    expect(await run('delete_file', { file_id: 'f-1', ...choice }, isTest)).toMatchObject(deleted);
  });
});

describe('Replace Mailing List', () => {
  it('is not throttled by Zapier, because rejected lists would count too', async () => {
    const { default: app } = await import('../../src/index.ts');
    expect(app.creates?.replace_mailing_list?.operation).not.toHaveProperty('throttle');
  });
});
