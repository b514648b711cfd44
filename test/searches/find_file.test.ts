import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const find = (file_id: unknown) => new UnitConnector().search('find_file', { file_id });

describe('a file', () => {
  it('is found with its name, and its content unfetched', async () => {
    const file = { id: 'f-1', filename: 'a.pdf', download_href: '/v1/files/f-1/download', later: 1 };
    api().get('/v1/files/f-1').reply(200, file);
    expect(await find('f-1')).toEqual([
      { ...file, file_id: 'f-1', content: expect.stringMatching(/^hydrate\|\|\|.*fileContent/) },
    ]);
  });

  it.each([404, 410])('that is not there (%i) is not found, without an error', async (status) => {
    api().get('/v1/files/f-1').reply(status, '');
    expect(await find('f-1')).toEqual([]);
  });

  it('that the connection may not see names both spellings of the permission (§5.5)', async () => {
    api().get('/v1/files/f-1').reply(403, {});
    await expect(find('f-1')).rejects.toThrow(/including "pls\.files\.read" or "files\.read"/);
  });

  it.each([[''], ['\n'], [null]])('of the number %j is asked for', async (id) => {
    await expect(find(id)).rejects.toThrow(/^File ID is blank/);
  });
});
