/**
 * What can go wrong with one HTTP call. A fault decides at the moment the request has arrived: whether the service still
 * acts on it, and what travels back.
 */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from './letter_service.ts';

/** The call that a fault hits, and the way back to whoever made it. */
export interface Hit {
  response: ServerResponse;
  /** Lets the service act; what it would have answered. */
  act(): Answer;
  /** What a page of this size would look like to whoever asked; the service has not acted for it. */
  closed: AbortSignal;
}

export interface Fault {
  name: string;
  /** Whether the service did what it was asked before things went wrong. */
  acts: boolean;
  /** The HTTP status that arrives, when a whole status line does. */
  status?: number;
  /** Seconds that a `Retry-After` asks for. */
  retryAfter?: number;
  /** Whether it takes real time to show; such faults are for the slow part of the campaign. */
  slow?: true;
  /** Whether the platform's calls to itself do not notice, and wait as they do for an answer that never comes. */
  unnoticed?: true;
  /** Never reaches the server: the stage turns the connection away. */
  refused?: true;
  /** Whether a body that is no JSON, or JSON of another shape, arrives with a status of success. */
  nonsense?: true;
  strike?(hit: Hit): void | Promise<void>;
}

const send = (
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
) => {
  response.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers });
  response.end(body);
};

const page =
  '<!doctype html><html><head><title>Sorry</title></head><body><h1>Down</h1><pre>at Object.x</pre></body></html>';

const trace = 'Traceback (most recent call last):\n  File "/srv/app.py", line 31, in handle\nKeyError: 1';

/** The shapes that §7.3 leaves open and what else a server may say, in turns, so that every status meets another one. */
const bodies: readonly ((status: number) => [type: string, body: string])[] = [
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
  () => ['text/html; charset=utf-8', page],
  () => ['text/plain', 'Something is not right here'],
  () => ['application/json', ''],
  () => ['application/json', '{"status":4,"error":"case.cut_off","mess'],
  () => ['text/plain', trace],
  (status) => [
    'application/json',
    JSON.stringify({ status, message: `Boom\n    at Object.run (/srv/app.js:3:14)` }),
  ],
  (status) => [
    'application/problem+json',
    JSON.stringify({ type: 'about:blank', title: 'The reason is this', status: String(status) }),
  ],
];

function refusals(): Fault[] {
  const statuses = [400, 401, 403, 404, 409, 410, 411, 413, 422];
  return statuses.map((status, index) => ({
    name: String(status),
    acts: false,
    status,
    strike({ response }) {
      const [type, body] = bodies[index % bodies.length]?.(status) ?? ['text/plain', ''];
      send(response, status, { 'content-type': type }, body);
    },
  }));
}

function throttles(): Fault[] {
  const kinds = [
    { name: '429 with seconds', header: () => '17', retryAfter: 17 },
    { name: '429 with a date', header: () => new Date(Date.now() + 60_000).toUTCString(), retryAfter: 60 },
    { name: '429 without Retry-After', header: () => undefined },
  ];
  return kinds.map(({ name, header, ...more }) => ({
    name,
    acts: false,
    status: 429,
    ...more,
    strike({ response }) {
      const wait = header();
      const body = JSON.stringify({
        error: 'too_many_requests',
        limit_exceeded: 'hour',
        limits: { hour: 4, day: 12 },
      });
      const headers = {
        'content-type': 'application/json',
        ...(wait === undefined ? {} : { 'retry-after': wait }),
      };
      send(response, 429, headers, body);
    },
  }));
}

function breakdowns(): Fault[] {
  return [500, 502, 503, 504].flatMap((status, index) =>
    [false, true].map((acts) => ({
      name: `${status} ${acts ? 'after' : 'before'} acting`,
      acts,
      status,
      strike({ response, act }: Hit) {
        if (acts) act();
        const [type, body] = bodies[(index + (acts ? 3 : 0)) % bodies.length]?.(status) ?? ['text/plain', ''];
        send(response, status, { 'content-type': type }, body);
      },
    })),
  );
}

const success = (answer: Answer): number => (answer.status === 204 ? 200 : answer.status);

