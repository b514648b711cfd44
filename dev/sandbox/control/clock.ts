/** Shows, freezes, advances and unfreezes the clock: /sandbox/clock. */
import { Hono } from 'hono';
import type { SandboxEnv } from '../http/context.ts';
import { ServiceError } from '../http/service_error.ts';
import type { Service } from '../service.ts';
import { type Clock, parseDuration, parseIsoTime } from '../store/clock.ts';
import { bodies } from './bodies.ts';
import { invalidValue, readBodyAs } from './request.ts';

export const serializeClock = (clock: Clock) => ({ now: clock.iso, frozen: clock.frozen });

export function clockRoutes({ clock }: Service): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();

  app.get('/', (c) => c.json(serializeClock(clock)));

  app.post('/', async (c) => {
    const change = await readBodyAs(bodies['POST /clock'], c);
    if (Object.keys(change).length !== 1)
      throw new ServiceError(400, 'invalid_data', 'Send exactly one of freeze, advance and run.');
    if (change.freeze !== undefined) {
      const time = parseIsoTime(change.freeze);
      if (time === undefined)
        throw invalidValue('an ISO 8601 time, such as 2026-03-13T09:00:00Z', change.freeze, 'freeze');
      await clock.freeze(time);
    } else if (change.advance !== undefined) {
      const milliseconds = parseDuration(change.advance);
      if (milliseconds === undefined)
        throw invalidValue('a duration, such as 3d2h (units: d, h, m, s)', change.advance, 'advance');
      await clock.advance(milliseconds);
    } else await clock.run();
    return c.json(serializeClock(clock));
  });

  return app;
}
