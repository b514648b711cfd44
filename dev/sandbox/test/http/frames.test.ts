import { expect, it } from '@jest/globals';
import { sandbox } from '../service_client.ts';

it('forbids other origins to frame any response', async () => {
  const service = await sandbox();
  const { id } = await service.control('POST', '/faults', {
    match: { path: '/v1/faulty' },
    then: { status: 200, body: 'a page' },
  });
  expect(id).toBeDefined();
  const token = await service.token();
  const asked = '/my/oauth/authorize?client_id=sandbox-client&response_type=code&scope=contacts.read';
  for (const path of [
    '/',
    '/about',
    '/openapi.json',
    '/nothing',
    '/v1/contacts',
    '/v1/faulty',
    '/sandbox/requests',
    '/console',
    '/console/overview',
    '/console/files/f-001-0001/content',
    asked,
  ]) {
    const { headers } = await service.send('GET', path, { token });
    const [options, policy] = [headers.get('x-frame-options'), headers.get('content-security-policy')];
    expect({ path, options, policy }).toEqual({
      path,
      options: expect.stringMatching(/^(?:SAMEORIGIN|DENY)$/),
      policy: expect.stringMatching(/frame-ancestors '(?:self|none)'/),
    });
  }
});

it.each(['/about', '/openapi.json', '/v1/contacts', '/sandbox/clock', '/console/overview'])(
  'allows no scripts, embedding or full referrers at %s',
  async (path) => {
    const { headers } = await (await sandbox()).send('GET', path);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toMatch(/^(?:same-origin|no-referrer)$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  },
);

it('keeps a stricter policy of a response', async () => {
  const service = await sandbox();
  const page = await service.send('GET', '/my/oauth/authorize');
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  expect(page.headers.get('content-security-policy')).toMatch(/^[^,]*frame-ancestors 'none'[^,]*$/);
  const preview = await service.send('GET', '/console/logos/l-001-0101/image');
  expect(preview.headers.get('content-security-policy')).toBe(
    "sandbox; default-src 'none', frame-ancestors 'self'",
  );
});
