/** The console's request log and faults. */
import { Hono } from 'hono';
import type { Fault } from '../control/faults.ts';
import { requireRecord } from '../control/request.ts';
import type { SandboxEnv } from '../http/context.ts';
import type { Service } from '../service.ts';
import type { LoggedRequest } from '../store/records.ts';
import type { FaultView, RequestDetails, RequestSummary } from './protocol.ts';
import { firstPage, limitOf, matchesSearch, queryOf } from './queries.ts';

export function requestRoutes({ database }: Service): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();

  routes.get('/requests', (c) => {
    const { search, status } = queryOf(c);
    if (search === '' && status === '') {
      const items = database.some<LoggedRequest>('request', 'last', limitOf(c));
      return c.json({ total: database.count('request'), items: items.map(requestSummary) });
    }
    const found = database
      .list<LoggedRequest>('request')
      .filter((request) => status !== 'failed' || isFailed(request))
      .filter(({ method, path, client, status: code, query }) =>
        matchesSearch(search, { line: `${method} ${path} ${code}`, client, query }),
      )
      .reverse();
    return c.json(firstPage(found, limitOf(c), requestSummary));
  });

  routes.get('/requests/:id', (c) => {
    const id = c.req.param('id');
    const request: RequestDetails = requireRecord(database.get<LoggedRequest>('request', id), 'request', id);
    return c.json(request);
  });

  routes.get('/faults', (c) => c.json(database.list<Fault>('fault').map((fault): FaultView => fault)));

  return routes;
}

/** Whether the response was an error, or the connection was closed without one (status 0). */
const isFailed = ({ status }: LoggedRequest): boolean => status >= 400 || status === 0;

const requestSummary = ({ request_body: _, response_body: __, ...summary }: LoggedRequest): RequestSummary =>
  summary;
