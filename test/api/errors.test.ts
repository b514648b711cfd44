import { constants } from 'node:os';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  outOfTimeError,
  responseError,
  runAgainAfterOutage,
  transportError,
  unexpectedResponseError,
} from '../../src/api/errors.ts';
import { Failure, type FailureFacts, getFailure, type Purpose } from '../../src/failure.ts';

const changePurpose = { object: 'the contact "c-1"', verb: 'change', scopes: ['contacts.write'] };
const readPurpose = { object: 'your logos', verb: 'read', scopes: [] };

interface ResponseParts {
  body?: unknown;
  headers?: Record<string, string>;
  purpose?: Purpose;
  secrets?: string[];
  codeGroup?: string;
}

const errorFor = (
  status: number,
  { body = '', headers = {}, purpose = changePurpose, secrets = [], codeGroup }: ResponseParts = {},
) =>
  responseError(
    {
      status,
      header: (name) => headers[name],
      body: typeof body === 'string' ? body : JSON.stringify(body),
      secrets,
    },
    purpose,
    codeGroup,
  );
/** Returns the facts of the failure besides its words, without undefined ones. */
const detailsOf = (error: unknown): Partial<FailureFacts> | undefined => {
  const failure = getFailure(error);
  if (!failure) return undefined;
  const { name: _name, what: _what, problem: _problem, purpose: _purpose, ...details } = failure;
  return JSON.parse(JSON.stringify(details));
};
/** Returns the message that the user reads. */
const messageFor = (status: number, parts: ResponseParts = {}) => errorFor(status, parts).message;

afterEach(() => {
  jest.restoreAllMocks();
});

describe('The kind of an error response', () => {
  const repeatable = { ...changePurpose, isRepeatable: true };

  it.each([
    [400, changePurpose, 'not_done'],
    [401, changePurpose, 'reconnect'],
    [403, changePurpose, 'not_done'],
    [404, changePurpose, 'not_found'],
    [410, changePurpose, 'not_found'],
    [429, changePurpose, 'run_again'],
    [500, changePurpose, 'unknown'],
    [503, changePurpose, 'unknown'],
    [500, readPurpose, 'unknown'],
    [503, readPurpose, 'run_again'],
    [503, repeatable, 'unknown'],
    [502, repeatable, 'unknown'],
    // A proxy may have returned these after the service took the request.
    [408, changePurpose, 'unknown'],
    [409, changePurpose, 'unknown'],
    [425, changePurpose, 'unknown'],
    [499, changePurpose, 'unknown'],
    [408, readPurpose, 'run_again'],
    [425, repeatable, 'unknown'],
    [409, readPurpose, 'not_done'],
  ])('with status %i for %j is %s', (status, purpose, kind) => {
    expect(detailsOf(errorFor(status, { purpose }))).toMatchObject({ kind, status });
  });

  it.each([408, 409, 425, 499])('with status %i and a code of the endpoint is not_done', (status) => {
    const kindWith = (code: string) => errorFor(status, { body: { code }, codeGroup: 'contacts' }).kind;
    expect(kindWith('contacts.conflict')).toBe('not_done');
    expect(kindWith('conflict')).toBe('unknown');
    expect(kindWith('orders.conflict')).toBe('unknown');
  });
});

describe('The failure details of an error response', () => {
  it('include the service’s code, message and attribute', () => {
    const body = { code: 'x.y', message: 'No.', attribute: 'list' };
    expect(detailsOf(errorFor(400, { body }))).toEqual({
      kind: 'not_done',
      status: 400,
      code: 'x.y',
      serviceMessage: 'No.',
      attribute: 'list',
    });
  });

  it('exist only for errors of a request', () => {
    for (const other of [new Error('x'), null, undefined, 'x', 7]) expect(detailsOf(other)).toBeUndefined();
    const details = { kind: 'unknown', code: 'x' } as const;
    expect(detailsOf(new Failure({ ...details, what: 'y' }))).toEqual(details);
  });
});

