import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const run = (inputData: Record<string, unknown>, isLoadingSample: boolean) =>
  new UnitConnector().create('delete_file', { file_id: 'f-1', ...inputData }, { meta: { isLoadingSample } });

describe('Delete File', () => {
  it('deletes nothing in an editor test, and names what it would delete', async () => {
    api().get('/v1/files/f-1').reply(200, { id: 'f-1', filename: 'a.pdf' });
    expect(await run({}, true)).toEqual({
      id: 'f-1',
      deleted: false,
      preview_only: true,
      would_delete: 'a.pdf',
    });
  });

  it('names a file without a name by its ID in an editor test', async () => {
    api().get('/v1/files/f-1').reply(200, { id: 'f-1', filename: null });
    expect(await run({}, true)).toMatchObject({ would_delete: 'f-1' });
  });

  it('fails in an editor test if there is nothing to delete', async () => {
    api().get('/v1/files/f-1').reply(404, {});
    await expect(run({}, true)).rejects.toThrow(
      'There is no file with the ID "f-1"; it may already have been deleted. Nothing was deleted.',
    );
  });

  it.each([
    ['in an editor test with When Testing in the Editor set to run', { editor_test: 'run' }, true],
    ['in a live Zap', {}, false],
  ])('deletes %s', async (_when, choice, isTest) => {
    api().delete('/v1/files/f-1').reply(204);
    expect(await run(choice, isTest)).toMatchObject({ deleted: true, preview_only: false });
  });

  it.each([400, 409, 422])('says that an order uses the file if the service refuses (%i)', async (status) => {
    api().delete('/v1/files/f-1').reply(status, { code: 'files.in_use', message: 'The order m-7 uses it.' });
    await expect(run({}, false)).rejects.toThrow(
      /^The letter service refused to delete the file "f-1"\. The letter service says: “The order m-7 uses it”\. Nothing was deleted\. A file that an order uses can't be deleted; /,
    );
  });

  it('also asks to reconnect if the service refuses without a reason', async () => {
    api().delete('/v1/files/f-1').reply(403, {});
    await expect(run({}, false)).rejects.toThrow(
      /doesn't have permission .* Reconnect the account .*"files\.write"\. A file that an order uses can't be deleted;/,
    );
  });

  it('asks to reconnect if the connection lacks the permission', async () => {
    api().delete('/v1/files/f-1').reply(403, { code: 'files.permission_error' });
    await expect(run({}, false)).rejects.toThrow(/doesn't have permission to delete the file "f-1"/);
  });

  it.each([404, 410])('succeeds if the file no longer exists (%i)', async (status) => {
    api().delete('/v1/files/f-1').reply(status, {});
    expect(await run({}, false)).toMatchObject({ deleted: true });
  });
});
