import { describe, expect, it } from '@jest/globals';
import * as zod from 'zod';
import { addressUpdate, closeLater, following, sandbox } from '../service_client.ts';

const news = zod.object({ kinds: zod.union([zod.literal('all'), zod.array(zod.string())]) });

/** What the console is told from now on. */
async function newsFrom(url: string) {
  const end = new AbortController();
  closeLater(async () => end.abort());
  const response = await fetch(`${url}/console/changes`, { signal: end.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('There are no news.');
  await reader.read();
  const told: zod.output<typeof news>['kinds'][] = [];
  return {
    told,
    async until(isEnough: () => boolean): Promise<void> {
      while (!isEnough()) {
        const { value = '', done } = await reader.read();
        for (const [, data = ''] of value.matchAll(/^data: (.*)$/gm))
          told.push(news.parse(JSON.parse(data)).kinds);
        if (done) throw new Error('The news have ended.');
      }
    },
  };
}

describe('what the console reads', () => {
  it.each(['contacts', 'files', 'orders', 'deliveries', 'requests'])(
    'returns a readable 404 for unknown %s, whatever the variant',
    async (kind) => {
      const service = await sandbox({ world: 'text' });
      expect(await service.send('GET', `/console/${kind}/nothing`)).toMatchObject({
        status: 404,
        body: { error: 'not_found', message: expect.stringMatching(/^There is no .* nothing\.$/) },
      });
    },
  );

  it('a limit that is no number is refused', async () => {
    const service = await sandbox();
    expect(await service.send('GET', '/console/contacts?limit=all')).toMatchObject({
      status: 400,
      body: { attribute: 'limit' },
    });
  });

  it('holds no token and no application’s secret', async () => {
    const service = await sandbox();
    const user = await service.as();
    await user.post(following(addressUpdate, 'http://127.0.0.1:1/'));
    await user.get(`/v1/contacts?access_token=${user.token}`);
    const paths = ['overview', 'subscriptions', 'deliveries', 'requests'];
    const texts = await Promise.all(
      paths.map(async (path) =>
        JSON.stringify((await service.send('GET', `/console/${path}?account=a-001-0001`)).body),
      ),
    );
    expect(texts.join()).toContain(addressUpdate);
    expect(texts.join()).not.toContain(user.token);
    expect(texts.join()).not.toContain('sandbox-secret');
  });

  it('the page loads nothing from elsewhere, and nobody else can frame it', async () => {
    const { headers, body } = await (await sandbox()).send('GET', '/');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'self'.*frame-ancestors 'self'/);
    expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it.each([
    ['build/pdf.min.mjs', 200],
    ['build/pdf.worker.min.mjs', 200],
    ['fonts/FoxitSerif.pfb', 200],
    ['build/nothing.mjs', 404],
    ['types/src/pdf.d.ts', 404],
    ['build/..%2f..%2fpackage.json', 404],
    ['constructor/pdf.mjs', 404],
  ])('of the PDF renderer %s is answered %d', async (part, status) => {
    expect((await (await sandbox()).send('GET', `/console/pdfjs/${part}`)).status).toBe(status);
  });
});

describe('news', () => {
  it('many changes at once are told together', async () => {
    const service = await sandbox();
    const user = await service.as();
    const { told, until } = await newsFrom(service.url);
    const names = Array.from({ length: 100 }, (_, index) => ({ name: `Person ${index}` }));
    await user.put('/v1/contacts', { contacts: names });
    await until(() => told.flat().includes('contact') && told.flat().includes('request'));
    expect(told.length).toBeLessThan(10);
  });

  it('beginning again changes everything', async () => {
    const service = await sandbox();
    const { told, until } = await newsFrom(service.url);
    await service.control('POST', '/reset');
    await until(() => told.includes('all'));
    expect(told).toContain('all');
  });

  it('a sandbox that is listened to can be closed', async () => {
    const service = await sandbox();
    await newsFrom(service.url);
    await service.running.close();
    await expect(fetch(service.url)).rejects.toThrow('fetch failed');
  });
});
