import { describe, expect, it } from '@jest/globals';
import type nock from 'nock';
import { toPlatformError, withPlatformErrors } from '../src/edge.ts';
import { Failure, type FailureFacts } from '../src/failure.ts';
import app from '../src/index.ts';
import { UnitConnector, useNock } from './support/connector.ts';

const { api } = useNock();

const refusal: FailureFacts = { kind: 'not_done', what: 'No.', advice: '', code: 'x.y', status: 400 };

describe('The error that Zapier gets for a failure', () => {
  it('is an error with the message, the code and the status', () => {
    expect(toPlatformError(new Failure(refusal))).toMatchObject({
      name: 'AppError',
      message: JSON.stringify({ message: 'No.', code: 'x.y', status: 400 }),
    });
  });

  it('asks the user to reconnect', () => {
    expect(toPlatformError(new Failure({ ...refusal, kind: 'reconnect' }))).toMatchObject({
      name: 'ExpiredAuthError',
      message: 'No.',
    });
  });

  it('asks Zapier to run the step again after the delay', () => {
    const failure = new Failure({ ...refusal, kind: 'run_again', retryAfter: 3_600 });
    expect(toPlatformError(failure)).toMatchObject({
      name: 'ThrottledError',
      message: JSON.stringify({ message: 'No.', delay: 3_600 }),
    });
  });

  it.each(['not_done', 'not_found', 'unknown', 'reconnect', 'run_again'] as const)(
    'has the failure as its cause and no log in its message (%s)',
    (kind) => {
      const failure = new Failure({ ...refusal, kind });
      expect(toPlatformError(failure)).toMatchObject({ cause: failure, doNotContextify: true });
    },
  );

  it('is the error itself if it is no failure', () => {
    const error = new TypeError('a bug');
    expect(toPlatformError(error)).toBe(error);
  });
});

/** Returns every function in a definition, by its path. */
const functionsIn = (part: unknown, path: string): [string, string][] => {
  if (typeof part === 'function') return [[path, String(part)]];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => functionsIn(value, `${path}.${key}`));
};

it('Every function of an operation, a dropdown and the connection throws the errors of zapier-platform-core', () => {
  const { beforeRequest: _, afterResponse: __, ...parts } = app;
  const functions = functionsIn(parts, 'app');
  expect(functions.length).toBeGreaterThan(30);
  const bare = functions.filter(([, code]) => !code.includes('toPlatformError'));
  expect(bare.map(([path]) => path)).toEqual([]);
});

describe('An object with functions', () => {
  const { perform, add, ...rest } = withPlatformErrors({
    key: 'x',
    perform: async () => Promise.reject(new Failure(refusal)),
    add: async (one: number, other: number) => one + other,
    none: null,
  });

  it('throws the errors of zapier-platform-core', async () => {
    await expect(perform()).rejects.toMatchObject({ name: 'AppError' });
  });

  it('is otherwise the same', async () => {
    expect(rest).toEqual({ key: 'x', none: null });
    expect(await add(1, 2)).toBe(3);
  });
});

/** What each action says if it fails and did nothing. */
const sentences = {
  send_letter: 'Nothing was ordered by this run.',
  send_letters: 'Nothing was ordered by this run.',
  create_order: 'Nothing was ordered by this run.',
  resend_saved_order: 'Nothing was ordered by this run.',
  repeat_order: 'Nothing was ordered by this run.',
  create_list: 'Nothing was sent.',
  create_contact: 'Nothing was changed.',
  update_contact: 'Nothing was changed.',
  upsert_contact: 'Nothing was changed.',
  delete_contact: 'Nothing was deleted.',
  delete_file: 'Nothing was deleted.',
  replace_mailing_list: 'Nothing was replaced.',
  upload_file: 'Nothing was uploaded.',
};
type Action = keyof typeof sentences;

const messageOf = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'The step succeeded.',
    (error: Error) => error.message,
  );

describe('The error of an action with blank fields', () => {
  it.each(Object.keys(app.creates))(
    'says between the problem and the advice that nothing was done: %s',
    async (key) => {
      const sentence: unknown = Reflect.get(sentences, key);
      expect(await messageOf(new UnitConnector().create(key, {}))).toMatch(
        new RegExp(`^[^.]+\\. ${sentence} [A-Z]`),
      );
    },
  );
});

const ann = { name: 'Ann Lee', street: '1 A St', city: 'Akron', state: 'OH', postal_code: '44301' };
const inputs: Partial<Record<Action, Record<string, unknown>>> = {
  send_letter: { saved_order_id: 'l-1', ...ann },
  resend_saved_order: { saved_order_id: 'l-1', list_id: 'l-9' },
  create_list: { recipients: [ann], list_name: 'Spring' },
  create_contact: ann,
  update_contact: { contact_id: 'c-1', name: 'Ann Ray' },
  delete_contact: { contact_id: 'c-1' },
  replace_mailing_list: { minimum_contacts: '1', contacts: [ann] },
};

type Mock = (service: nock.Scope) => unknown;
const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
const reset = Object.assign(new Error('x'), { code: 'ECONNRESET' });

const contact: Mock = (service) =>
  service.get('/v1/contacts/c-1').reply(200, { contact_id: 'c-1', name: 'Ann Lee' });
const previous: Mock = (service) => service.get('/v1/contacts').reply(200, { contacts: [] });
const list: Mock = (service) => service.post('/v1/lists').reply(200, { list_id: 'l-9' });
const member: Mock = (service) =>
  service.post('/v1/lists/l-9/contacts').reply(200, { contacts: [{ id: 'a-1' }] });
