import { describe, expect, it } from '@jest/globals';
import { sandbox } from '../service_client.ts';

const callback = 'http://127.0.0.1:4020/oauth/return';
const app = { secret: 'a-secret', name: 'An application', callback };

describe('an application registered while the sandbox runs', () => {
  it('receives its users at its registered callback, which can change', async () => {
    const service = await sandbox();
    const backTo = async () => {
      const query = new URLSearchParams({
        client_id: 'new-app',
        response_type: 'token',
        scope: 'contacts.read',
      });
      const refused = await service.send('GET', `/my/oauth/authorize?${query}`);
      return refused.headers.get('location')?.split('?')[0];
    };
    const put = (body: object) => service.send('PUT', '/sandbox/clients/new-app', { body });
    const made = await put(app);
    expect([made.status, made.body]).toEqual([
      201,
      { client_id: 'new-app', name: 'An application', callback },
    ]);
    expect(await backTo()).toBe(callback);
    expect((await put({ ...app, callback: 'http://127.0.0.1:5000/back' })).status).toBe(200);
    expect(await backTo()).toBe('http://127.0.0.1:5000/back');
  });

  it.each([
    ['callback', { ...app, callback: 'javascript:alert(1)' }],
    ['callback', { ...app, callback: 'http://localhost;script-src/' }],
    ['callback', { ...app, callback: 'http://a,b.example/' }],
    ['secret', { ...app, secret: '' }],
    ['name', { secret: 'a', callback }],
  ])('is rejected without a valid %s', async (attribute, body) => {
    const service = await sandbox();
    const refused = await service.send('PUT', '/sandbox/clients/new-app', { body });
    expect([refused.status, refused.body.attribute]).toEqual([400, attribute]);
  });
});
