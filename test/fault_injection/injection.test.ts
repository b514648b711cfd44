/** Values that mean something to a URL, a header, a file system or a parser, and have to stay data. */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as zod from 'zod';
import { useTemporaryFolder } from '../support/temporary_folder.ts';
import type { Fault } from './support/fault.ts';
import { faults } from './support/faults.ts';
import { Harness } from './support/harness.ts';
import type { TestAccount } from './support/test_account.ts';
import { isThorough, runs, timeout } from './support/thoroughness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await Harness.open();
});

afterAll(async () => {
  await harness.close();
});

/** Operations that put a value into a path, with the field it comes from and the path it belongs in. */
const byId = [
  ['creates.delete_contact.operation.perform', 'contact_id', '/v1/contacts/', {}],
  ['creates.update_contact.operation.perform', 'contact_id', '/v1/contacts/', { city: 'x' }],
  ['creates.delete_file.operation.perform', 'file_id', '/v1/files/', {}],
  ['searches.find_contact.operation.perform', 'contact_id', '/v1/contacts/', {}],
  ['searches.find_file.operation.perform', 'file_id', '/v1/files/', {}],
  ['searches.find_order.operation.perform', 'order_id', '/v1/orders/', {}],
  ['hydrators.fileContent', 'id', '/v1/files/', {}],
  ['hydrators.orderPreview', 'id', '/v1/orders/', {}],
] as const;

const hostileText = fc.oneof(
  fc.constantFrom(
    '.',
    '..',
    '%2e',
    '%2e%2e',
    '%2E%2e%2f',
    '../contacts',
    'a/b',
    '/',
    '//',
    '\\',
    '?x',
    '#x',
    'a?b=c',
    ';x',
  ),
  fc.constantFrom(
    'a\r\nX-Evil: 1',
    '\n',
    '\t',
    '\u0000',
    ' ',
    '\u2028',
    '\ud800',
    '@',
    ':',
    '%',
    '%00',
    '~',
    '…',
    '．．',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
);

describe('an id', () => {
  it.each(byId)('of %s stays one segment of the path, whatever it is', async (method, field, path, more) => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (id) => {
        const account = harness.createAccount();
        const before = account.service.contacts.length;
        const outcome = await account.run({ method, inputData: { ...more, [field]: id } });
        for (const { url, headers } of account.sent.filter(({ call }) => call.startsWith('service '))) {
          const { pathname, search } = new URL(url);
          expect(search).toBe('');
          expect(pathname.startsWith(path)).toBe(true);
          const [segment = '', ...rest] = pathname.slice(path.length).split('/');
          expect(rest.filter((part) => part !== 'download')).toEqual([]);
          expect(decodeURIComponent(segment).replace(/\.pdf$/, '')).toBe(id.trim().toWellFormed());
          expect(headers).not.toContain('X-Evil');
        }
        expect(account.service.contacts).toHaveLength(before);
        if (!outcome.ok) expect(outcome.error.name).toMatch(/^(AppError|Error)$/);
        harness.removeAccount(account);
      }),
      { numRuns: runs(15) },
    );
  });
});

async function upload(
  account: TestAccount,
  filename: string | undefined,
  headers: Record<string, string> = {},
  path = 'a.pdf',
) {
  const file = account.serveFile(path, {
    content: '%PDF-1',
    headers: { 'content-type': 'application/pdf', ...headers },
  });
  const outcome = await account.run({
    method: 'creates.upload_file.operation.perform',
    inputData: { file, ...(filename === undefined ? {} : { filename }) },
  });
  const posted = account.sent.find(({ call }) => call.startsWith('service POST /v1/files'));
  return { outcome, posted, name: posted ? new URL(posted.url).searchParams.get('filename') : undefined };
}

describe('a file name', () => {
  it('splits no header, leaves no folder and brings no parameter along', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const account = harness.createAccount();
        const { posted, name } = await upload(account, `${text}.pdf`);
        if (posted) {
          expect([...new URL(posted.url).searchParams.keys()]).toEqual(['filename']);
          expect(posted.headers).not.toContain('X-Evil');
          expect(name).not.toMatch(/[/\\\p{Cc}"]|^\.|^$/u);
          expect(name).toMatch(/\.pdf$/);
        }
        harness.removeAccount(account);
      }),
      { numRuns: runs(40) },
    );
  });

  it.each([
    ['attachment; filename="../../etc/passwd.pdf"', 'passwd.pdf'],
    ["attachment; filename*=UTF-8''%2e%2e%2fx%0d%0ay.pdf", 'xy.pdf'],
    ['attachment; filename="C:\\\\temp\\\\y.pdf"', 'y.pdf'],
    ['attachment; filename=";;;', 'a.pdf'],
  ])('that a source states as %s becomes %s', async (header, expected) => {
    const { name } = await upload(harness.createAccount(), undefined, { 'content-disposition': header });
    expect(name).toBe(expected);
  });
});

