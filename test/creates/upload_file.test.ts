import { describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const source = 'https://files.test';
const upload = (inputData: Record<string, unknown>) => new UnitConnector().create('upload_file', inputData);
const uploadedAs = (filename: string, body = 'PDF') =>
  api()
    .post('/v1/files', body)
    .query({ filename })
    .matchHeader('content-length', String(body.length))
    .reply(201, { id: 'f-1', filename });

describe('the name of an upload (§4.2)', () => {
  it.each([
    ['the field', { filename: 'my letter.pdf' }, '/a.doc', {}, 'my letter.pdf'],
    [
      'the field and the type',
      { filename: 'letter' },
      '/x',
      { 'Content-Type': 'application/pdf' },
      'letter.pdf',
    ],
    [
      'Content-Disposition',
      {},
      '/download?id=7',
      { 'Content-Disposition': 'attachment; filename="stated.pdf"' },
      'stated.pdf',
    ],
    [
      'its encoded form',
      {},
      '/x',
      { 'Content-Disposition': "attachment; filename*=UTF-8''%C5%BB%C3%B3.pdf" },
      'Żó.pdf',
    ],
    ['the address', {}, '/folder/news%20letter.pdf?sig=secret', {}, 'news letter.pdf'],
    ['the address and the type', {}, '/folder/news', { 'Content-Type': 'image/png; x=y' }, 'news.png'],
  ])('comes from %s', async (_from, fields, path, headers, filename) => {
    nock(source)
      .get(path.split('?')[0] ?? '')
      .query(true)
      .reply(200, 'PDF', { 'Content-Length': '3', ...headers });
    uploadedAs(filename);
    expect(await upload({ file: source + path, ...fields })).toMatchObject({
      id: 'f-1',
      file_id: 'f-1',
      filename,
    });
  });

  it.each(['../../etc/passwd.pdf', 'a\\b\\evil.pdf', 'x\r\nX-Header: 1.pdf'])(
    'has no folder and no control character: %j',
    async (filename) => {
      nock(source).get('/a').reply(200, 'PDF', { 'Content-Length': '3' });
      api()
        .post('/v1/files')
        .query(({ filename: sent }) => typeof sent === 'string' && !/[/\\\r\n]/.test(sent))
        .reply(201, { id: 'f-1', filename: 'x' });
      await upload({ file: `${source}/a`, filename });
    },
  );

  it('without an extension that anybody knows is asked for', async () => {
    nock(source).get('/download').reply(200, 'PDF', { 'Content-Type': 'application/octet-stream' });
    await expect(upload({ file: `${source}/download` })).rejects.toThrow(
      /File Name is "download", which does not end in the kind of file/,
    );
  });

  it('of a page in place of a file is not believed', async () => {
    nock(source).get('/share/letter.pdf').reply(200, '<html>Log in</html>', { 'Content-Type': 'text/html' });
    await expect(upload({ file: `${source}/share/letter.pdf` })).rejects.toThrow(/leads to a web page/);
  });
});

describe('a source', () => {
  it.each([
    [404, /answered 404\. It is not there any more/],
    [403, /answered 403\. It is not public/],
    [500, /answered 500/],
  ])('that answers %i is named without its secrets', async (status, sentence) => {
    nock(source).get('/a.pdf').query({ sig: 'hidden' }).reply(status, 'x');
    const run = upload({ file: `${source}/a.pdf?sig=hidden` });
    await expect(run).rejects.toThrow(sentence);
    await expect(run).rejects.not.toThrow(/hidden/);
  });

  it('that is empty is told, whether it says so or not', async () => {
    nock(source).get('/a.pdf').reply(200, '', { 'Content-Length': '0' });
    await expect(upload({ file: `${source}/a.pdf` })).rejects.toThrow(/a\.pdf is empty/);
    nock(source).get('/b.pdf').reply(200, '');
    await expect(upload({ file: `${source}/b.pdf` })).rejects.toThrow(/b\.pdf is empty/);
  });

  it.each(['letter.pdf', 'ftp://files.test/a.pdf', 'hello there'])(
    'that is no web address is told: %s',
    async (file) => {
      await expect(upload({ file })).rejects.toThrow(/is not a web address/);
    },
  );
});