/** Answers of success whose body is not what was promised; the service has acted. */
function nonsense(): Fault[] {
  const texts: [string, string, string][] = [
    ['JSON of another shape', 'application/json', '{"ok":true,"result":{"rows":[1,2,3]}}'],
    [
      'an error with a status of success',
      'application/json',
      '{"status":500,"error":"oops","message":"It failed"}',
    ],
    ['a JSON list', 'application/json', '[[],{}]'],
    ['JSON null', 'application/json', 'null'],
    ['HTML with 200', 'text/html', page],
    ['HTML that claims to be JSON', 'application/json', page],
    ['empty 200', 'application/json', ''],
  ];
  return texts.map(([name, type, body]) => ({
    name,
    acts: true,
    nonsense: true as const,
    strike({ response, act }) {
      send(response, success(act()), { 'content-type': type }, body);
    },
  }));
}

/** Answers of success from somewhere on the way, while the service itself was never asked. */
const false200s: Fault[] = [
  [
    'an error with a status of success, nothing done',
    'application/json',
    '{"error":"oops","message":"It failed"}',
  ],
  ['HTML with 200, nothing done', 'text/html', page],
].map(([name = '', type = '', body = '']) => ({
  name,
  acts: false,
  nonsense: true as const,
  strike({ response }) {
    send(response, 200, { 'content-type': type }, body);
  },
}));

const half = (answer: Answer): Buffer => {
  const body = answer.body.length > 0 ? answer.body : Buffer.from('{"contact');
  return body.subarray(0, Math.ceil(body.length / 2));
};

const cut: Fault[] = [
  {
    name: 'JSON cut off, with a length that agrees',
    acts: true,
    nonsense: true,
    strike({ response, act }) {
      const answer = act();
      send(response, success(answer), answer.headers, half(answer));
    },
  },
  {
    name: 'JSON cut off in the middle of a chunk',
    acts: true,
    strike({ response, act }) {
      const answer = act();
      response.writeHead(success(answer), answer.headers);
      response.write(half(answer), () => response.socket?.destroy());
    },
  },
  {
    // The platform's client does not notice this by itself and waits for the rest until the time is up.
    name: 'JSON cut off by the connection, short of its length',
    acts: true,
    unnoticed: true,
    strike({ response, act }) {
      const answer = act();
      const part = half(answer);
      response.writeHead(success(answer), { ...answer.headers, 'content-length': String(part.length * 2) });
      response.write(part, () => response.socket?.destroy());
    },
  },
];

const connections: Fault[] = [
  { name: 'refused', acts: false, refused: true },
  {
    name: 'reset before acting',
    acts: false,
    strike({ response }) {
      response.socket?.resetAndDestroy();
    },
  },
  {
    name: 'reset after acting',
    acts: true,
    strike({ response, act }) {
      act();
      response.socket?.resetAndDestroy();
    },
  },
  {
    name: 'a redirect to elsewhere',
    acts: false,
    strike({ response }) {
      send(response, 302, { location: 'https://elsewhere.test/', 'content-type': 'text/html' }, page);
    },
  },
];

const slow: Fault[] = [
  { name: 'no answer, nothing done', acts: false, slow: true, strike() {} },
  {
    name: 'no answer, but done',
    acts: true,
    slow: true,
    strike({ act }) {
      act();
    },
  },
  {
    name: 'slow drip',
    acts: true,
    slow: true,
    async strike({ response, act, closed }) {
      const answer = act();
      response.writeHead(success(answer), answer.headers);
      const body = answer.body.length > 0 ? answer.body : Buffer.from(' ');
      for (let at = 0; !closed.aborted; at += 1) {
        response.write(body.subarray(at % body.length, (at % body.length) + 1));
        await pause(1000);
      }
    },
  },
  ...[200, 404, 500].map(
    (status): Fault => ({
      name: `a body without end (${status})`,
      acts: status === 200,
      status,
      slow: true,
      async strike({ response, act, closed }) {
        if (status === 200) act();
        response.writeHead(status, { 'content-type': 'application/json' });
        response.write('{"contacts":[');
        const more = Buffer.alloc(256 * 1024, ' ');
        while (!closed.aborted) {
          // A network that is fast and yet of this world: about 12 MB a second.
          response.write(more);
          await pause(20);
        }
      },
    }),
  ),
];

export const faults: readonly Fault[] = [
  ...connections,
  ...refusals(),
  ...throttles(),
  ...breakdowns(),
  ...cut,
  ...nonsense(),
  ...false200s,
  ...slow,
];
