/** Connections that end in the middle. They are real ones: nock's are its own, and not those of the agent that watches. */
import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import https from 'node:https';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Loopback, serveLoopback } from '@print-and-mail/zapier';
import nock from 'nock';
import { AnswerWatch, TruncatedResponseError } from '../../../src/api/node_fetch/truncated_response.ts';
import { UnitConnector } from '../../support/connector.ts';

beforeAll(() => nock.restore());

let answers: Record<string, (response: ServerResponse) => unknown> = {};
let service: Loopback;

beforeEach(async () => {
  answers = {};
  service = await serveLoopback(async (_request, response, { pathname }) => {
    response.setHeader('Connection', 'close');
    answers[pathname]?.(response);
  });
});

afterEach(() => service.close());

const connector = () => new UnitConnector({ BASE_URL: service.origin });
const findOrder = () => connector().search('find_order', { order_id: 'm-1' });
const findContacts = () => connector().search('find_contacts', { name: 'A' });

/** Announces the whole, sends half of it, and ends the connection. */
const cutOff =
  (status: number, body: Uint8Array | string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    const whole = Buffer.from(body);
    response.writeHead(status, { 'Content-Length': whole.length, ...headers });
    response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
  };
const list = JSON.stringify({
  contacts: Array.from({ length: 2_000 }, (_, index) => ({ contact_id: `c-${index}`, name: 'A' })),
});
const zipped = { 'Content-Encoding': 'gzip' };

describe('a watch', () => {
  const isAgent = (value: unknown): value is (url: URL) => http.Agent => typeof value === 'function';
  const agentOf = ({ options: { agent } }: AnswerWatch, url: string): http.Agent => {
    if (!isAgent(agent)) throw new TypeError('no agent');
    return agent(new URL(url));
  };

  it('takes the agent that Node takes for such an address', () => {
    expect(agentOf(new AnswerWatch(), 'https://a.test')).toBeInstanceOf(https.Agent);
    expect(agentOf(new AnswerWatch(), 'http://a.test')).not.toBeInstanceOf(https.Agent);
  });

  /** Each step between the connection and whoever reads costs several times as much inside a run of the platform. */
  it.each([
    ['is', 'read as a stream', true, {}],
    ['is not', 'read at once', false, {}],
    ['is not', 'unpacked on the way', true, zipped],
  ])('an answer %s spared the step between when it is %s', async (is, _how, isStreamed, headers) => {
    answers['/'] = (response) => response.writeHead(200, headers).end('whatever');
    const watch = new AnswerWatch(isStreamed);
    const [answer] = await once(
      http.get(service.origin, { agent: agentOf(watch, service.origin) }),
      'response',
    );
    const [first, second] = [new PassThrough(), new PassThrough()];
    expect(answer.pipe(first)).toBe(is === 'is' ? answer : first);
    expect(answer.pipe(second)).toBe(second);
    first.resume();
    await once(second.resume(), 'end');
  });

  const endOf = async (status: number, watch: AnswerWatch): Promise<unknown> => {
    answers['/'] = cutOff(status, 'whatever');
    const request = http.get(service.origin, { agent: agentOf(watch, service.origin) });
    const [answer] = await once(request, 'response');
    answer.on('error', () => undefined).resume();
    await new Promise((resolve) => answer.once('close', resolve));
    return watch.signal.reason;
  };

  /** The platform's client itself gives up a redirect that it follows. */
  it.each([
    [200, true],
    [299, true],
    [300, false],
    [399, false],
    [400, true],
  ])('ends a call at an answer of %i that breaks off: %s', async (status, isEnded) => {
    const watch = new AnswerWatch();
    expect((await endOf(status, watch)) instanceof TruncatedResponseError).toBe(isEnded);
  });

  it('breaks off a body that is taken over too late', async () => {
    const watch = new AnswerWatch(true);
    const reason = await endOf(200, watch);
    expect(reason).toMatchObject({
      code: 'ECONNRESET',
      message: 'The connection ended in the middle of the answer',
    });
    const body = new PassThrough();
    watch.handOver(body);
    const [error] = await once(body, 'error');
    expect(error).toBeInstanceOf(TruncatedResponseError);
  });

  it.each([undefined, null, 'words', {}, { destroy: true }])(
    'leaves %j alone, which is no body',
    async (body) => {
      const watch = new AnswerWatch();
      watch.handOver(body);
      expect(await endOf(200, watch)).toBeInstanceOf(TruncatedResponseError);
    },
  );

  it('leaves a body alone whose answer came to its end', async () => {
    const body = new PassThrough();
    new AnswerWatch().handOver(body);
    expect(body.destroyed).toBe(false);
  });
});

describe('an answer that breaks off is told as such', () => {
  it('when it is read at once', async () => {
    answers['/v1/orders/m-1'] = cutOff(200, '{"id":"m-1","name":"whatever"}');
    await expect(findOrder()).rejects.toThrow(/broke off the connection \(ECONNRESET\) when asked to read/);
  });

  it('when it is read as a stream', async () => {
    answers['/v1/contacts'] = cutOff(200, list);
    await expect(findContacts()).rejects.toThrow(
      /broke off the connection \(ECONNRESET\) when asked to read/,
    );
  });

  it('when it is unpacked on the way', async () => {
    answers['/v1/contacts'] = cutOff(200, gzipSync(list), zipped);
    await expect(findContacts()).rejects.toThrow(
      /broke off the connection \(ECONNRESET\) when asked to read/,
    );
  });
});

describe('an answer that comes to its end is read', () => {
  it.each([
    ['plain', list, {}],
    ['packed', gzipSync(list), zipped],
  ])('%s', async (_how, body, headers) => {
    answers['/v1/contacts'] = (response) => response.writeHead(200, headers).end(body);
    expect(await findContacts()).toMatchObject([{ match_count: 2_000 }]);
  });
});
