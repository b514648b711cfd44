/** Faults that show only after a timeout. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Fault, successStatus } from './fault.ts';

export const slowFaults: readonly Fault[] = [
  { name: 'no response, not processed', slow: true, inject() {} },
  {
    name: 'no response, but processed',
    slow: true,
    inject({ handle }) {
      handle();
    },
  },
  {
    name: 'one byte a second',
    slow: true,
    async inject({ response, handle, closed }) {
      const result = handle();
      response.writeHead(successStatus(result), result.headers);
      const body = result.body.length > 0 ? result.body : Buffer.from(' ');
      for (let index = 0; !closed.aborted; index += 1) {
        response.write(body.subarray(index % body.length, (index % body.length) + 1));
        await pause(1000);
      }
    },
  },
  ...[200, 404, 500].map(
    (status): Fault => ({
      name: `an endless body (${status})`,
      status,
      slow: true,
      async inject({ response, handle, closed }) {
        if (status === 200) handle();
        response.writeHead(status, { 'content-type': 'application/json' });
        response.write('{"contacts":[');
        const padding = Buffer.alloc(256 * 1024, ' ');
        while (!closed.aborted) {
          // About 12 MB a second.
          response.write(padding);
          await pause(20);
        }
      },
    }),
  ),
];
