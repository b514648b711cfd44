import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const find = (file_id: unknown) => new UnitConnector().search('find_file', { file_id });

describe('Find File', () => {
  it('returns the file with its name and does not download the content', async () => {
    const file = { id: 'f-1', filename: 'a.pdf', download_href: '/v1/files/f-1/download', later: 1 };
    api().get('/v1/files/f-1').reply(200, file);
    expect(await find('f-1')).toEqual([
      { ...file, file_id: 'f-1', content: expect.stringMatching(/^hydrate\|\|\|.*fileContent/) },
    ]);
  });

  it('returns a blank name if the file has none', async () => {
    api().get('/v1/files/f-1').reply(200, { id: 'f-1' });
    expect(await find('f-1')).toMatchObject([{ file_id: 'f-1', filename: null }]);
  });

  it.each([404, 410])('returns nothing if the file does not exist (%i)', async (status) => {
    api().get('/v1/files/f-1').reply(status, '');
    expect(await find('f-1')).toEqual([]);
  });

  it('names both spellings of the missing permission', async () => {
    api().get('/v1/files/f-1').reply(403, {});
    await expect(find('f-1')).rejects.toThrow(/including "pls\.files\.read" or "files\.read"/);
  });

  it.each([[''], ['\n'], [null]])('asks for a File ID if it is %j', async (id) => {
    await expect(find(id)).rejects.toThrow(/^File ID is blank/);
  });
});
