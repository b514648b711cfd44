import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { outOfTimeError, responseError, transportError, unexpectedResponse } from '../../src/api/errors.ts';
import { type FailureDetails, getFailure, requestError } from '../../src/api/failure.ts';

const changing = { object: 'the contact "c-1"', verb: 'change', scopes: ['contacts.write'] };
const reading = { object: 'your logos', verb: 'read', scopes: [] };

interface Said {
  body?: unknown;
  headers?: Record<string, string>;
  purpose?: typeof changing | typeof reading;
  secrets?: string[];
}

const refused = (status: number, { body = '', headers = {}, purpose = changing, secrets = [] }: Said = {}) =>
  responseError(
    {
      status,
      header: (name) => headers[name],
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
    purpose,
    secrets,
  );
/** What is known about the failure, without what is not. */
const detailsOf = (error: unknown): Partial<FailureDetails> | undefined => {
  const failure = getFailure(error);
  if (!failure) return undefined;
  const { name: _name, ...details } = failure;
  return JSON.parse(JSON.stringify(details));
};
const sentence = (status: number, said: Said = {}) => refused(status, said).message;

afterEach(() => {
  jest.restoreAllMocks();
});

describe('what is known about a refusal', () => {
  it.each([
    [400, 'refused'],
    [429, 'refused'],
    [499, 'refused'],
    [500, 'unknown'],
    [503, 'unknown'],
  ])('%i means that the outcome is %s', (status, outcome) => {
    expect(detailsOf(refused(status))).toEqual({ outcome, code: `http_${status}`, status });
  });

  it('is kept with the service’s code, words and attribute', () => {
    const body = { code: 'x.y', message: 'No.', attribute: 'list' };
    expect(detailsOf(refused(400, { body }))).toEqual({
      outcome: 'refused',
      status: 400,
      code: 'x.y',
      serviceMessage: 'No.',
      attribute: 'list',
    });
  });

  it('is known of errors only that came from a call', () => {
    for (const other of [new Error('x'), null, undefined, 'x', 7]) expect(detailsOf(other)).toBeUndefined();
    const details = { outcome: 'unknown', code: 'x' } as const;
    expect(detailsOf(requestError('y', details))).toEqual(details);
  });

  it('keeps the platform from adding its log to the sentence', () => {
    expect(refused(400)).toMatchObject({ doNotContextify: true });
  });
});

describe('the platform’s class and code', () => {
  it.each([
    [401, 'ExpiredAuthError', undefined],
    [429, 'ThrottledError', undefined],
    [400, 'AppError', 'http_400'],
    [500, 'AppError', 'http_500'],
  ])('for %i is %s', (status, name, code) => {
    const error = refused(status);
    expect(error.name).toBe(name);
    if (code) expect(JSON.parse(error.message)).toMatchObject({ code, status });
  });

  it('has the service’s own code where it gives one', () => {
    expect(JSON.parse(sentence(400, { body: { error: 'contacts.odd' } }))).toMatchObject({
      code: 'contacts.odd',
    });
  });
});

/** The sentence inside the platform's error. */
const told = (status: number, said: Said = {}): string => {
  const { name, message } = refused(status, said);
  return name === 'AppError' || name === 'ThrottledError' ? String(JSON.parse(message).message) : message;
};

describe('a refusal by its status', () => {
  it.each([
    [
      400,
      'The letter service rejected the request to change the contact "c-1". Check the values in this step.',
    ],
    [
      403,
      'This connection doesn\'t have permission to change the contact "c-1". Reconnect the account and approve every permission it asks for, including "contacts.write".',
    ],
    [404, /^The letter service did not find the contact "c-1"\./],
    [409, /^The letter service can't change the contact "c-1" in its current state\./],
    [410, /^The letter service no longer has the contact "c-1"\. It was deleted\./],
    [
      411,
      /^The letter service rejected the request to change the contact "c-1" because its length is missing/,
    ],
    [413, /^The letter service rejected the request to change the contact "c-1" because it is too large/],
    [
      500,
      /^The letter service returned a server error \(500\), so we don't know whether the request to change the contact "c-1" went through\. Check your account/,
    ],
    [599, /^The letter service returned a server error \(599\)/],
  ])('%i is told so', (status, expected) => {
    if (typeof expected === 'string') expect(told(status)).toBe(expected);
    else expect(told(status)).toMatch(expected);
  });

  it('of 401 asks to reconnect, whatever the service says', () => {
    expect(told(401, { body: { error: 'orders.unknown_file', message: 'x' } })).toMatch(
      /^The letter service no longer accepts this connection.*Reconnect the account/,
    );
  });

  it('of 403 without a scope asks for every permission, and names each of several', () => {
    expect(told(403, { purpose: reading })).toMatch(/approve every permission it asks for\.$/);
    const either = { ...changing, scopes: ['pls.files.read', 'files.read'] };
    expect(told(403, { purpose: either })).toMatch(/including "pls\.files\.read" or "files\.read"\.$/);
  });

  it('of 500 while reading says that nothing was changed', () => {
    expect(told(500, { purpose: reading })).toMatch(/Nothing was changed\. Run the step again/);
  });
});

describe('a refusal by its code', () => {
  it.each([
    ...['contacts', 'files', 'lists', 'orders'].map((group): [string, RegExp] => [
      `${group}.account_required`,
      /^This connection is not linked to an account with the letter service, so it can't change the contact "c-1"\. Reconnect/,
    ]),
    [
      'orders.invalid_data',
      /^The letter service rejected the request to change the contact "c-1": one of the values has the wrong type/,
    ],
    ['orders.invalid_id', /: one of the IDs is invalid\./],
    ['orders.invalid_type', /: the request has the wrong type\./],
    ['orders.missing_attribute', /: a required value is missing\./],
    ['orders.unknown_file', /: one of the files does not exist\./],
    ['orders.unknown_font', /: one of the fonts does not exist\./],
    [
      'orders.permission_error',
      /^This connection doesn't have permission to change the contact "c-1"\. .*including "contacts\.write"\./,
    ],
    [
      'contacts.missing_contact',
      /^The letter service did not find the contact "c-1"\. It may have been deleted\. Choose the contact/,
    ],
    ['contacts.missing_name', /because it has no name\./],
    [
      'hooks.missing_scope',
      /^This connection doesn't have permission to change the contact "c-1"\. .*"contacts\.write"\./,
    ],
    ['no-content', /^The letter service rejected the contact "c-1" because it is empty/],
    ['too-large', /^The letter service rejected the contact "c-1" because it is too large/],
    ['invalid_filename', /^The letter service rejected the name of the contact "c-1"/],
  ])('%s is told in the user’s terms, and the code is not', (code, expected) => {
    expect(told(400, { body: { code } })).toMatch(expected);
  });

  it.each([408, 425])('%i is a request that came too late, and no fault of its values', (status) => {
    expect(told(status, { body: '' })).toBe(
      'The letter service did not accept the request to change the contact "c-1" in time. Nothing was done. Run the step again in a few minutes.',
    );
  });

  it('does not hide a server error or too many requests', () => {
    const body = { code: 'orders.unknown_file' };
    expect(told(500, { body })).toMatch(/server error/);
    expect(told(429, { body })).toMatch(/too many requests/);
  });

  it.each(['constructor', 'toString', '__proto__'])('that is called %s is any code', (code) => {
    expect(told(400, { body: `{"code":"${code}"}` })).toBe(
      `The letter service rejected the request to change the contact "c-1". Check the values in this step (code ${code}).`,
    );
  });
});

describe('what the service says', () => {
  it('stands at the end: its words, or else its code', () => {
    expect(told(400, { body: { code: 'x.y', message: 'Too bad' } })).toMatch(
      / Check the values in this step\. The letter service says: “Too bad” \(code x\.y\)\.$/,
    );
    expect(told(400, { body: { code: 'x.y' } })).toMatch(/ Check the values in this step \(code x\.y\)\.$/);
    expect(told(400, { body: { code: 'x.y', expected_type: 'number', attribute: 'width' } })).toMatch(
      / \(code x\.y, attribute width, expected type number\)\.$/,
    );
  });

  it.each([
    ['{code}', { code: 'x', message: 'm', attribute: 'a' }],
    ['{error}', { status: '400', error: 'x', detail: 'm', field: 'a' }],
    ['{error:{…}}', { error: { code: 'x', error_description: 'm', pointer: 'a' } }],
    ['{errors:[…]}', { errors: ['noise', { code: 'x', description: 'm', path: 'a' }, { code: 'second' }] }],
    ['a problem', { type: 'https://y.test/problems/x', title: 'm', param: 'a' }],
    ['a problem with a fragment', { type: 'about#x', title: 'm', param: 'a' }],
    ['words beside the nested error', { error: { code: 'x' }, message: 'm', attribute: 'a' }],
    ['blanks to pass over', { error: { code: ' ', error: 'x', message: '' }, message: 'm', attribute: 'a' }],
  ])('is understood in the shape %s', (_shape, body) => {
    expect(detailsOf(refused(400, { body }))).toEqual({
      outcome: 'refused',
      status: 400,
      code: 'x',
      serviceMessage: 'm',
      attribute: 'a',
    });
  });

  it.each([
    ['a problem without a type of its own', { type: 'about:blank', title: 'm' }, { serviceMessage: 'm' }],
    ['a list', [{ code: 'x' }], {}],
    ['null', 'null', {}],
    ['a number', '42', {}],
    ['a text of JSON', '"Not today"', { serviceMessage: 'Not today' }],
    ['an empty list of errors', { errors: [], message: 'm' }, { serviceMessage: 'm' }],
    ['a number for a code', { code: 7, message: ['m'] }, {}],
  ])('is passed over where it is %s', (_what, body, expected) => {
    expect(detailsOf(refused(400, { body }))).toEqual({
      outcome: 'refused',
      code: 'http_400',
      status: 400,
      ...expected,
    });
  });

  it.each([
    'orders.unknown_file',
    'Error: orders.unknown_file (see the manual).',
    '<html><body><code>orders.unknown_file</code></body></html>',
  ])('is recognized by its code in a text or a page: %s', (body) => {
    expect(detailsOf(refused(400, { body }))?.code).toBe('orders.unknown_file');
    expect(told(400, { body })).toMatch(/one of the files does not exist/);
  });

  it('is not recognized in a longer word', () => {
    expect(detailsOf(refused(400, { body: 'reorders.unknown_file_type' }))?.code).toBe('http_400');
  });

  it.each<[what: string, body: string, headers?: Record<string, string>]>([
    ['a page', '  <!doctype html><p>Down'],
    ['a page by its header', 'Down', { 'content-type': 'text/HTML; charset=x' }],
    ['markup', 'Bad <b>thing</b>'],
    ['half an answer', '{"code":"x'],
    ['half a list', ' [{'],
    ['a trace', 'Boom\n  at run (/srv/app.js:3:14)'],
    ['another trace', 'Traceback (most recent call last)'],
    ['a trace of .NET', 'System.NullReferenceException: at A.B() in C:\\x.cs:line 4'],
    ['a trace of Go', 'panic: goroutine 1 [running]: main.main()'],
    ['a trace in a word', 'Boom at run(1) in /srv/app.rb: nothing'],
    ['a place in a program', 'Failed in handler.py:31'],
    ['nothing but space', ' \n\t '],
  ])('is not repeated where it is %s', (_what, body, headers = {}) => {
    expect(told(400, { body, headers })).toBe(
      'The letter service rejected the request to change the contact "c-1". Check the values in this step.',
    );
  });

  it.each([
    'The value at contents(1) in the order is not known',
    'Look at page(2) in the file',
    'Meet at 12:30 in room 4',
  ])('is repeated where it only looks like a trace: %s', (message) => {
    expect(detailsOf(refused(400, { body: { message } }))?.serviceMessage).toBe(message);
  });

  it('is looked at where it begins, and not for ever', () => {
    for (const long of ['\n'.repeat(500_000), ' at a('.repeat(100_000)]) {
      expect(detailsOf(refused(400, { body: { message: `x${long}` } }))?.serviceMessage?.length).toBeLessThan(
        301,
      );
    }
  });

  it('is put on one line, shortened, and cleaned of secrets that are long enough to be any', () => {
    const said = (message: string) =>
      detailsOf(refused(400, { body: { message }, secrets: ['abcd', 'xyz'] }))?.serviceMessage;
    expect(said(' a\n\tb\u0000c ')).toBe('a b c');
    expect(said('abcd is wrong, abcd! xyz')).toBe('[secret] is wrong, [secret]! xyz');
    // What is left of one that is cut in two would not be known for one.
    expect(said(`x${' '.repeat(1_997)}abcd`)).not.toMatch(/ab/);
    expect(said('x'.repeat(300))).toBe('x'.repeat(300));
    expect(said('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
  });

  it('in plain text is repeated too', () => {
    expect(told(400, { body: 'You cannot do that' })).toMatch(
      /The letter service says: “You cannot do that”\.$/,
    );
  });
});

describe('too many requests', () => {
  const delay = (header?: string): unknown =>
    JSON.parse(refused(429, { headers: header === undefined ? {} : { 'retry-after': header } }).message)
      .delay;

  it('is told with the limit where the service names it', () => {
    expect(told(429)).toMatch(/^The letter service received too many requests, so it did not change/);
    expect(told(429, { body: { error: 'too_many_requests', limit_exceeded: 'hour' } })).toMatch(
      /^You have reached the letter service's limit for this hour, so it did not change the contact "c-1"/,
    );
  });

  it('waits as long as the service says, in seconds or until a date, and no longer than the platform can', () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-12T12:00:00Z'));
    expect(delay('17')).toBe(17);
    expect(delay(' 17 ')).toBe(17);
    expect(delay('0')).toBe(1);
    expect(delay('300')).toBe(300);
    expect(delay('86400')).toBe(300);
    expect(delay('Thu, 12 Mar 2026 12:00:42 GMT')).toBe(42);
    expect(delay('Thu, 12 Mar 2026 11:00:00 GMT')).toBe(1);
  });

  it.each([undefined, '', 'soon', '-5s'])(
    'leaves the time to the platform when the service says %j',
    (header) => {
      expect(delay(header) ?? undefined).toBeUndefined();
    },
  );
});

describe('a connection that failed', () => {
  const failed = (error: unknown, purpose: typeof changing | typeof reading = changing) => {
    const thrown = transportError(error, purpose);
    return { ...detailsOf(thrown), ...JSON.parse(thrown.message) };
  };

  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('with %s never reached the service', (code) => {
    expect(failed(Object.assign(new Error('x'), { code }))).toEqual({
      outcome: 'refused',
      code: 'service_unreachable',
      message: `The letter service could not be reached, so it did not change the contact "c-1". Run the step again in a few minutes (${code}).`,
    });
  });

  const late = 'did not respond in time';
  const closed = 'closed the connection before the response was complete';

  it.each([
    [{ code: 'ECONNRESET' }, closed, ' (ECONNRESET)'],
    [{ code: 'EPIPE' }, closed, ' (EPIPE)'],
    [{ type: 'invalid-json' }, closed, ' (invalid-json)'],
    [{ type: 'request-timeout' }, late, ''],
    [{ type: 'body-timeout' }, late, ''],
    [{ name: 'AbortError' }, late, ''],
    [{ name: 'TimeoutError', code: 23 }, late, ''],
    [{ code: 7 }, closed, ''],
    [{ type: 7 }, closed, ''],
    [null, closed, ''],
    ['ECONNREFUSED', closed, ''],
  ])('with %j leaves the outcome open', (error, problem, details) => {
    expect(failed(error)).toEqual({
      outcome: 'unknown',
      code: 'no_answer',
      message: `The letter service ${problem}, so we don't know whether the request to change the contact "c-1" went through. Check your account with the letter service before you run the step again${details}.`,
    });
  });

  it('that was never made, because a sentence was said before it, did nothing and keeps the sentence', () => {
    const said = unexpectedResponse('a setting that is missing', changing);
    expect(said.name).toBe('AppError');
    expect(transportError(said, changing)).toBe(said);
    expect(detailsOf(said)).toEqual({ outcome: 'unknown', code: 'unexpected_answer' });
  });

  it('while reading changed nothing', () => {
    expect(failed({ code: 'ECONNRESET' }, reading).message).toMatch(
      /Nothing was changed\. Run the step again/,
    );
  });

  it('because the answer was too large says so', () => {
    expect(failed({ type: 'max-size' })).toMatchObject({
      outcome: 'unknown',
      code: 'answer_too_large',
      message: expect.stringMatching(
        /too large to read, so we don't know whether the request to change the contact "c-1"/,
      ),
    });
  });

  it('or an answer that was never promised leaves it open too, with the status where there is one', () => {
    const odd = unexpectedResponse('an empty response', changing, 200);
    expect(detailsOf(odd)).toEqual({ outcome: 'unknown', code: 'unexpected_answer', status: 200 });
    expect(JSON.parse(odd.message)).toMatchObject({
      code: 'unexpected_answer',
      message: expect.stringMatching(
        /^The letter service returned an empty response, so we don't know whether the request to change/,
      ),
    });
    expect(detailsOf(unexpectedResponse('nothing', changing))).toEqual({
      outcome: 'unknown',
      code: 'unexpected_answer',
    });
  });

  it('and a call that was never begun did nothing', () => {
    const late = outOfTimeError(changing);
    expect(detailsOf(late)).toEqual({ outcome: 'refused', code: 'out_of_time' });
    expect(JSON.parse(late.message)).toMatchObject({
      code: 'out_of_time',
      message: expect.stringMatching(
        /ran out of time before it could change the contact "c-1"\. Nothing was sent/,
      ),
    });
  });
});