describe('the name under which a file is kept with Zapier', () => {
  it('splits no header of the upload, whatever the service calls the file', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const account = harness.createAccount();
        const inputData = { id: 'f-100-0001', name: `${text}"; filename="x.pdf` };
        const outcome = await account.run({ method: 'hydrators.fileContent', inputData });
        expect(outcome.ok ? '' : outcome.error.message).toBe('');
        const [kept] = account.sent.filter(({ call }) => call.startsWith('zapier upload'));
        const part = kept?.body.slice(kept.body.lastIndexOf('name="file"')) ?? '';
        const [disposition = '', ...headers] = part.slice(0, part.indexOf('\r\n\r\n')).split('\r\n');
        expect(disposition).not.toMatch(/[\r\n]|filename=.*filename="/);
        expect(headers).toEqual([expect.stringMatching(/^Content-Type: [\w/.+-]+$/)]);
        harness.removeAccount(account);
      }),
      { numRuns: runs(15), examples: [['\ud800'], ['a\r\nX-Evil: 1']] },
    );
  });
});

describe('the temporary folder', () => {
  const folder = useTemporaryFolder();

  it.each([
    ['../../../tmp/x', 'attachment; filename="../../../tmp/x.pdf"'],
    ['/etc/passwd', "attachment; filename*=UTF-8''%2Fetc%2Fpasswd.pdf"],
    ['..%2F..%2Fx', 'attachment; filename="..\\\\..\\\\x.pdf"'],
    ['a\u0000b', 'attachment; filename="a.pdf\u0000.exe"'.replace('\u0000', '%00')],
  ])('has only names of our own in it, and nothing afterwards: %j', async (path, header) => {
    const account = harness.createAccount();
    const seen: string[] = [];
    const call = 'service POST /v1/files #1';
    const looking: Fault = {
      name: 'somebody looks into the folder',
      inject({ response, handle }) {
        seen.push(...readdirSync(folder(), { recursive: true, encoding: 'utf8' }));
        const { status, headers, body } = handle();
        response.writeHead(status, headers).end(body);
      },
    };
    account.fault = { call, fault: looking };
    const file = account.serveFile(path, {
      content: '%PDF-1',
      chunked: true,
      headers: { 'content-type': 'application/pdf', 'content-disposition': header },
    });
    const outcome = await account.run({
      method: 'creates.upload_file.operation.perform',
      inputData: { file, filename: `${path}.pdf` },
    });
    expect(outcome.ok).toBe(true);
    expect(seen.map((name) => name.replace(/-\w{6}(?=\/|$)/, ''))).toEqual(['letters', 'letters/content']);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('is empty again whatever went wrong', async () => {
    const went = faults.filter(({ slow }, index) => !slow && (isThorough || index % 4 === 0));
    for (const call of [
      'source GET a.csv #1',
      'zapier upload #1',
      'service GET /v1/contacts #1',
      'service PUT /v1/contacts #1',
    ]) {
      for (const fault of went.filter(
        ({ connectionRefused }) => !connectionRefused || !call.startsWith('zapier '),
      )) {
        const account = harness.createAccount();
        const content = 'name,city\nA,B\n';
        const file = account.serveFile('a.csv', { content, chunked: true });
        account.fault = { call, fault };
        await account.run({
          method: 'creates.replace_mailing_list.operation.perform',
          inputData: { minimum_contacts: 1, file },
        });
        harness.removeAccount(account);
      }
    }
    expect(readdirSync(folder())).toEqual([]);
  });
});

const sentList = zod.object({ contacts: zod.array(zod.record(zod.string(), zod.unknown())) });

/** What is sent to the service for a list file, or the sentence that says what is wrong with it. */
async function replaceFrom(content: Buffer | string, minimum = 1) {
  const account = harness.createAccount();
  const before = account.service.snapshot();
  const outcome = await account.run({
    method: 'creates.replace_mailing_list.operation.perform',
    inputData: { minimum_contacts: minimum, file: account.serveFile('list.csv', { content, chunked: true }) },
  });
  const put = account.sent.find(({ call }) => call.startsWith('service PUT'));
  harness.removeAccount(account);
  if (!outcome.ok) {
    expect(put).toBeUndefined();
    expect(account.service.snapshot()).toBe(before);
    expect(outcome.error.message).not.toMatch(/undefined|\[object|TypeError|CSV_|at .*:\d+:\d+/);
    return { sentence: outcome.error.message, contacts: undefined };
  }
  const body = Buffer.from(put?.body ?? '', 'latin1').toString();
  return { sentence: undefined, contacts: sentList.parse(JSON.parse(body)).contacts };
}

describe('a list file', () => {
  const expected = [
    { name: 'Zoë "Z" Ünal', address: { city: 'Köln', street: 'A\nB' } },
    { name: '=1+1', address: { city: 'Ulm' } },
  ];

  it.each<[string, Buffer | string]>([
    ['with a mark and CRLF', '\ufeffName,City,Street\r\n"Zoë ""Z"" Ünal",Köln,"A\nB"\r\n=1+1,Ulm,\r\n'],
    ['with semicolons', 'name;CITY;street\n"Zoë ""Z"" Ünal";Köln;"A\nB"\n=1+1;Ulm;'],
    ['with tabs', 'Name\tCity\tStreet\n"Zoë ""Z"" Ünal"\tKöln\t"A\nB"\n=1+1\tUlm\t\n'],
    ['in Latin-1', Buffer.from('Name,City,Street\n"Zoë ""Z"" Ünal",Köln,"A\nB"\n=1+1,Ulm,\n', 'latin1')],
    [
      'in UTF-16',
      Buffer.from('\ufeffName,City,Street\n"Zoë ""Z"" Ünal",Köln,"A\nB"\n=1+1,Ulm,\n', 'utf16le'),
    ],
    [
      'with spaces, and empty lines at its end',
      ' name , City ,STREET\n"Zoë ""Z"" Ünal",Köln,"A\nB"\n=1+1,Ulm,,,\n , ,\n\n',
    ],
  ])('%s is read as what it is', async (_how, content) => {
    const { contacts, sentence } = await replaceFrom(content);
    expect(sentence).toBeUndefined();
    expect(contacts).toMatchObject(expected);
  });

  it.each<[string, Buffer | string]>([
    ['of nothing', '\n\n'],
    ['of a heading alone', 'Name,City\n'],
    ['without a heading', 'Ann,Ulm\nBob,Bonn\n'],
    ['with an open quote', 'Name,City\n"Ann,Ulm\nBob,Bonn\n'],
    ['with rows of another length', 'Name,City\nAnn,Ulm,x,y,z\n'],
    ['with a column twice', 'Name,name,City\nAnn,Bob,Ulm\n'],
    ['that is a page', '<!doctype html><html></html>'],
    ['that is a spreadsheet', Buffer.from('PK\u0003\u0004\u0000\u0000binary', 'latin1')],
    ['of JSON that is cut off', '{"contacts":[{"name":"Ann"'],
    ['of JSON that is no list', '{"people":[]}'],
    ['of JSON with something else in it', '[1,2,3]'],
    ['with __proto__ for a name', '{"contacts":[{"__proto__":{"name":"x"}}]}'],
  ])('%s is told about, and nothing is replaced', async (_how, content) => {
    const { sentence } = await replaceFrom(content);
    expect(sentence).toMatch(/^["A-Z].{20,}[.!]$/s);
  });

  it(
    'is read or told about, whatever bytes it is made of',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
            fc.string({ maxLength: 200 }).map((text) => Buffer.from(`name,city\n${text}`)),
            fc.json().map((text) => Buffer.from(text)),
          ),
          async (content) => {
            await replaceFrom(content);
          },
        ),
        { numRuns: runs(60) },
      );
    },
    timeout(30_000),
  );

  const many = isThorough ? 100_000 : 25_000;

  it(
    `of ${many} rows is replaced whole`,
    async () => {
      const rows = Array.from({ length: many }, (_, index) => `"Contact ${index}",Ulm,ref-${index}`);
      const { contacts, sentence } = await replaceFrom(`name,city,external_id\n${rows.join('\n')}\n`, many);
      expect(sentence).toBeUndefined();
      expect(contacts).toHaveLength(many);
      expect(contacts?.at(-1)).toMatchObject({ name: `Contact ${many - 1}`, external_id: `ref-${many - 1}` });
    },
    timeout(30_000),
  );
});
