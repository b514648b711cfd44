import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { addressUpdate, closeLater, following, sandbox } from '../service_client.ts';

/** Subscribes to the console's changes. @returns a function that waits for the next event */
async function subscribe(url: string): Promise<() => Promise<void>> {
  const end = new AbortController();
  closeLater(async () => end.abort());
  const response = await fetch(`${url}/console/changes`, { signal: end.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('The stream has no body.');
  const next = async () => {
    const { value = '' } = await reader.read();
    expect(value).toBe('data: null\n\n');
  };
  // Says that the stream is open.
  await next();
  return next;
}

describe('console data', () => {
  it.each(['contacts', 'files', 'orders', 'deliveries', 'requests'])(
    'returns a readable 404 for unknown %s, whatever the variant',
    async (kind) => {
      const service = await sandbox({ variants: 'text' });
      expect(await service.send('GET', `/console/${kind}/nothing`)).toMatchObject({
        status: 404,
        body: { error: 'not_found', message: expect.stringMatching(/^The .* nothing does not exist\.$/) },
      });
    },
  );

  it('finds the newest records that contain each word of a search', async () => {
    const service = await sandbox();
    const find = async (query: string) =>
      (await service.send('GET', `/console/contacts?account=a-001-0001&${query}`)).body;
    expect(await find('limit=2')).toMatchObject({
      total: 25,
      items: [{ id: 'c-001-0025' }, { id: 'c-001-0024' }],
    });
    const found = await find('search=OH+mArket');
    expect(found).toMatchObject({ total: 1, items: [{ id: 'c-001-0001' }] });
    expect(await find('search=nobody')).toEqual({ total: 0, items: [] });
  });

  it('rejects a limit that is not a number', async () => {
    const service = await sandbox();
    expect(await service.send('GET', '/console/contacts?limit=all')).toMatchObject({
      status: 400,
      body: { attribute: 'limit' },
    });
  });

  it('contains no access token and no client secret', async () => {
    const service = await sandbox();
    const user = await service.as();
    await user.post(following(addressUpdate, 'http://127.0.0.1:1/'));
    await user.get(`/v1/contacts?access_token=${user.token}`);
    const paths = ['overview', 'subscriptions', 'deliveries', 'requests', 'connections', 'apps'];
    const texts = await Promise.all(
      paths.map(async (path) =>
        JSON.stringify((await service.send('GET', `/console/${path}?account=a-001-0001`)).body),
      ),
    );
    expect(texts.join()).toContain(addressUpdate);
    expect(texts.join()).not.toContain(user.token);
    expect(texts.join()).not.toContain('sandbox-secret');
  });

  it('the page loads nothing from other servers and can’t be framed by them', async () => {
    const { headers, body } = await (await sandbox()).send('GET', '/');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'self'.*frame-ancestors 'self'/);
    expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it.each(['br', 'gzip'])('serves the page’s files with %s, to be cached forever', async (encoding) => {
    const service = await sandbox();
    const { body } = await service.send('GET', '/');
    const paths = [...String(body).matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(
      ([, path]) => path,
    );
    expect(paths.length).toBeGreaterThanOrEqual(2);
    for (const path of paths) {
      const { status, headers } = await service.send('GET', String(path), {
        headers: { 'Accept-Encoding': encoding },
      });
      expect([status, headers.get('content-encoding')]).toEqual([200, encoding]);
      expect(headers.get('cache-control')).toContain('immutable');
    }
  });

  it('revokes a connection without revealing its access token', async () => {
    const service = await sandbox();
    const user = await service.as();
    const [connection] = (await service.send('GET', '/console/connections')).body.items;
    expect(JSON.stringify(connection)).not.toContain(user.token);
    expect((await service.send('DELETE', `/console/connections/${connection.id}`)).status).toBe(204);
    expect((await user.get('/v1/contacts')).status).toBe(401);
    expect((await service.send('DELETE', `/console/connections/${connection.id}`)).status).toBe(404);
  });

  it.each([
    ['legacy/build/pdf.min.mjs', 200],
    ['legacy/build/pdf.worker.min.mjs', 200],
    ['standard_fonts/FoxitSerif.pfb', 200],
    ['legacy/build/nothing.mjs', 404],
    ['..%2fhono%2fpackage.json', 404],
    ['%2e%2e/hono/package.json', 404],
  ])('GET /console/pdfjs/%s returns %d', async (part, status) => {
    expect((await (await sandbox()).send('GET', `/console/pdfjs/${part}`)).status).toBe(status);
  });
});

describe('live updates', () => {
  it('reports changes in quick succession together', async () => {
    const service = await sandbox();
    const user = await service.as();
    const next = await subscribe(service.url);
    let events = 0;
    const count = async (): Promise<void> => {
      await next();
      events += 1;
      return count();
    };
    count().catch(() => {});
    const names = Array.from({ length: 100 }, (_, index) => ({ name: `Person ${index}` }));
    await user.put('/v1/contacts', { contacts: names });
    await setTimeout(500);
    expect(events).toBeGreaterThan(0);
    expect(events).toBeLessThan(10);
  });

  it.each(['/reset', '/events/mail-returned'])('reports what POST /sandbox%s changes', async (path) => {
    const service = await sandbox();
    const next = await subscribe(service.url);
    await service.control('POST', path, {});
    await next();
  });

  it('a sandbox with open streams can be closed', async () => {
    const service = await sandbox();
    await subscribe(service.url);
    await service.running.close();
    await expect(fetch(service.url)).rejects.toThrow('fetch failed');
  });
});
