/** Ids and file names that are special in a URL, a header or a file system. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyText } from '../support/any_text.ts';
import { runs } from '../support/thoroughness.ts';
import { Harness } from './support/harness.ts';
import type { TestAccount } from './support/test_account.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await Harness.open();
});

afterAll(async () => {
  await harness.close();
});

/** Functions that put an id into a path, with the input field, the start of the path and other input. */
const functionsWithId = [
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
  anyText({ minLength: 1, maxLength: 12 }),
);

describe('An ID from the user', () => {
  it.each(functionsWithId)('of %s is one segment of the path', async (method, field, path, otherInput) => {
    let requests = 0;
    await fc.assert(
      fc.asyncProperty(hostileText, async (id) => {
        const account = harness.createAccount();
        const before = account.service.contacts.length;
        const outcome = await account.run({ method, inputData: { ...otherInput, [field]: id } });
        for (const { url, headers } of account.sent.filter(({ call }) => call.startsWith('service '))) {
          requests += 1;
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
      { numRuns: runs(15), examples: [['a/b'], ['..']] },
    );
    expect(requests).toBeGreaterThan(0);
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

describe('A file name from the user', () => {
  it('cannot add a header, a query parameter or a folder', async () => {
    let uploads = 0;
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const account = harness.createAccount();
        const { posted, name } = await upload(account, `${text}.pdf`);
        if (posted) {
          uploads += 1;
          expect([...new URL(posted.url).searchParams.keys()]).toEqual(['filename']);
          expect(posted.headers).not.toContain('X-Evil');
          expect(name).not.toMatch(/[/\\\p{Cc}"]|^\.|^$/u);
          expect(name).toMatch(/\.pdf$/);
        }
        harness.removeAccount(account);
      }),
      { numRuns: runs(40) },
    );
    expect(uploads).toBeGreaterThan(0);
  });

  it.each([
    ['attachment; filename="../../etc/passwd.pdf"', 'passwd.pdf'],
    ["attachment; filename*=UTF-8''%2e%2e%2fx%0d%0ay.pdf", 'xy.pdf'],
    ['attachment; filename="C:\\\\temp\\\\y.pdf"', 'y.pdf'],
    ['attachment; filename=";;;', 'a.pdf'],
  ])('is taken from Content-Disposition: %s becomes %s', async (header, expected) => {
    const { name } = await upload(harness.createAccount(), undefined, { 'content-disposition': header });
    expect(name).toBe(expected);
  });
});

describe('A file name from the service', () => {
  it('cannot add a header to the upload to Zapier', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const account = harness.createAccount();
        const inputData = { id: 'f-100-0001', name: `${text}"; filename="x.pdf` };
        const outcome = await account.run({ method: 'hydrators.fileContent', inputData });
        expect(outcome.ok ? '' : outcome.error.message).toBe('');
        const [stored] = account.sent.filter(({ call }) => call.startsWith('zapier upload'));
        const part = stored?.body.slice(stored.body.lastIndexOf('name="file"')) ?? '';
        const [disposition = '', ...headers] = part.slice(0, part.indexOf('\r\n\r\n')).split('\r\n');
        expect(disposition).not.toMatch(/[\r\n]|filename=.*filename="/);
        expect(headers).toEqual([expect.stringMatching(/^Content-Type: [\w/.+-]+$/)]);
        harness.removeAccount(account);
      }),
      { numRuns: runs(15), examples: [['\ud800'], ['a\r\nX-Evil: 1']] },
    );
  });
});
