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

  const long = 'x'.repeat(96);
  it.each([
    [
      'an ending of the source’s',
      { filename: 'letter' },
      '/files/x.docx',
      'application/octet-stream',
      'letter.docx',
    ],
    ['an ending before the type’s', {}, '/x.docx', 'application/pdf', 'x.docx'],
    [
      'the type’s ending before the source’s',
      { filename: 'letter' },
      '/x.docx',
      'application/pdf',
      'letter.pdf',
    ],
    [
      'an ending of the source’s where the type is unknown',
      { filename: 'a' },
      '/x.odt',
      'x/unknown',
      'a.odt',
    ],
    ['the address where the field is nothing but dots', { filename: '..' }, '/x.pdf', undefined, 'x.pdf'],
    ['the field without its first dots', { filename: '..a.pdf' }, '/x', undefined, 'a.pdf'],
    [
      'the field without quotes and marks that nobody sees',
      { filename: ' "a\u200b.pdf" ' },
      '/x',
      undefined,
      'a.pdf',
    ],
    ['the field, the ending in capitals', { filename: 'A.PDF' }, '/x', undefined, 'A.PDF'],
    ['the field, the ending as long as any', { filename: 'a.abcdefghij' }, '/x', undefined, 'a.abcdefghij'],
    [
      'the type where the ending is too long for one',
      { filename: 'a.abcdefghijk' },
      '/x',
      'image/png',
      'a.abcdefghijk.png',
    ],
    ['the type where the ending is none', { filename: 'v1. final' }, '/x', 'image/png', 'v1. final.png'],
    ['the type where the address says nothing', {}, '/', 'application/pdf', 'file.pdf'],
    ['a page that is meant to be one', {}, '/page', 'text/html', 'page.html'],
    ['a page with an ending for pages', { filename: 'PAGE.HTM' }, '/page', 'text/html', 'PAGE.HTM'],
    ['the address as long as services take it', {}, `/${long}.pdf`, undefined, `${long}.pdf`],
    ['the address, shortened', {}, `/${long}y.pdf`, undefined, `${long}.pdf`],
    ['the field as long as it is', { filename: `${long}y.pdf` }, '/x', undefined, `${long}y.pdf`],
  ])('comes from %s', async (_from, fields, path, type, filename) => {
    nock(source)
      .get(path)
      .reply(200, 'PDF', { 'Content-Length': '3', ...(type ? { 'Content-Type': type } : {}) });
    uploadedAs(filename);
    expect(await upload({ file: source + path, ...fields })).toMatchObject({ filename });
  });

  it('is shortened between two characters, not within an emoji', async () => {
    const header = `attachment; filename*=UTF-8''${long.slice(1)}%F0%9F%98%80y.pdf`;
    nock(source).get('/a').reply(200, 'PDF', { 'Content-Length': '3', 'Content-Disposition': header });
    uploadedAs(`${long.slice(1)}.pdf`);
    expect(await upload({ file: `${source}/a` })).toMatchObject({ filename: `${long.slice(1)}.pdf` });
  });

  it('is told also when the service does not repeat it', async () => {
    nock(source).get('/a.pdf').reply(200, 'PDF', { 'Content-Length': '3' });
    api().post('/v1/files?filename=a.pdf', 'PDF').reply(201, { id: 'f-1' });
    expect(await upload({ file: `${source}/a.pdf` })).toEqual({
      id: 'f-1',
      file_id: 'f-1',
      filename: 'a.pdf',
    });
  });

  it.each(['.abcdefghijk', '.', '', '.p df'])('with the ending "%s" has none', async (ending) => {
    nock(source).get('/x').reply(200, 'PDF', { 'Content-Type': 'application/x-unheard-of' });
    await expect(upload({ file: `${source}/x`, filename: `a${ending}` })).rejects.toThrow(
      `File Name "a${ending}" has no extension, and the file's type could not be detected. Nothing was uploaded. Add an extension, such as "a${ending}.pdf".`,
    );
  });

  it('without an extension that anybody knows is asked for', async () => {
    nock(source).get('/download').reply(200, 'PDF', { 'Content-Type': 'application/octet-stream' });
    await expect(upload({ file: `${source}/download` })).rejects.toThrow(
      /File Name "download" has no extension/,
    );
  });

  it('of a page in place of a file is not believed', async () => {
    nock(source).get('/share/letter.pdf').reply(200, '<html>Log in</html>', { 'Content-Type': 'text/html' });
    await expect(upload({ file: `${source}/share/letter.pdf` })).rejects.toThrow(
      'The link given for File leads to a web page, not to "letter.pdf". Use a link that downloads',
    );
    nock(source).get('/share').reply(200, '<html>Log in</html>', { 'Content-Type': 'text/html' });
    await expect(upload({ file: `${source}/share`, filename: 'a.html.xhtml' })).rejects.toThrow(
      /leads to a web page/,
    );
  });
});

describe('a source', () => {
  it.each([
    [404, /returned status 404\. It may have been deleted/],
    [403, /returned status 403\. It is not public/],
    [500, /returned status 500/],
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
      await expect(upload({ file })).rejects.toThrow(/is not a URL/);
    },
  );
});
