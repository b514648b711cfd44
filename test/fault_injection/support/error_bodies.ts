/** Bodies of error responses. */

export const htmlPage =
  '<!doctype html><html><head><title>Sorry</title></head><body><h1>Down</h1><pre>at Object.x</pre></body></html>';

const stackTrace =
  'Traceback (most recent call last):\n  File "/srv/app.py", line 31, in handle\nKeyError: 1';

/** Error bodies, as returned by the letter service (docs/api.md#errors) or by any server on the way to it. */
const errorBodies: readonly ((status: number) => [type: string, body: string])[] = [
  (status) => [
    'application/json',
    JSON.stringify({ status, error: `case.code_${status}`, message: 'The reason is this' }),
  ],
  (status) => [
    'application/json',
    JSON.stringify({ error: { code: `case.code_${status}`, message: 'The reason is this' } }),
  ],
  (status) => [
    'application/json',
    JSON.stringify({ errors: [{ code: `case.code_${status}`, message: 'The reason is this' }] }),
  ],
  () => ['text/html; charset=utf-8', htmlPage],
  () => ['text/plain', 'Something is not right here'],
  () => ['application/json', ''],
  () => ['application/json', '{"status":4,"error":"case.cut_off","mess'],
  () => ['text/plain', stackTrace],
  (status) => [
    'application/json',
    JSON.stringify({ status, message: `Boom\n    at Object.run (/srv/app.js:3:14)` }),
  ],
  (status) => [
    'application/problem+json',
    JSON.stringify({ type: 'about:blank', title: 'The reason is this', status: String(status) }),
  ],
];

/** Returns a different body for each index. */
export const errorBody = (index: number, status: number): readonly [type: string, body: string] =>
  errorBodies[index % errorBodies.length]?.(status) ?? ['text/plain', ''];
