import { describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { sandbox } from '../service_client.ts';

/** The scope of every endpoint, listed independently of the implementation. */
const described = `
GET /v1/contacts · PUT /v1/contacts · DELETE /v1/contacts · GET /v1/contacts/{id} · DELETE /v1/contacts/{id} · POST /v2/contacts
POST /v2/contacts/{id} · POST /v3/contacts · POST /v3/contacts/{id} · POST /v1/files · GET /v1/files/{id} · DELETE /v1/files/{id}
GET /v1/files/{id}/download · GET /v1/hooks · POST /v1/hooks · GET /v1/hooks/{id} · POST /v1/hooks/{id} · DELETE /v1/hooks/{id}
GET /v1/hooks/{id}/ping · POST /v1/orders · GET /v1/orders/{order_id} · GET /v1/orders/{id}.pdf · GET /v1/orders/saved · GET /v1/logos
POST /v1/lists · POST /v1/lists/{list_id} · POST /v1/lists/{list_id}/contacts · POST /v1/lists/{list_id}/contacts/{contact_id}
GET /v1/dev/ping · GET /my/oauth/authorize · POST /oauth/token`;

describe('GET /openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const { body, status } = await (await sandbox()).send('GET', '/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\.1\./);
    const validator = new Validator();
    expect(await validator.validate(structuredClone(body))).toEqual({ valid: true });
  });

  it('has every endpoint and no other', async () => {
    const { body } = await (await sandbox()).send('GET', '/openapi.json');
    const listed = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.sort()).toEqual(
      described
        .trim()
        .split(/\s*[·\n]\s*/)
        .sort(),
    );
  });

  it('has no broken references and contains the schemas that validate requests', async () => {
    const { body } = await (await sandbox()).send('GET', '/openapi.json');
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(references.length).toBeGreaterThan(20);
    for (const name of references) expect(body.components.schemas).toHaveProperty([name ?? '']);
    expect(body.components.schemas['contacts.contact.v1'].properties).toHaveProperty('external_id');
    expect(body.paths['/v1/files'].post.parameters).toMatchObject([
      { name: 'filename', in: 'query', required: true },
    ]);
    expect(body.paths['/v1/orders/{order_id}'].get.parameters).toMatchObject([
      { name: 'order_id', in: 'path', required: true },
    ]);
  });

  it.each([
    ['default', ['status', 'error', 'message']],
    ['nested', ['error']],
    ['list', ['errors']],
    ['code', ['code', 'message']],
    ['text', undefined],
  ])('describes the errors of the variant %s', async (world, required) => {
    const { body } = await (await sandbox({ world })).send('GET', '/openapi.json');
    expect(body.components.schemas.error.required).toEqual(required);
  });

  it('describes the OAuth pages as HTML', async () => {
    const service = await sandbox();
    for (const path of ['/', '/about']) {
      const page = await service.send('GET', path);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    }
  });

  it('documents every status that clients must handle', async () => {
    const { body } = await (await sandbox({ world: 'length-required,text' })).send('GET', '/openapi.json');
    expect(Object.keys(body.paths['/v1/files'].post.responses)).toEqual(
      expect.arrayContaining(['411', '413', '421']),
    );
    expect(Object.keys(body.paths['/v1/hooks/{id}'].get.responses)).toEqual(
      expect.arrayContaining(['400', '403', '421']),
    );
    expect(Object.keys(body.paths['/v1/files/{id}/download'].get.responses[200].content)).toContain(
      'application/pdf',
    );
    expect(Object.keys(body.paths['/v1/contacts'].get.responses[401].content)).toEqual(['text/plain']);
    const scope = body.paths['/my/oauth/authorize'].get.parameters.find(
      ({ name }: { name: string }) => name === 'scope',
    );
    expect(scope.required).toBe(true);
    expect(new RegExp(body.components.schemas.merge.properties.color.pattern).test('#1D2B36')).toBe(true);
  });
});
