import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { forEachChunk } from '../../src/api/read_stream.ts';

const streamOf = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)));

it('Each chunk waits for the promise of the previous one, and the end for the last one', async () => {
  const events: string[] = [];
  await forEachChunk(streamOf('a', 'b', 'c'), async (bytes) => {
    const text = String(bytes);
    events.push(`begin ${text}`);
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    events.push(`end ${text}`);
  });
  expect(events).toEqual(['begin a', 'end a', 'begin b', 'end b', 'begin c', 'end c']);
});

it.each(['a', 'b'])('The failure of a promise is reported, even of the last one: %s', async (failing) => {
  const work = forEachChunk(streamOf('a', 'b'), async (bytes) => {
    const text = String(bytes);
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    if (text === failing) throw new Error('full');
  });
  await expect(work).rejects.toThrow('full');
});
