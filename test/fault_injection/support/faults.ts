/** Every fault that the tests inject. */
import { errorBody, htmlPage } from './error_bodies.ts';
import { type Fault, type Injection, send, successStatus } from './fault.ts';
import type { ServiceResponse } from './letter_service.ts';
import { slowFaults } from './slow_faults.ts';

function clientErrors(): Fault[] {
  const statuses = [400, 401, 403, 404, 408, 409, 410, 411, 413, 422, 425, 499];
  return statuses.map((status, index) => ({
    name: String(status),
    status,
    inject({ response }) {
      const [type, body] = errorBody(index, status);
      send(response, status, { 'content-type': type }, body);
    },
  }));
}

function throttling(): Fault[] {
  const kinds = [
    { name: '429 with seconds', header: () => '17', retryAfter: 17 },
    { name: '429 with a date', header: () => new Date(Date.now() + 60_000).toUTCString(), retryAfter: 60 },
    { name: '429 without Retry-After', header: () => undefined },
  ];
  return kinds.map(({ name, header, ...more }) => ({
    name,
    status: 429,
    ...more,
    inject({ response }) {
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

function serverErrors(): Fault[] {
  return [500, 502, 503, 504].flatMap((status, index) =>
    [false, true].map((afterwards) => ({
      name: `${status} ${afterwards ? 'after' : 'before'} processing`,
      status,
      ...(status === 500 ? {} : { transient: true as const }),
      inject({ response, handle }: Injection) {
        if (afterwards) handle();
        const [type, body] = errorBody(index + (afterwards ? 3 : 0), status);
        send(response, status, { 'content-type': type }, body);
      },
    })),
  );
}

/** Responses with a status of success and an unexpected body, after the request was processed. */
function malformedResponses(): Fault[] {
  const texts: [string, string, string][] = [
    ['JSON of another shape', 'application/json', '{"ok":true,"result":{"rows":[1,2,3]}}'],
    [
      'an error with a status of success',
      'application/json',
      '{"status":500,"error":"oops","message":"It failed"}',
    ],
    ['a JSON list', 'application/json', '[[],{}]'],
    ['JSON null', 'application/json', 'null'],
    ['HTML with 200', 'text/html', htmlPage],
    ['HTML that claims to be JSON', 'application/json', htmlPage],
    ['empty 200', 'application/json', ''],
  ];
  return texts.map(([name, type, body]) => ({
    name,
    malformed: true as const,
    inject({ response, handle }) {
      send(response, successStatus(handle()), { 'content-type': type }, body);
    },
  }));
}

/** Responses with a status of success from a proxy, without the request being processed. */
const proxyResponses: Fault[] = [
  [
    'an error with a status of success, not processed',
    'application/json',
    '{"error":"oops","message":"It failed"}',
  ],
  ['HTML with 200, not processed', 'text/html', htmlPage],
].map(([name = '', type = '', body = '']) => ({
  name,
  malformed: true as const,
  inject({ response }) {
    send(response, 200, { 'content-type': type }, body);
  },
}));

const firstHalf = ({ body: whole }: ServiceResponse): Buffer => {
  const body = whole.length > 0 ? whole : Buffer.from('{"contact');
  return body.subarray(0, Math.ceil(body.length / 2));
};

const truncatedResponses: Fault[] = [
  {
    name: 'half of the JSON, with a matching Content-Length',
    malformed: true,
    inject({ response, handle }) {
      const result = handle();
      send(response, successStatus(result), result.headers, firstHalf(result));
    },
  },
  {
    name: 'half of the JSON, then a closed connection in the middle of a chunk',
    inject({ response, handle }) {
      const result = handle();
      response.writeHead(successStatus(result), result.headers);
      response.write(firstHalf(result), () => response.socket?.destroy());
    },
  },
  {
    // node-fetch 2 does not notice this and waits for the rest until the timeout.
    name: 'half of the JSON, then a closed connection before Content-Length is reached',
    hangsClient: true,
    inject({ response, handle }) {
      const result = handle();
      const part = firstHalf(result);
      response.writeHead(successStatus(result), {
        ...result.headers,
        'content-length': String(part.length * 2),
      });
      response.write(part, () => response.socket?.destroy());
    },
  },
];

const connectionErrors: Fault[] = [
  { name: 'connection refused', connectionRefused: true },
  {
    name: 'reset before processing',
    transient: true,
    inject({ response }) {
      response.socket?.resetAndDestroy();
    },
  },
  {
    name: 'reset after processing',
    transient: true,
    inject({ response, handle }) {
      handle();
      response.socket?.resetAndDestroy();
    },
  },
  {
    name: 'a redirect to another origin',
    inject({ response }) {
      send(response, 302, { location: 'https://other-origin.test/', 'content-type': 'text/html' }, htmlPage);
    },
  },
];

export const faults: readonly Fault[] = [
  ...connectionErrors,
  ...clientErrors(),
  ...throttling(),
  ...serverErrors(),
  ...truncatedResponses,
  ...malformedResponses(),
  ...proxyResponses,
  ...slowFaults,
];
