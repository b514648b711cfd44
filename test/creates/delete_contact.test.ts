import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const run = (inputData: Record<string, unknown>, isLoadingSample: boolean) =>
  new UnitConnector().create(
    'delete_contact',
    { contact_id: 'c-1', ...inputData },
    { meta: { isLoadingSample } },
  );

describe('Delete Contact', () => {
  it.each([
    [{ name: 'Ann', company: 'Grace Church' }, 'Ann'],
    [{ name: ' ', company: 'Grace Church' }, 'Grace Church'],
    [{}, 'c-1'],
  ])('deletes nothing in an editor test, and names what it would delete: %j', async (contact, name) => {
    api()
      .get('/v1/contacts/c-1')
      .reply(200, { contact_id: 'c-1', ...contact });
    expect(await run({}, true)).toEqual({
      id: 'c-1',
      deleted: false,
      preview_only: true,
      would_delete: name,
    });
  });

  it('fails in an editor test if there is nothing to delete', async () => {
    api().get('/v1/contacts/c-1').reply(404, {});
    await expect(run({}, true)).rejects.toThrow(
      'There is no contact with the ID "c-1"; it may already have been deleted. Nothing was deleted.',
    );
  });

  it.each([
    ['in an editor test with When Testing in the Editor set to run', { editor_test: 'run' }, true],
    ['in a live Zap', {}, false],
  ])('deletes %s', async (_when, choice, isTest) => {
    api().delete('/v1/contacts/c-1').reply(204);
    expect(await run(choice, isTest)).toMatchObject({ deleted: true, preview_only: false });
  });
});
