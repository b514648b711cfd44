import { describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const source = 'https://files.test';
const upload = (inputData: Record<string, unknown>) => new UnitConnector().create('upload_file', inputData);
/** Returns content that fits the name. */
const contentFor = (filename: string) => (/\.pdf$/i.test(filename) ? '%PDF' : 'else');
const uploadedAs = (filename: string, body = contentFor(filename)) =>
  api()
    .post('/v1/files', body)
    .query({ filename })
    .matchHeader('content-length', String(body.length))
    .reply(201, { id: 'f-1', filename });

describe('The file name of Upload File', () => {
  it.each([
    ['File Name', { filename: 'my letter.pdf' }, '/a.doc', {}, 'my letter.pdf'],
    [
      'File Name and the content type',
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
      'the encoded form of Content-Disposition',
      {},
      '/x',
      { 'Content-Disposition': "attachment; filename*=UTF-8''%C5%BB%C3%B3.pdf" },
      'Żó.pdf',
    ],
    [
      'File Name, although Content-Disposition and the URL have other ones',
      { filename: 'mine.pdf' },
      '/url.doc',
      { 'Content-Disposition': 'attachment; filename="header.txt"', 'Content-Type': 'application/msword' },
      'mine.pdf',
    ],
    [
      'Content-Disposition, although the URL and the content type have other ones',
      {},
      '/url.doc',
      { 'Content-Disposition': 'attachment; filename="header.pdf"', 'Content-Type': 'application/msword' },
      'header.pdf',
    ],
    ['the URL', {}, '/folder/news%20letter.pdf?sig=secret', {}, 'news letter.pdf'],
    ['the URL and the content type', {}, '/folder/news', { 'Content-Type': 'image/png; x=y' }, 'news.png'],
  ])('comes from %s', async (_source, fields, path, headers, filename) => {
    nock(source)
      .get(path.split('?')[0] ?? '')
      .query(true)
      .reply(200, contentFor(filename), { 'Content-Length': '4', ...headers });
    uploadedAs(filename);
    expect(await upload({ file: source + path, ...fields })).toMatchObject({
      id: 'f-1',
      file_id: 'f-1',
      filename,
    });
  });

  it('is returned as the letter service stored it', async () => {
    nock(source).get('/a.pdf').reply(200, '%PDF', { 'Content-Length': '4' });
    api().post('/v1/files').query(true).reply(201, { id: 'f-1', filename: 'a-2.pdf' });
    expect(await upload({ file: `${source}/a.pdf` })).toMatchObject({ filename: 'a-2.pdf' });
  });

  it.each(['../../etc/passwd.pdf', 'a\\b\\evil.pdf', 'x\r\nX-Header: 1.pdf'])(
    'has no folder and no control characters: %j',
    async (filename) => {
      nock(source).get('/a').reply(200, '%PDF', { 'Content-Length': '4' });
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
      'File Name and the extension in the URL',
      { filename: 'letter' },
      '/files/x.docx',
      'application/octet-stream',
      'letter.docx',
    ],
    ['the URL, whose extension wins over the content type', {}, '/x.docx', 'application/pdf', 'x.docx'],
    [
      'File Name and the content type, which wins over the URL',
      { filename: 'letter' },
      '/x.docx',
      'application/pdf',
      'letter.pdf',
    ],
    [
      'File Name and the extension in the URL if the content type is unknown',
      { filename: 'a' },
      '/x.odt',
      'x/unknown',
      'a.odt',
    ],
    ['the URL if File Name has only dots', { filename: '..' }, '/x.pdf', undefined, 'x.pdf'],
    ['the URL if File Name is half a surrogate pair', { filename: '\ud800' }, '/x.pdf', undefined, 'x.pdf'],
    ['File Name without leading dots', { filename: '..a.pdf' }, '/x', undefined, 'a.pdf'],
    [
      'File Name without quotes and invisible characters',
      { filename: ' "a\u200b.pdf" ' },
      '/x',
      undefined,
      'a.pdf',
    ],
    ['File Name, with its extension in lower case', { filename: 'SCAN.PDF' }, '/x', undefined, 'SCAN.pdf'],
    [
      'File Name with an extension of 10 characters',
      { filename: 'a.abcdefghij' },
      '/x',
      undefined,
      'a.abcdefghij',
    ],
    [
      'the content type if the extension has 11 characters',
      { filename: 'a.abcdefghijk' },
      '/x',
      'image/png',
      'a.abcdefghijk.png',
    ],
    [
      'the content type if the extension has a space',
      { filename: 'v1. final' },
      '/x',
      'image/png',
      'v1. final.png',
    ],
    ['the content type if the URL has no file name', {}, '/', 'application/pdf', 'file.pdf'],
    [
      'File Name with the extension of a web page',
      { filename: 'PAGE.HTM' },
      '/page',
      'text/html',
      'PAGE.htm',
    ],
    ['the URL if it has up to 100 characters', {}, `/${long}.pdf`, undefined, `${long}.pdf`],
    ['the URL, shortened to 100 characters', {}, `/${long}y.pdf`, undefined, `${long}.pdf`],
    ['File Name, shortened', { filename: `${long}y.pdf` }, '/x', undefined, `${long}.pdf`],
  ])('comes from %s', async (_source, fields, path, type, filename) => {
    nock(source)
      .get(path)
      .reply(200, contentFor(filename), { 'Content-Length': '4', ...(type ? { 'Content-Type': type } : {}) });
    uploadedAs(filename);
    expect(await upload({ file: source + path, ...fields })).toMatchObject({ filename });
  });

  it('is not cut in the middle of an emoji', async () => {
    const header = `attachment; filename*=UTF-8''${long.slice(1)}%F0%9F%98%80y.pdf`;
    nock(source).get('/a').reply(200, '%PDF', { 'Content-Length': '4', 'Content-Disposition': header });
    uploadedAs(`${long.slice(1)}.pdf`);
    expect(await upload({ file: `${source}/a` })).toMatchObject({ filename: `${long.slice(1)}.pdf` });
  });

  it('is returned even if the service does not return it', async () => {
    nock(source).get('/a.pdf').reply(200, '%PDF', { 'Content-Length': '4' });
    api().post('/v1/files?filename=a.pdf', '%PDF').reply(201, { id: 'f-1' });
    expect(await upload({ file: `${source}/a.pdf` })).toEqual({
      id: 'f-1',
      file_id: 'f-1',
      filename: 'a.pdf',
    });
  });

  it.each(['.abcdefghijk', '', '.p df'])(
    'is rejected if its extension is "%s" and the content type is unknown',
    async (extension) => {
      nock(source).get('/x').reply(200, 'PDF', { 'Content-Type': 'application/x-unheard-of' });
      await expect(upload({ file: `${source}/x`, filename: `a${extension}` })).rejects.toThrow(
        `File Name "a${extension}" has no extension, and the file's type could not be detected. Nothing was uploaded. Add an extension, such as "a${extension}.pdf".`,
      );
    },
  );

  it('is asked for if neither the URL nor the content type has an extension', async () => {
    nock(source).get('/download').reply(200, 'PDF', { 'Content-Type': 'application/octet-stream' });
    await expect(upload({ file: `${source}/download` })).rejects.toThrow(
      /File Name "download" has no extension/,
    );
  });

  it.each(['text/html', 'Text/HTML', 'TEXT/HTML; charset=utf-8', ' text/html ;charset=x'])(
    'is rejected if the link leads to a web page with the type %s',
    async (type) => {
      const page = (path: string) =>
        nock(source).get(path).reply(200, '<html>Log in</html>', { 'Content-Type': type });
      page('/share/letter.pdf');
      await expect(upload({ file: `${source}/share/letter.pdf` })).rejects.toThrow(
        'The link in File leads to a web page, not to a document. Nothing was uploaded. A share link, such as those of Google Drive and OneDrive, opens a page, not the file. Map',
      );
      page('/share');
      await expect(upload({ file: `${source}/share`, filename: 'a.html.xhtml' })).rejects.toThrow(
        /leads to a web page/,
      );
    },
  );
});

