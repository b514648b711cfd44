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
    [400, 'The letter service refused to change the contact "c-1". Check the values of this step.'],
    [
      403,
      'This connection may not change the contact "c-1". Reconnect the account and approve the permission "contacts.write".',
    ],
    [404, /^The letter service did not find the contact "c-1"\./],
    [409, /^The letter service would not change the contact "c-1" in its present state\./],
    [410, /^The letter service no longer has the contact "c-1": it was deleted\./],
    [411, /^The letter service wants to know the length of what is sent for the contact "c-1"/],
    [413, /^What was sent for the contact "c-1" is too large/],
    [
      500,
      /^The letter service has a problem of its own \(500\) .* to change the contact "c-1"\. It is not known whether that was done: look at your account/,
    ],
    [599, /^The letter service has a problem of its own \(599\)/],
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
    expect(told(403, { purpose: either })).toMatch(/permission "pls\.files\.read" or "files\.read"\.$/);
  });

  it('of 500 while reading says that nothing was changed', () => {
    expect(told(500, { purpose: reading })).toMatch(/Nothing was changed; run the step again/);
  });
});

describe('a refusal by its code', () => {
  it.each([
    ['orders.account_required', /is not linked to an account/],
    ['orders.invalid_data', /^A value in the contact "c-1" has the wrong type/],
    ['orders.invalid_id', /^The letter service does not recognize a value in the contact "c-1"/],
    ['orders.invalid_type', /^The letter service did not take what was sent as the contact "c-1"/],
    ['orders.missing_attribute', /^Something that the letter service needs is missing in the contact "c-1"/],
    ['orders.unknown_file', /^A file used in the contact "c-1" does not exist/],
    ['orders.unknown_font', /^A font used in the contact "c-1" does not exist/],
    [
      'orders.permission_error',
      /^This connection may not change the contact "c-1"\. .*permission "contacts\.write"\./,
    ],
    ['contacts.missing_contact', /^The letter service did not find the contact "c-1"\. Choose the contact/],
    ['contacts.missing_name', /^The contact has no name\./],
    ['hooks.missing_scope', /^This connection may not change the contact "c-1"\. .*"contacts\.write"\./],
    ['no-content', /^The letter service found nothing in the contact "c-1": the file is empty/],
    ['too-large', /^The letter service finds the contact "c-1" too large/],
    ['invalid_filename', /^The letter service does not accept the name of the contact "c-1"/],
  ])('%s is told in the user’s terms, and the code is not', (code, expected) => {
    expect(told(400, { body: { code } })).toMatch(expected);
  });

  it.each([408, 425])('%i is a request that came too late, and no fault of its values', (status) => {
    expect(told(status, { body: '' })).toBe(
      'The letter service did not take the request to change the contact "c-1" in time. Run the step again in a few minutes.',
    );
  });

  it('does not hide that the service broke down, or is asked too often', () => {
    const body = { code: 'orders.unknown_file' };
    expect(told(500, { body })).toMatch(/problem of its own/);
    expect(told(429, { body })).toMatch(/asked too often/);
  });

  it.each(['constructor', 'toString', '__proto__'])('that is called %s is any code', (code) => {
    expect(told(400, { body: `{"code":"${code}"}` })).toBe(
      `The letter service refused to change the contact "c-1". Check the values of this step. The service's code for it is ${code}.`,
    );
  });
});

describe('what the service says', () => {
  it('stands at the end: its words, or else its code', () => {
    expect(told(400, { body: { code: 'x.y', message: 'Too bad' } })).toMatch(
      / Check the values of this step\. The service says: “Too bad”\.$/,
    );
    expect(told(400, { body: { code: 'x.y' } })).toMatch(/ The service's code for it is x\.y\.$/);
    expect(told(400, { body: { code: 'x.y', expected_type: 'number', attribute: 'width' } })).toMatch(
      / A value of type number is expected\. It points at width\. The service's code for it is x\.y\.$/,
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
    expect(told(400, { body })).toMatch(/does not exist at the letter service/);
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
      'The letter service refused to change the contact "c-1". Check the values of this step.',
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
    expect(told(400, { body: 'You cannot do that' })).toMatch(/The service says: “You cannot do that”\.$/);
  });
});

describe('being asked too often', () => {
  const delay = (header?: string): unknown =>
    JSON.parse(refused(429, { headers: header === undefined ? {} : { 'retry-after': header } }).message)
      .delay;

  it('is told with the limit where the service names it', () => {
    expect(told(429)).toMatch(/^The letter service is asked too often just now, so it did not change/);
    expect(told(429, { body: { error: 'too_many_requests', limit_exceeded: 'hour' } })).toMatch(
      /^The letter service's limit for this hour is reached, so it did not change the contact "c-1"/,
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
      message: `The letter service could not be reached (${code}), so nothing was done with the contact "c-1". Run the step again in a few minutes.`,
    });
  });

  it.each([
    [{ code: 'ECONNRESET' }, 'broke off the connection (ECONNRESET)'],
    [{ code: 'EPIPE' }, 'broke off the connection (EPIPE)'],
    [{ type: 'invalid-json' }, 'broke off the connection (invalid-json)'],
    [{ type: 'request-timeout' }, 'did not answer in time'],
    [{ type: 'body-timeout' }, 'did not answer in time'],
    [{ name: 'AbortError' }, 'did not answer in time'],
    [{ name: 'TimeoutError', code: 23 }, 'did not answer in time'],
    [{ code: 7 }, 'broke off the connection (no reason given)'],
    [{ type: 7 }, 'broke off the connection (no reason given)'],
    [null, 'broke off the connection (no reason given)'],
    ['ECONNREFUSED', 'broke off the connection (no reason given)'],
  ])('%j leaves open what was done', (error, what) => {
    expect(failed(error)).toEqual({
      outcome: 'unknown',
      code: 'no_answer',
      message: `The letter service ${what} when asked to change the contact "c-1". It is not known whether that was done: look at your account at the letter service before you run the step again.`,
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
      /Nothing was changed; run the step again/,
    );
  });

  it('because the answer was too large says so', () => {
    expect(failed({ type: 'max-size' })).toMatchObject({
      outcome: 'unknown',
      code: 'answer_too_large',
      message: expect.stringMatching(/about the contact "c-1" was too large to be read\. It is not known/),
    });
  });

  it('or an answer that was never promised leaves it open too, with the status where there is one', () => {
    const odd = unexpectedResponse('an empty page', changing, 200);
    expect(detailsOf(odd)).toEqual({ outcome: 'unknown', code: 'unexpected_answer', status: 200 });
    expect(JSON.parse(odd.message)).toMatchObject({
      code: 'unexpected_answer',
      message: expect.stringMatching(/^The letter service answered with an empty page when asked to change/),
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
      message: expect.stringMatching(/too little time left to change the contact "c-1".*Nothing was sent/),
    });
  });
});
