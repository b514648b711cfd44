import { describe, expect, it, jest } from '@jest/globals';
import nock from 'nock';
import { fileNameFromHeader } from '../../src/api/file_download.ts';
import { apiRoot, UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const source = 'https://files.test';
const upload = (file: string, inputData: Record<string, unknown> = {}) =>
  new UnitConnector().create('upload_file', { file, ...inputData });
const acceptsUpload = (body: string, filename = 'a.pdf') =>
  api()
    .post('/v1/files', body)
    .query({ filename })
    .matchHeader('content-length', String(Buffer.byteLength(body)))
    .reply(201, { id: 'f-1', filename });
const replace = (inputData: Record<string, unknown> = {}) =>
  new UnitConnector().create('replace_mailing_list', {
    minimum_contacts: 1,
    file: `${source}/list.csv?sig=hidden`,
    dry_run: true,
    ...inputData,
  });

describe('A file', () => {
  it('is uploaded with the Content-Length of its server', async () => {
    nock(source).get('/a.pdf').reply(200, '%PDF-1', { 'Content-Length': '6' });
    acceptsUpload('%PDF-1');
    await upload(`${source}/a.pdf`);
  });

  it.each([50_000_001, 60_000_000])(
    'is rejected as a mailing list if it is larger than 50 MB: %i bytes',
    async (length) => {
      nock(source)
        .get('/list.csv?sig=hidden')
        .reply(200, 'name,city\nA,B', { 'Content-Length': String(length) });
      await expect(replace()).rejects.toThrow(
        'The file at https://files.test/list.csv is larger than 50 MB, the limit for this step. Nothing was replaced. Choose a smaller file.',
      );
    },
  );
});

describe('A file that cannot be downloaded', () => {
  it.each([401, 404, 204, 206, 500])('is reported with the status %i', async (status) => {
    nock(source)
      .get('/a.pdf?sig=hidden')
      .reply(status, status === 204 ? undefined : 'x');
    await expect(upload(`${source}/a.pdf?sig=hidden`)).rejects.toMatchObject({
      message: `The file at https://files.test/a.pdf could not be downloaded: its server returned status ${status}. Nothing was uploaded. Check that the link opens without logging in, then run the step again.`,
    });
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND'])(
    'is reported with the connection error %s, and nothing is sent to the service',
    async (code) => {
      nock(source)
        .get('/a.pdf')
        .replyWithError(Object.assign(new Error('x'), { code }));
      await expect(upload(`${source}/a.pdf`)).rejects.toThrow(
        `The file at https://files.test/a.pdf could not be downloaded: the connection to its server failed (${code}). Nothing was uploaded. Check that the link`,
      );
    },
  );

  it('is reported if its server does not respond in time', async () => {
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    nock(source).get('/a.pdf').optionally().reply(200, 'x');
    await expect(upload(`${source}/a.pdf`)).rejects.toThrow(
      'The file at https://files.test/a.pdf could not be downloaded: its server did not respond in time. Nothing was uploaded. Check that the link',
    );
    jest.restoreAllMocks();
  });

  it.each([
    ['with Content-Length', { 'Content-Length': '0' }],
    ['without Content-Length', {}],
  ])('is reported if it is empty, %s', async (_how, headers) => {
    nock(source).get('/a.pdf').reply(200, '', headers);
    await expect(upload(`${source}/a.pdf`)).rejects.toThrow(
      'The file at https://files.test/a.pdf is empty. Nothing was uploaded. Choose another file.',
    );
  });

  it('may lack https://, which the message says to add', async () => {
    await expect(upload('www.example.org/news.pdf')).rejects.toThrow(
      'The file is set to "www.example.org/news.pdf", which is not a URL. Nothing was uploaded. Add https:// before it.',
    );
  });

  it.each([
    'a.pdf',
    'ftp://files.test/a.pdf',
    'file:///etc/passwd',
    'data:application/pdf,x',
    'javascript:alert(1)',
    'https://',
    'x'.repeat(90),
  ])('is reported if its URL is invalid: %s', async (file) => {
    await expect(upload(file)).rejects.toThrow(
      `The file is set to "${file.slice(0, 80)}", which is not a URL. Nothing was uploaded. Map the file itself`,
    );
  });
});

it('A file at the service is downloaded without the access token', async () => {
  nock(apiRoot, { badheaders: ['authorization'] })
    .get('/shared/a.pdf')
    .reply(200, '%PDF', { 'Content-Length': '4' });
  acceptsUpload('%PDF');
  await upload(`${apiRoot}/shared/a.pdf`);
});

describe('The name of a file', () => {
  it.each([
    [
      'an invalid Content-Disposition',
      '/a.pdf',
      { 'Content-Disposition': 'attachment; filename=";;' },
      'a.pdf',
    ],
    ['a Content-Disposition without a file name', '/a.pdf', { 'Content-Disposition': 'inline' }, 'a.pdf'],
    ['a URL with an invalid encoding', '/%E0%A4%A.pdf', {}, '%E0%A4%A.pdf'],
    ['a URL of a folder', '/folder/', { 'Content-Type': 'Application/PDF' }, 'file.pdf'],
    ['a content type with a parameter', '/folder/', { 'Content-Type': 'Application/PDF ; q=1' }, 'file.pdf'],
  ])('has a fallback for %s', async (_case, path, headers, filename) => {
    nock(source)
      .get(path)
      .reply(200, '%PDF', { 'Content-Length': '4', ...headers });
    acceptsUpload('%PDF', filename);
    await upload(source + path);
  });
});

describe('fileNameFromHeader', () => {
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');

  it.each([
    ['attachment; filename="a b.pdf"', 'a b.pdf'],
    ["attachment; filename*=UTF-8''M%C3%A4rz.pdf", 'März.pdf'],
    [utf8('attachment; filename="März 山.pdf"'), 'März 山.pdf'],
    ['attachment; filename="M\xe4rz.pdf"', 'März.pdf'],
    ["attachment; filename*=UTF-8''%C5%81A.pdf", 'ŁA.pdf'],
    ['attachment; filename=annual report.pdf', undefined],
    ['inline', undefined],
    ['', undefined],
  ])('returns for %j the name %j', (header, name) => {
    expect(fileNameFromHeader(header)).toBe(name);
  });
});