it.each([
  ['text of a link that has expired', 'This link has expired.', 'application/pdf'],
  ['a CSV file', 'Name,Street\nAnn Lee,1 A St\n', 'text/csv'],
  ['bytes of no known kind', '\x01\x02\x03\x07\x08', 'application/octet-stream'],
  ['zeros', '\0'.repeat(2_000), 'application/pdf'],
])('A file named .pdf is not uploaded if it is %s', async (_what, body, type) => {
  for (const [path, filename] of [
    ['/letter.pdf', undefined],
    ['/letter', 'letter.pdf'],
  ] as const) {
    nock(source)
      .get(path)
      .reply(200, body, { 'Content-Length': String(body.length), 'Content-Type': type });
    await expect(upload({ file: source + path, filename })).rejects.toThrow(
      /^File is not a PDF, but its name "letter.pdf" ends in .pdf. Nothing was uploaded./,
    );
  }
});

const pdf = '%PDF-1.7 x';

describe('A PDF', () => {
  const servesPdf = (path: string, headers: Record<string, string> = {}, body = pdf) =>
    nock(source)
      .get(path)
      .reply(200, body, { 'Content-Length': String(body.length), ...headers });

  it.each([
    ['/view.php', 'application/pdf', 'view.pdf'],
    ['/download.aspx', 'application/pdf', 'download.pdf'],
    ['/export.html', 'text/html', 'export.pdf'],
    ['/letter.pdf.php', 'application/pdf', 'letter.pdf'],
    ['/letter.docx', 'application/msword', 'letter.pdf'],
    ['/LETTER.PDF', 'application/pdf', 'LETTER.pdf'],
    ['/objects/7f3a', 'binary/octet-stream', '7f3a.pdf'],
    ['/objects/7f3a', 'application/x-pdf', '7f3a.pdf'],
    ['/objects/7f3a', 'text/plain', '7f3a.pdf'],
    ['/objects/7f3a', 'text/html; charset=UTF-8', '7f3a.pdf'],
    ['/', 'application/octet-stream', 'file.pdf'],
  ])('at %s with the content type %s is uploaded as a PDF', async (path, type, filename) => {
    servesPdf(path, { 'Content-Type': type });
    uploadedAs(filename, pdf);
    expect(await upload({ file: source + path })).toMatchObject({ filename });
  });

  it.each([
    ['June newsletter v1.5', 'June newsletter v1.5.pdf'],
    ['Letter to Mr.Smith', 'Letter to Mr.Smith.pdf'],
    ['Donation 1.50', 'Donation 1.50.pdf'],
    ['Letter 11/26/2026', 'Letter 11-26-2026.pdf'],
    ['Letter.', 'Letter.pdf'],
    ['https://files.test/2026/June.pdf', 'June.pdf'],
    ['C:\\Letters\\June', 'June.pdf'],
    ['Smith/Jones', 'Smith-Jones.pdf'],
    ['letter.docx', 'letter.docx.pdf'],
    ['Entries.PDF', 'Entries.pdf'],
    [`Letter ${'x'.repeat(100)}`, `Letter ${'x'.repeat(89)}.pdf`],
  ])('is uploaded under the File Name %s with .pdf behind it', async (name, filename) => {
    servesPdf('/view.php', { 'Content-Disposition': 'attachment; filename="entries.pdf"' });
    uploadedAs(filename, pdf);
    expect(await upload({ file: `${source}/view.php`, filename: name })).toMatchObject({ filename });
  });

  it.each([
    ['a header of a page', 'text/html', 'entries.pdf', 'entries.pdf'],
    ['a header with a dot', 'application/pdf', 'Letter to Mr.Smith', 'Letter to Mr.Smith.pdf'],
  ])('is uploaded under the name in %s', async (_case, type, name, filename) => {
    servesPdf('/x', { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` });
    uploadedAs(filename, pdf);
    expect(await upload({ file: `${source}/x` })).toMatchObject({ filename });
  });

  it('is recognized after 1,023 other bytes, but not after 1,024', async () => {
    const late = `${' '.repeat(1_023)}${pdf}`;
    servesPdf('/x', { 'Content-Type': 'text/plain' }, late);
    uploadedAs('x.pdf', late);
    await upload({ file: `${source}/x` });
    servesPdf('/x', { 'Content-Type': 'text/plain' }, ` ${late}`);
    await expect(upload({ file: `${source}/x` })).rejects.toThrow(/^File is plain text/);
  });
});

describe('A file whose first bytes contradict its name', () => {
  it.each([
    ['a picture', '\x89PNG\r\n\x1a\n', 'image/png'],
    ['a picture', '\xff\xd8\xff\xe0', 'application/pdf'],
    ['an Excel file', 'PK\x03\x04\x14\0xl/workbook.xml', 'application/pdf'],
    ['a ZIP or Office file', 'PK\x03\x04\x14\0letter.pdf%PDF-1.7', 'application/pdf'],
    ['an old Excel or Word file', '\xd0\xcf\x11\xe0\xa1\xb1', 'application/pdf'],
    ['an RTF file', '{\\rtf1 Hi}', 'application/pdf'],
    ['a compressed file (gzip)', '\x1f\x8b\x08\0', 'application/pdf'],
  ])('is not uploaded as .pdf if it is %s: %j', async (noun, content, type) => {
    nock(source).get('/a.pdf').reply(200, Buffer.from(content, 'latin1'), { 'Content-Type': type });
    await expect(upload({ file: `${source}/a.pdf` })).rejects.toThrow(
      `File is ${noun}, but its name "a.pdf" ends in .pdf. Nothing was uploaded. Map the PDF instead, or enter a File Name with`,
    );
  });

  it.each([
    ['/view.php', {}, '\x89PNG\r\n', 'view.png'],
    ['/photo.jpg', {}, '\x89PNG\r\n', 'photo.jpg'],
    ['/x', { filename: 'Photo 1.50' }, '\xff\xd8\xff\xe0', 'Photo 1.50.jpg'],
    ['/x', { filename: 'Mr.Smith' }, 'PK\x03\x04 word/document.xml', 'Mr.Smith.docx'],
    ['/letter.doc', {}, '{\\rtf1 Hi}', 'letter.doc'],
    ['/sign', {}, '<?xml version="1.0"?><!-- x --><svg width="1"></svg>', 'sign.svg'],
    ['/letter.odt', {}, 'PK\x03\x04mimetype', 'letter.odt'],
    ['/flat.fodt', {}, '<?xml version="1.0"?><office:document/>', 'flat.fodt'],
  ])('is uploaded from %s with %j under a name of its type', async (path, fields, content, filename) => {
    const body = Buffer.from(content, 'latin1');
    nock(source)
      .get(path)
      .reply(200, body, { 'Content-Length': String(body.length), 'Content-Type': 'text/plain' });
    api().post('/v1/files').query({ filename }).reply(201, { id: 'f-1', filename });
    expect(await upload({ file: source + path, ...fields })).toMatchObject({ filename });
  });
});

describe('What a server returns instead of a document', () => {
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

  it.each([
    ['a web page', '<!DOCTYPE html><title>June.pdf - Google Drive</title>'],
    ['a web page', '\ufeff \n<!-- login --><HTML>'],
    ['a web page', '<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html xmlns="x">'],
    ['a web page', utf16('<html><body>Sign in')],
    ['data in JSON', '{"error":"expired"}'],
    ['data in JSON', ' [\n]'],
    ['data in JSON', `[{"long": "${'x'.repeat(70_000)}"}]`],
    ['an error in XML', '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>'],
    ['an error in XML', '\ufeff<?xml version="1.0"?><Error><Code>BlobNotFound</Code></Error>'],
    ['text that encodes a file (base64)', 'JVBERi0xLjcK'],
    ['text that encodes a file (base64)', 'data:application/pdf;base64,JVBERi0xLjcK'],
    ['data in JSON', '"expired"'],
  ])('is not uploaded: %s %j', async (noun, content) => {
    const headers = { 'Content-Disposition': 'attachment; filename="letter.pdf"' };
    nock(source)
      .get('/x')
      .reply(200, content, { ...headers, 'Content-Type': 'application/pdf' });
    await expect(upload({ file: `${source}/x` })).rejects.toThrow(
      `The link in File leads to ${noun}, not to a document. Nothing was uploaded. A share link, such as`,
    );
  });

  it.each([
    ['data.json', '{"a":1}'],
    ['data.txt', '{"a":1}'],
    ['feed.xml', '<Error/>'],
  ])('is uploaded if that is what File Name says: %s', async (filename, content) => {
    nock(source).get('/x').reply(200, content);
    uploadedAs(filename, content);
    expect(await upload({ file: `${source}/x`, filename })).toMatchObject({ filename });
  });

  it.each(['[Draft] Dear friends', '{greeting}, hello', 'Dear friends', '<3 you all'])(
    'is not confused with the text %j',
    async (content) => {
      nock(source).get('/x').reply(200, content);
      uploadedAs('letter.md', content);
      await upload({ file: `${source}/x`, filename: 'letter.md' });
    },
  );
});

describe('A web page', () => {
  const page = (path: string, headers = {}) =>
    nock(source)
      .get(path)
      .reply(200, '<html>x</html>', {
        'Content-Length': '14',
        'Content-Type': 'text/html; charset=utf-8',
        ...headers,
      });

  it.each([
    ['/file/d/1AbC/view', {}],
    ['/index.html', {}],
    ['/share', { filename: 'newsletter' }],
    ['/share', { filename: 'newsletter.pdf' }],
    ['/', {}],
  ])('is not uploaded as a document from %s with the fields %j', async (path, fields) => {
    page(path);
    await expect(upload({ file: source + path, ...fields })).rejects.toThrow(
      /^The link in File leads to a web page/,
    );
  });

  it.each([
    ['File Name', { filename: 'newsletter.html' }, {}, 'newsletter.html'],
    ['Content-Disposition', {}, { 'Content-Disposition': 'attachment; filename="June.HTML"' }, 'June.html'],
  ])('is uploaded if the name in %s ends in .html', async (_source, fields, headers, filename) => {
    page('/files/7f3a', headers);
    uploadedAs(filename, '<html>x</html>');
    expect(await upload({ file: `${source}/files/7f3a`, ...fields })).toMatchObject({ filename });
  });
});

describe('Upload File', () => {
  it.each([
    ['too-large', /Nothing was uploaded\. Make the file smaller, for example by compressing its images /],
    ['invalid_filename', /In File Name, enter a short name with an extension, such as letter\.pdf /],
  ])('says what to do if the letter service rejects the file with %s', async (code, message) => {
    nock(source).get('/a.pdf').reply(200, '%PDF', { 'Content-Length': '4' });
    api().post('/v1/files').query(true).reply(400, { error: code });
    await expect(upload({ file: `${source}/a.pdf` })).rejects.toThrow(message);
  });

  it.each([
    [404, /returned status 404\./],
    [500, /returned status 500\./],
  ])('fails if the link returns %i, without showing its query', async (status, message) => {
    nock(source).get('/a.pdf').query({ sig: 'hidden' }).reply(status, 'x');
    const run = upload({ file: `${source}/a.pdf?sig=hidden` });
    await expect(run).rejects.toThrow(message);
    await expect(run).rejects.not.toThrow(/hidden/);
  });

  it('rejects an empty file with or without Content-Length', async () => {
    nock(source).get('/a.pdf').reply(200, '', { 'Content-Length': '0' });
    await expect(upload({ file: `${source}/a.pdf` })).rejects.toThrow(/a\.pdf is empty/);
    nock(source).get('/b.pdf').reply(200, '');
    await expect(upload({ file: `${source}/b.pdf` })).rejects.toThrow(/b\.pdf is empty/);
  });

  it.each(['letter.pdf', 'ftp://files.test/a.pdf', 'hello there'])('rejects the link %s', async (file) => {
    await expect(upload({ file })).rejects.toThrow(/is not a URL/);
  });
});

describe('A plain text, such as the name of a file that is mapped instead of the file,', () => {
  const servesText = (path: string) =>
    nock(source)
      .get(path)
      .reply(200, 'Invoice.pdf', { 'Content-Length': '11', 'Content-Type': 'text/plain; charset=utf-8' });

  it.each([
    ['/generated.txt', undefined],
    ['/a.pdf', undefined],
    ['/generated.txt', 'letter.pdf'],
    ['/generated.txt', 'letter'],
  ])('is not uploaded from %s with the file name %s', async (path, filename) => {
    servesText(path);
    await expect(upload({ file: source + path, filename })).rejects.toThrow(
      'File is plain text. Perhaps the name of a file is mapped instead of the file itself, or a link lacks https://. Nothing was uploaded. Map the file itself, or add https:// before the link. To upload the text, enter a File Name that ends in .txt.',
    );
  });

  it('is uploaded if File Name ends in .txt', async () => {
    servesText('/x');
    uploadedAs('note.txt', 'Invoice.pdf');
    expect(await upload({ file: `${source}/x`, filename: 'note.TXT' })).toMatchObject({ file_id: 'f-1' });
  });
});
