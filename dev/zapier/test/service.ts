/** The service that the fixture connector calls. */
import { type Loopback, readBody, sendJson, sendText, serveLoopback } from '../loopback.ts';

export interface Service extends Loopback {
  targets: Map<string, string>;
  things: { id: string; version: number }[];
  /** Whether requests for things fail. */
  failing: boolean;
  /** The order in which overlapping or locked runs entered and left. */
  visits: string[];
  /** Delays the response to a visit, so that a test can make runs overlap. */
  holdVisit(): Promise<void>;
}

export async function startService(): Promise<Service> {
  const targets = new Map<string, string>();
  const visits: string[] = [];
  const server = await serveLoopback(async (request, response, url) => {
    const [, route, id = ''] = url.pathname.split('/');
    if (route === 'answer') return sendJson(response, 200, { said: 'hello' });
    if (route === 'things' && service.failing) return sendText(response, 503, 'later');
    if (route === 'things') return sendJson(response, 200, service.things);
    if (route === 'enter' || route === 'leave') {
      visits.push(route);
      await service.holdVisit();
      return sendText(response, 200, route);
    }
    if (route === 'subscriptions' && request.method === 'DELETE') {
      targets.delete(id);
      return void response.writeHead(204).end();
    }
    if (route === 'subscriptions') {
      const { target } = JSON.parse(await readBody(request));
      targets.set('h-1', target);
      return sendJson(response, 201, { id: 'h-1' });
    }
    if (route === 'authorize')
      return authorize(request.method ?? 'GET', response, url, await readBody(request));
    sendText(response, 404, 'nothing');
  });
  const service: Service = {
    ...server,
    targets,
    things: [],
    visits,
    failing: false,
    holdVisit: async () => {},
  };
  return service;

  function authorize(method: string, response: Parameters<typeof sendText>[0], url: URL, body: string): void {
    const state = url.searchParams.get('state');
    if (method === 'GET') {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'session=abc; Path=/; HttpOnly' });
      response.end(`<title>Log in</title><h1>Log in &amp; allow</h1>
        <form method="post"><input name="user"><input type="hidden" name="csrf" value="x&amp;y">
        <button name="answer" value="allow">Allow</button><button name="answer" value="deny">Deny</button></form>`);
      return;
    }
    const form = new URLSearchParams(body);
    const code = `${form.get('user')}-${form.get('csrf')}`;
    const back = new URLSearchParams({ state: state ?? '' });
    if (form.get('answer') === 'allow') back.set('code', code);
    else back.set('error', 'access_denied');
    response.writeHead(303, { Location: `http://localhost:9000/?${back}` }).end();
  }
}