describe('The error message for a status', () => {
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
    [
      409,
      /^The letter service or a proxy before it returned status 409, so we don't know whether the request/,
    ],
    [410, /^The letter service no longer has the contact "c-1"\. It was deleted\./],
    [
      413,
      'The letter service rejected the request to change the contact "c-1" (413 Payload Too Large). Check the values in this step.',
    ],
    [
      500,
      /^The letter service returned a server error \(500\), so we don't know whether the request to change the contact "c-1" went through\. Check your account/,
    ],
    [599, /^The letter service returned a server error \(599\)/],
  ])('explains %i', (status, expected) => {
    if (typeof expected === 'string') expect(messageFor(status)).toBe(expected);
    else expect(messageFor(status)).toMatch(expected);
  });

  it('asks to reconnect for 401, whatever the body says', () => {
    expect(messageFor(401, { body: { error: 'orders.unknown_file', message: 'x' } })).toMatch(
      /^The letter service no longer accepts this connection.*Reconnect the account/,
    );
  });

  it('asks for every permission for 403 and names the scopes, if any', () => {
    expect(messageFor(403, { purpose: readPurpose })).toMatch(/approve every permission it asks for\.$/);
    const either = { ...changePurpose, scopes: ['pls.files.read', 'files.read'] };
    expect(messageFor(403, { purpose: either })).toMatch(/including "pls\.files\.read" or "files\.read"\.$/);
  });

  it('says to run the step again for 500 when reading', () => {
    expect(messageFor(500, { purpose: readPurpose })).toMatch(
      /asked to read your logos\. Run the step again/,
    );
  });
});

describe('The error message for a code', () => {
  it('is at its end, so that the user can quote it', () => {
    expect(messageFor(400, { body: { code: 'orders.unknown_font' } })).toBe(
      'The letter service rejected the request to change the contact "c-1". Check the values in this step (code orders.unknown_font).',
    );
  });

  it.each([408, 425])('for status %i of a read says that Zapier runs the step again', (status) => {
    expect(messageFor(status, { purpose: readPurpose })).toBe(
      `The letter service was unavailable (${status}) when asked to read your logos. Zapier runs the step again in a minute.`,
    );
  });

  it('is not used for a server error or too many requests', () => {
    const body = { code: 'orders.unknown_file' };
    expect(messageFor(500, { body })).toMatch(/server error/);
    expect(messageFor(429, { body })).toMatch(/too many requests/);
  });

  it.each(['constructor', 'toString', '__proto__'])('treats %s as an unknown code', (code) => {
    expect(messageFor(400, { body: `{"code":"${code}"}` })).toBe(
      `The letter service rejected the request to change the contact "c-1". Check the values in this step (code ${code}).`,
    );
  });
});

