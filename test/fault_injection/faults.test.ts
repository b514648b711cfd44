import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { setImmediate as aMoment } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import app from '../../src/index.ts';
import { faults } from './support/faults.ts';
import { isLong } from './support/rounds.ts';
import { Stage } from './support/stage.ts';
import { casesFor, judge, titleOf, type Verdict } from './support/verdict.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});

afterAll(async () => {
  await stage.close();
});

describe('every fault at every call of every operation', () => {
  it('ends as done, refused or not known, and is told as what it is', async () => {
    const { cases, courses, methods } = await casesFor(
      stage,
      app,
      faults.filter(({ slow }) => !slow),
      false,
    );
    const tally: Record<Verdict, number> = { done: 0, refused: 0, 'not known': 0 };
    const broken: string[] = [];
    // `npm test` injects every fourth one, and others in each run. A failure names its case.
    const first = Math.floor(Math.random() * 4);
    const chosen = isLong ? cases : cases.filter((_, index) => index % 4 === first);
    const left = [...chosen];
    const worker = async () => {
      for (let one = left.shift(); one; one = left.shift()) {
        const { verdict, complaints } = await judge(stage, courses, one);
        tally[verdict] += 1;
        broken.push(...complaints.map((what) => `${titleOf(one)}: ${what}`));
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    process.stdout.write(
      `Faults: ${chosen.length} of ${cases.length} cases at ${methods} functions: ${tally.done} done, ${tally.refused} refused, ${tally['not known']} not known.\n`,
    );
    expect(broken).toEqual([]);
    expect(cases.length).toBeGreaterThan(1200);
  }, 120_000);
});

/** A service that has made up its mind before it has read the file, and what it then does with the connection. */
const early: [string, RegExp, (request: IncomingMessage, response: ServerResponse) => unknown][] = [
  [
    'says that it is too large and hangs up',
    /too large|don't know whether/,
    (_request, response) => refuse(response, true),
  ],
  [
    'says that it is too large and resets',
    /too large|don't know whether/,
    ({ socket }, response) => refuse(response, false, () => socket.resetAndDestroy()),
  ],
  [
    'says that it is too large and reads on',
    /too large/,
    (request, response) => refuse(response, false, () => request.resume()),
  ],
  ['resets without a word', /don't know whether/, ({ socket }) => socket.resetAndDestroy()],
  [
    'breaks off in the middle of its answer',
    /don't know whether/,
    ({ socket }, response) => {
      response.writeHead(201, { 'content-type': 'application/json' });
      response.write('{"id":"f-1",', () => socket.resetAndDestroy());
    },
  ],
];

function refuse(response: ServerResponse, hangUp: boolean, then: () => void = () => undefined): void {
  response.shouldKeepAlive = !hangUp;
  response.writeHead(413, { 'content-type': 'application/json', 'content-length': '21' });
  response.end('{"error":"too-large"}', then);
}

describe('an upload that is answered before its end', () => {
  it.each(early)(
    'by a service that %s ends in one sentence, and in no later run',
    async (_how, sentence, answer) => {
      const service = http.createServer(answer);
      await new Promise<void>((ready) => service.listen(0, '127.0.0.1', () => ready()));
      const address = service.address();
      const usual = { ...stage.environment };
      stage.environment.BASE_URL = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
      try {
        for (const [size, chunked] of [
          [70_000, false],
          [70_000, true],
          [3_000_000, false],
          [3_000_000, true],
        ] as const) {
          const world = stage.world();
          const file = world.offer('a.pdf', { content: Buffer.alloc(size, 65), chunked });
          const outcome = await world.run({
            method: 'creates.upload_file.operation.perform',
            inputData: { file },
          });
          expect(outcome.ok ? 'done' : outcome.error.message).toMatch(sentence);
          await aMoment();
          expect(world.logs.filter((line) => line.startsWith('Uncaught'))).toEqual([]);
          stage.leave(world);
        }
      } finally {
        Object.assign(stage.environment, usual);
        service.closeAllConnections();
        await new Promise((closed) => service.close(closed));
      }
    },
  );
});
