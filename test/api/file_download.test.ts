import { describe, expect, it, jest } from '@jest/globals';
import nock from 'nock';
import { fileNameFromHeader } from '../../src/api/file_download.ts';
import { apiRoot, UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const source = 'https://files.test';
const upload = (file: string, inputData: Record<string, unknown> = {}) =>
  new UnitConnector().create('upload_file', { file, ...inputData });
const takes = (body: string, filename = 'a.pdf') =>
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

describe('the length of a file', () => {
  it('that is announced is passed on', async () => {
    nock(source).get('/a.pdf').reply(200, 'PDF-1', { 'Content-Length': '5' });
    takes('PDF-1');
    await upload(`${source}/a.pdf`);
  });

  it.each([50_000_001, 60_000_000])('of a list that is more than 50 MB (%i) is too much', async (length) => {
    nock(source)
      .get('/list.csv?sig=hidden')
      .reply(200, 'name,city\nA,B', { 'Content-Length': String(length) });
    await expect(replace()).rejects.toThrow(
      'The file at https://files.test/list.csv is larger than 50 MB, the limit for this step. Choose a smaller file.',
    );
  });
});

describe('a source that does not give the file', () => {
  it.each([
    [401, 'It is not public. Use a link that works without logging in.'],
    [403, 'It is not public. Use a link that works without logging in.'],
    [404, 'It may have been deleted, or the link may have expired. Use another link.'],
    [410, 'It may have been deleted, or the link may have expired. Use another link.'],
    [204, 'Open the link in a browser to check it.'],
    [206, 'Open the link in a browser to check it.'],
    [500, 'Open the link in a browser to check it.'],
  ])('and answers %i is told with the way out', async (status, advice) => {
    nock(source)
      .get('/a.pdf?sig=hidden')
      .reply(status, status === 204 ? undefined : 'x');
    await expect(upload(`${source}/a.pdf?sig=hidden`)).rejects.toMatchObject({
      code: 'file_not_available',
      message: `The file at https://files.test/a.pdf could not be downloaded: its server returned status ${status}. ${advice}`,
    });
  });

  it.each([
    [{ code: 'ECONNREFUSED' }, 'run the step again (ECONNREFUSED).'],
    [{ code: 'ENOTFOUND' }, 'run the step again (ENOTFOUND).'],
  ])('because of %j is told so, and nothing is sent to the service', async (error, sentence) => {
    nock(source)
      .get('/a.pdf')
      .replyWithError(Object.assign(new Error('x'), error));
    await expect(upload(`${source}/a.pdf`)).rejects.toThrow(
      `The file at https://files.test/a.pdf could not be downloaded: the connection to its server failed. Check the link, then ${sentence}`,
    );
  });

  it('in time is told so', async () => {
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    nock(source).get('/a.pdf').optionally().reply(200, 'x');
    await expect(upload(`${source}/a.pdf`)).rejects.toThrow(
      'The file at https://files.test/a.pdf could not be downloaded: its server did not respond in time. Check the link',
    );
    jest.restoreAllMocks();
  });

  it.each([
    ['announced', { 'Content-Length': '0' }],
    ['found out', {}],
  ])('but nothing is told so: %s', async (_how, headers) => {
    nock(source).get('/a.pdf').reply(200, '', headers);
    await expect(upload(`${source}/a.pdf`)).rejects.toThrow(
      'The file at https://files.test/a.pdf is empty. Choose another file.',
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
  ])('because its address is none is told so: %s', async (file) => {
    await expect(upload(file)).rejects.toThrow(
      `The file is set to "${file.slice(0, 80)}", which is not a URL. Map the file itself`,
    );
  });
});

it('a file at the service itself is fetched without the token too', async () => {
  nock(apiRoot, { badheaders: ['authorization'] })
    .get('/shared/a.pdf')
    .reply(200, 'PDF', { 'Content-Length': '3' });
  takes('PDF');
  await upload(`${apiRoot}/shared/a.pdf`);
});

describe('a name that is no name', () => {
  it.each([
    [
      'a header that nobody can read',
      '/a.pdf',
      { 'Content-Disposition': 'attachment; filename=";;' },
      'a.pdf',
    ],
    ['a header that says nothing', '/a.pdf', { 'Content-Disposition': 'inline' }, 'a.pdf'],
    ['an address that is not encoded as it should be', '/%E0%A4%A.pdf', {}, '%E0%A4%A.pdf'],
    ['an address of a folder', '/folder/', { 'Content-Type': 'Application/PDF' }, 'file.pdf'],
    ['a type with a parameter', '/folder/', { 'Content-Type': 'Application/PDF ; q=1' }, 'file.pdf'],
  ])('does not get in the way: %s', async (_what, path, headers, filename) => {
    nock(source)
      .get(path)
      .reply(200, 'PDF', { 'Content-Length': '3', ...headers });
    takes('PDF', filename);
    await upload(source + path);
  });
});

describe('the file name in a header', () => {
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');

  it.each([
    ['attachment; filename="a b.pdf"', 'a b.pdf'],
    ["attachment; filename*=UTF-8''M%C3%A4rz.pdf", 'März.pdf'],
    [utf8('attachment; filename="März 山.pdf"'), 'März 山.pdf'],
    [utf8('attachment; filename=März 山.pdf;'), 'März 山.pdf'],
    ['attachment; filename="M\xe4rz.pdf"', 'März.pdf'],
    ['attachment; filename=annual report.pdf', 'annual report.pdf'],
    ['attachment; filename="a.pdf";', 'a.pdf'],
    ['attachment; filename=', undefined],
    ['inline', undefined],
    ['', undefined],
  ])('%j is %j', (header, name) => {
    expect(fileNameFromHeader(header)).toBe(name);
  });
});
