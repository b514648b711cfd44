/** Lists, adds and removes fault rules: /sandbox/faults. */
import { Hono } from 'hono';
import type { SandboxEnv } from '../http/context.ts';
import type { Service } from '../service.ts';
import { bodies, type Fault } from './bodies.ts';
import { readBodyAs, requireRecord } from './request.ts';

export function faultRoutes({ database, newId }: Service): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();

  app.get('/', (c) => c.json(database.list<Fault>('fault')));

  app.post('/', async (c) => {
    const rule = await readBodyAs(bodies['POST /faults'], c);
    const fault: Fault = { ...rule, id: newId('x'), seen: 0, fired: 0 };
    database.put('fault', fault.id, fault);
    return c.json(fault, 201);
  });

  app.delete('/', (c) => {
    database.removeAll('fault');
    return c.body(null, 204);
  });

  app.delete('/:id', (c) => {
    const { id } = requireRecord(database.get<Fault>('fault', c.req.param('id')), 'fault', c.req.param('id'));
    database.remove('fault', id);
    return c.body(null, 204);
  });

  return app;
}
