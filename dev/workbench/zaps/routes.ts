/** `/api/zaps`. */
import { Hono } from 'hono';
import * as zod from 'zod';
import { readJson } from '../http/request_body.ts';
import { canceledOrders, markCanceled } from '../runs/canceled_orders.ts';
import { planSchema } from './plan.ts';
import type { Zaps } from './zaps.ts';

const zapChange = zod.strictObject({ plan: planSchema, account: zod.string().optional() });
const formAnswers = zod.record(zod.string(), zod.string());
const replayRequest = zod.strictObject({
  from: zod.enum(['start', 'failed step']),
  changes: zod.record(zod.string(), zod.string()).optional(),
});

export function zapRoutes(zaps: Zaps, sandboxUrl: string | undefined): Hono {
  const app = new Hono();
  app.post('/api/zaps', async (c) => c.json(zaps.add(await readJson(c, zapChange)).state(), 201));
  app.put('/api/zaps/:id', async (c) =>
    c.json(zaps.change(c.req.param('id'), await readJson(c, zapChange)).state()),
  );
  app.delete('/api/zaps/:id', async (c) => {
    await zaps.remove(c.req.param('id'));
    return c.body(null, 204);
  });
  app.post('/api/zaps/:id/steps/:step/test', async (c) =>
    c.json(await zaps.find(c.req.param('id')).test(c.req.param('step'))),
  );
  app.post('/api/zaps/:id/steps/:step/preview', async (c) =>
    c.json(await zaps.find(c.req.param('id')).preview(c.req.param('step'))),
  );
  app.post('/api/zaps/:id/on', async (c) => {
    const zap = zaps.find(c.req.param('id'));
    await zap.turnOn();
    return c.json(zap.state());
  });
  app.post('/api/zaps/:id/off', async (c) => {
    const zap = zaps.find(c.req.param('id'));
    await zap.turnOff();
    return c.json(zap.state());
  });
  app.post('/api/zaps/:id/poll', async (c) =>
    c.json({ started: await zaps.find(c.req.param('id')).requireRunning().poll() }),
  );
  app.post('/api/zaps/:id/release', (c) => {
    zaps.find(c.req.param('id')).requireRunning().releaseHeld();
    return c.body(null, 202);
  });
  app.post('/api/zaps/:id/submit', async (c) => {
    const answers = await readJson(c, formAnswers);
    zaps.find(c.req.param('id')).requireRunning().submit(answers);
    return c.body(null, 202);
  });
  app.get('/api/zaps/:id/runs', async (c) =>
    c.json(markCanceled(zaps.find(c.req.param('id')).history.runs, await canceledOrders(sandboxUrl))),
  );
  app.get('/api/runs', async (c) => c.json(markCanceled(zaps.history(), await canceledOrders(sandboxUrl))));
  app.post('/api/zaps/:id/runs/:run/replay', async (c) => {
    zaps.find(c.req.param('id')).replay(c.req.param('run'), await readJson(c, replayRequest));
    return c.body(null, 202);
  });
  app.post('/api/zaps/:id/runs/:run/give-up', (c) => {
    zaps.find(c.req.param('id')).giveUp(c.req.param('run'));
    return c.body(null, 202);
  });
  return app;
}