describe('The message of the service', () => {
  it('comes before the advice, and its code after it', () => {
    expect(messageFor(400, { body: { code: 'x.y', message: 'Too bad' } })).toMatch(
      / The letter service says: “Too bad”\. Check the values in this step \(code x\.y\)\.$/,
    );
    expect(messageFor(400, { body: { code: 'x.y' } })).toMatch(
      / Check the values in this step \(code x\.y\)\.$/,
    );
    expect(messageFor(400, { body: { code: 'x.y', expected_type: 'number', attribute: 'width' } })).toMatch(
      / \(code x\.y, attribute width, expected type number\)\.$/,
    );
  });

  it.each([
    ['{code}', { code: 'x', message: 'm', attribute: 'a' }],
    ['{error}', { status: '400', error: 'x', detail: 'm', field: 'a' }],
    ['{error:{…}}', { error: { code: 'x', error_description: 'm', pointer: 'a' } }],
    ['{errors:[…]}', { errors: ['noise', { code: 'x', description: 'm', field: 'a' }, { code: 'second' }] }],
    ['problem details', { type: 'https://y.test/problems/x', title: 'm', pointer: 'a' }],
    ['problem details with a fragment', { type: 'about#x', title: 'm', pointer: 'a' }],
    ['message beside the nested error', { error: { code: 'x' }, message: 'm', attribute: 'a' }],
    ['blank values to skip', { error: { code: ' ', error: 'x', message: '' }, message: 'm', attribute: 'a' }],
  ])('is read from the format %s', (_format, body) => {
    expect(detailsOf(errorFor(400, { body }))).toEqual({
      kind: 'not_done',
      status: 400,
      code: 'x',
      serviceMessage: 'm',
      attribute: 'a',
    });
  });

  it.each([
    [
      'problem details with the type about:blank',
      { type: 'about:blank', title: 'm' },
      { serviceMessage: 'm' },
    ],
    ['a list', [{ code: 'x' }], {}],
    ['null', 'null', {}],
    ['a number', '42', {}],
    ['a JSON text', '"Not today"', { serviceMessage: 'Not today' }],
    ['an empty list of errors', { errors: [], message: 'm' }, { serviceMessage: 'm' }],
    ['a number as code', { code: 7, message: ['m'] }, {}],
  ])('is used without a code if the body is %s', (_body, body, expected) => {
    expect(detailsOf(errorFor(400, { body }))).toEqual({
      kind: 'not_done',
      status: 400,
      ...expected,
    });
  });

  it.each([
    ['orders.unknown_file', 'orders.unknown_file'],
    ['orders.unknown_file: There is no file "f-1".', 'orders.unknown_file'],
    ['Error 400', undefined],
    ['api.orders.example', undefined],
    ['<html><body><code>orders.unknown_file</code></body></html>', undefined],
  ])('has a code in front if it is a text of the service: %s', (body, code) => {
    expect(detailsOf(errorFor(400, { body }))?.code).toBe(code);
  });

  it.each<[description: string, body: string, headers?: Record<string, string>]>([
    ['a web page', '  <!doctype html><p>Down'],
    ['a web page according to its content type', 'Down', { 'content-type': 'text/HTML; charset=x' }],
    ['markup', 'Bad <b>thing</b>'],
    ['half of an object', '{"code":"x'],
    ['half of a list', ' [{'],
    ['a stack trace', 'Boom\n  at run (/srv/app.js:3:14)'],
    ['a Python stack trace', 'Traceback (most recent call last)'],
    ['a .NET stack trace', 'System.NullReferenceException: at A.B() in C:\\x.cs:line 4'],
    ['a Go stack trace', 'panic: goroutine 1 [running]: main.main()'],
    ['a stack trace on one line', 'Boom at run(1) in /srv/app.rb: nothing'],
    ['a line in a source file', 'Failed in handler.py:31'],
    ['blank', ' \n\t '],
  ])('is not shown if it is %s', (_description, body, headers = {}) => {
    expect(messageFor(400, { body, headers })).toBe(
      'The letter service rejected the request to change the contact "c-1". Check the values in this step.',
    );
  });

  it.each([
    'The value at contents(1) in the order is not known',
    'Look at page(2) in the file',
    'Meet at 12:30 in room 4',
  ])('is shown if it only looks like a stack trace: %s', (message) => {
    expect(detailsOf(errorFor(400, { body: { message } }))?.serviceMessage).toBe(message);
  });

  it('is shortened in linear time', () => {
    for (const long of ['\n'.repeat(500_000), ' at a('.repeat(100_000)]) {
      expect(
        detailsOf(errorFor(400, { body: { message: `x${long}` } }))?.serviceMessage?.length,
      ).toBeLessThan(301);
    }
  });

  it('is put on one line, truncated and masked', () => {
    const shownMessage = (message: string) =>
      detailsOf(errorFor(400, { body: { message }, secrets: ['abcd', 'xyz'] }))?.serviceMessage;
    expect(shownMessage(' a\n\tb\u0000c ')).toBe('a b c');
    expect(shownMessage('abcd is wrong, abcd! xyz')).toBe('[secret] is wrong, [secret]! xyz');
    // A secret that is truncated could not be recognized.
    expect(shownMessage(`x${' '.repeat(1_997)}abcd`)).not.toMatch(/ab/);
    expect(shownMessage('x'.repeat(300))).toBe('x'.repeat(300));
    expect(shownMessage('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
  });

  it('is shown if it is plain text', () => {
    expect(messageFor(400, { body: 'You cannot do that' })).toMatch(
      /The letter service says: “You cannot do that”\. Check/,
    );
  });
});

describe('The error for too many requests', () => {
  const delay = (header?: string): unknown =>
    errorFor(429, { headers: header === undefined ? {} : { 'retry-after': header } }).retryAfter;

  it('names the limit if the service does', () => {
    expect(messageFor(429)).toMatch(/^The letter service received too many requests, so it did not change/);
    expect(messageFor(429, { body: { error: 'too_many_requests', limit_exceeded: 'hour' } })).toMatch(
      /^The letter service received too many requests \(limit for this hour\), so it did not change the contact "c-1"/,
    );
  });

  it('delays the run by Retry-After, in seconds or as a date', () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-12T12:00:00Z'));
    expect(delay('17')).toBe(17);
    expect(delay(' 17 ')).toBe(17);
    expect(delay('0')).toBe(1);
    expect(delay('300')).toBe(300);
    expect(delay('86400')).toBe(86_400);
    expect(delay('Thu, 12 Mar 2026 12:00:42 GMT')).toBe(42);
    expect(delay('Thu, 12 Mar 2026 11:00:00 GMT')).toBe(1);
  });

  it.each([undefined, '', 'soon', '-5s'])('has no delay if Retry-After is %j', (header) => {
    expect(delay(header) ?? undefined).toBeUndefined();
  });
});

describe('The error for a failed connection', () => {
  const failureOf = (error: unknown, purpose: Purpose = changePurpose) => {
    const thrown = transportError(error, purpose);
    return { ...detailsOf(thrown), message: thrown.message };
  };

  const unreachable = [
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
  ];

  it.each(unreachable)('with %s says that nothing was done, and the step runs again', (code) => {
    expect(failureOf(Object.assign(new Error('x'), { code }))).toMatchObject({
      kind: 'run_again',
      code,
      message: `The letter service could not be reached, so it did not change the contact "c-1". Zapier runs the step again in a minute (code ${code}).`,
    });
  });

  it('with any code outside these is unknown, so that no second letter is ordered', () => {
    const others = [
      ...Object.keys(constants.errno),
      ...[
        'UND_ERR_CONNECT_TIMEOUT',
        'ERR_HTTP2_ERROR',
        'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
        'max-redirect',
      ],
      ...['ENOTFOUND2', 'econnrefused', 'system', 'aborted', ''],
    ].filter((code) => !unreachable.includes(code));
    expect(others.length).toBeGreaterThan(70);
    const certain = others.filter(
      (code) => failureOf(Object.assign(new Error('x'), { code, type: code })).kind !== 'unknown',
    );
    expect(certain).toEqual([]);
  });

  it.each([
    ...[
      'ETIMEDOUT',
      'ECONNABORTED',
      'ESOCKETTIMEDOUT',
      'EPROTO',
      'HPE_INVALID_CONSTANT',
      'ERR_SSL_WRONG_VERSION',
    ],
    ...[
      'ECONNRESET',
      'EPIPE',
      'UND_ERR_SOCKET',
      'ERR_STREAM_PREMATURE_CLOSE',
      'EMFILE',
      'ERR_TLS_HANDSHAKE_TIMEOUT',
    ],
  ])('with %s, which may come after the service took the request, is unknown', (code) => {
    expect(failureOf(Object.assign(new Error('x'), { code }))).toMatchObject({ kind: 'unknown' });
  });

  const late = 'did not respond in time';
  const closed = 'closed the connection before the response was complete';

  it.each([
    [{ code: 'ECONNRESET' }, closed, ' (code ECONNRESET)'],
    [{ code: 'EPIPE' }, closed, ' (code EPIPE)'],
    [{ type: 'invalid-json' }, closed, ' (code invalid-json)'],
    [{ name: 'AbortError' }, late, ''],
    [{ name: 'TimeoutError', code: 23 }, late, ''],
    [{ code: 7 }, closed, ''],
    [{ type: 7 }, closed, ''],
    [null, closed, ''],
    ['ECONNREFUSED', closed, ''],
  ])('with %j says that the outcome is unknown', (error, problem, details) => {
    expect(failureOf(error)).toMatchObject({
      kind: 'unknown',
      message: `The letter service ${problem}, so we don't know whether the request to change the contact "c-1" went through. Check your account at the letter service before you run the step again${details}.`,
    });
  });

  it('says to run the step again when reading', () => {
    expect(failureOf({ code: 'ECONNRESET' }, readPurpose).message).toMatch(
      /asked to read your logos\. Run the step again/,
    );
  });

  it('says that the response was too large', () => {
    expect(failureOf({ type: 'max-size' })).toMatchObject({
      kind: 'unknown',
      message: expect.stringMatching(
        /too large to read, so we don't know whether the request to change the contact "c-1"/,
      ),
    });
  });

  it.each([
    ['ECONNRESET', { code: 'ECONNRESET' }, 'run_again'],
    ['a timeout', new DOMException('over', 'TimeoutError'), 'run_again'],
    ['a response that is too large, as it will be again', { type: 'max-size' }, 'unknown'],
  ])('is likely to pass or not: %s', (_what, cause, kind) => {
    const failure = transportError(cause, { ...changePurpose, isRepeatable: true });
    expect(runAgainAfterOutage(failure)).toMatchObject({ kind });
  });

  it('says that the outcome is unknown for an unexpected response', () => {
    const unexpected = unexpectedResponseError('an empty response', changePurpose, 200);
    expect(detailsOf(unexpected)).toEqual({ kind: 'unknown', status: 200 });
    expect(unexpected).toMatchObject({
      message: expect.stringMatching(
        /^The letter service returned an empty response, so we don't know whether the request to change/,
      ),
    });
    expect(detailsOf(unexpectedResponseError('nothing', changePurpose))).toEqual({ kind: 'unknown' });
  });

  it('says what was not done if the step ran out of time', () => {
    const late = outOfTimeError(changePurpose);
    expect(detailsOf(late)).toEqual({ kind: 'run_again' });
    expect(late).toMatchObject({
      message: expect.stringMatching(
        /ran out of time before it could change the contact "c-1"\. Zapier runs/,
      ),
    });
  });
});