/** Lets a request fail with a status or an error. */
const fails =
  (method: string, path: string, how: number | Error): Mock =>
  (service) => {
    const interceptor = service.intercept(path, method);
    return typeof how === 'number' ? interceptor.reply(how, {}) : interceptor.replyWithError(how);
  };

describe('The error of an action after requests', () => {
  it.each<[Action, string, Mock[], 'says it' | 'does not say it']>([
    ['create_contact', 'a rejected write', [fails('POST', '/v3/contacts', 400)], 'says it'],
    ['create_contact', 'a missing permission', [fails('POST', '/v3/contacts', 403)], 'says it'],
    ['create_contact', 'an expired connection', [fails('POST', '/v3/contacts', 401)], 'says it'],
    ['create_contact', 'too many requests', [fails('POST', '/v3/contacts', 429)], 'says it'],
    ['create_contact', 'a refused connection', [fails('POST', '/v3/contacts', refused)], 'says it'],
    ['create_contact', 'a lost response', [fails('POST', '/v3/contacts', reset)], 'does not say it'],
    ['create_contact', 'a server error', [fails('POST', '/v3/contacts', 503)], 'does not say it'],
    ['create_contact', 'a status of a proxy', [fails('POST', '/v3/contacts', 409)], 'does not say it'],
    ['create_contact', 'an unusable response', [fails('POST', '/v3/contacts', 200)], 'does not say it'],
    ['create_contact', 'a redirect', [fails('POST', '/v3/contacts', 302)], 'does not say it'],
    ['update_contact', 'a failed read', [fails('GET', '/v1/contacts/c-1', 500)], 'says it'],
    ['update_contact', 'a rejected write', [contact, fails('POST', '/v3/contacts/c-1', 400)], 'says it'],
    [
      'update_contact',
      'a server error',
      [contact, fails('POST', '/v3/contacts/c-1', 500)],
      'does not say it',
    ],
    ['delete_contact', 'a contact that is gone', [fails('DELETE', '/v1/contacts/c-1', 404)], 'says it'],
    ['delete_contact', 'a status of a proxy', [fails('DELETE', '/v1/contacts/c-1', 409)], 'does not say it'],
    ['delete_contact', 'a server error', [fails('DELETE', '/v1/contacts/c-1', 500)], 'does not say it'],
    ['send_letter', 'a rejected list', [fails('POST', '/v1/lists', 400)], 'says it'],
    ['send_letter', 'a lost list', [fails('POST', '/v1/lists', 500)], 'says it'],
    ['send_letter', 'a rejected recipient', [list, fails('POST', '/v1/lists/l-9/contacts', 400)], 'says it'],
    ['send_letter', 'a rejected order', [list, member, fails('POST', '/v1/orders', 400)], 'says it'],
    ['send_letter', 'a lost order', [list, member, fails('POST', '/v1/orders', 500)], 'does not say it'],
    ['resend_saved_order', 'a rejected order', [fails('POST', '/v1/orders', 400)], 'says it'],
    ['resend_saved_order', 'an unusable response', [fails('POST', '/v1/orders', 200)], 'does not say it'],
    ['create_list', 'a rejected list', [fails('POST', '/v1/lists', 400)], 'says it'],
    ['create_list', 'a lost list', [fails('POST', '/v1/lists', 500)], 'does not say it'],
    [
      'create_list',
      'rejected recipients',
      [list, fails('POST', '/v1/lists/l-9/contacts', 400)],
      'does not say it',
    ],
    ['replace_mailing_list', 'a failed read', [fails('GET', '/v1/contacts', 500)], 'says it'],
    [
      'replace_mailing_list',
      'a missing permission',
      [previous, fails('PUT', '/v1/contacts', 403)],
      'says it',
    ],
    [
      'replace_mailing_list',
      'a rejected list',
      [previous, fails('PUT', '/v1/contacts', 400)],
      'does not say it',
    ],
    [
      'replace_mailing_list',
      'a server error',
      [previous, fails('PUT', '/v1/contacts', 500)],
      'does not say it',
    ],
  ])(
    'of %s, after %s, says that nothing was done only if it is certain',
    async (key, _what, mocks, expected) => {
      for (const mock of mocks) mock(api());
      const message = await messageOf(new UnitConnector().create(key, inputs[key] ?? {}));
      expect(message.match(/Nothing was [^.]*\./g)).toEqual(expected === 'says it' ? [sentences[key]] : null);
    },
  );

  it('says it again in the next run of the same process', async () => {
    const connector = new UnitConnector();
    fails('DELETE', '/v1/contacts/c-1', 500)(api());
    expect(await messageOf(connector.create('delete_contact', { contact_id: 'c-1' }))).not.toMatch(
      /othing was/,
    );
    expect(await messageOf(connector.create('delete_contact', {}))).toMatch(/Nothing was deleted\./);
  });
});

describe('The error of an action that concerns one person', () => {
  it.each<[Action, string]>([
    ['send_letter', 'Letter to Ann Lee: '],
    ['create_contact', 'Ann Lee: '],
    ['update_contact', 'Ann Lee: '],
    ['upsert_contact', 'Ann Lee: '],
  ])('begins with the person: %s', async (key, start) => {
    const input = { name: ' Ann\n Lee', country: { a: 1 } };
    const message = await messageOf(new UnitConnector().create(key, input));
    expect(message).toMatch(new RegExp(`^(\\{"message":")?${start}.* Nothing was `));
  });

  it('begins with the company of an organization', async () => {
    const input = { company: 'Acme', country: { a: 1 } };
    expect(await messageOf(new UnitConnector().create('create_contact', input))).toContain('Acme: ');
  });
});
