import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { sandbox } from '../service_client.ts';

/** The endpoints outside the API's resources, which docs/api.md describes in prose. */
const others = ['GET /v1/dev/ping'];

/** The endpoints that docs/api.md describes. */
async function documentedEndpoints(): Promise<string[]> {
  const text = await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
  return [...text.matchAll(/`((?:GET|POST|PUT|DELETE) \/[^`?]+)/g)].map(([, endpoint = '']) => endpoint);
}

const withoutNames = (endpoint: string): string => endpoint.replace(/\{\w+\}/g, '{}');

describe('GET /openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const { body, status } = await (await sandbox()).send('GET', '/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\.1\./);
    const validator = new Validator();
    expect(await validator.validate(structuredClone(body))).toEqual({ valid: true });
  });

  it('has the endpoints in docs/api.md and no other', async () => {
    const { body } = await (await sandbox()).send('GET', '/openapi.json');
    const listed = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const documented = new Set([...(await documentedEndpoints()), ...others].map(withoutNames));
    expect(listed.map(withoutNames).sort()).toEqual([...documented].sort());
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
  ])('describes the errors of the variant %s', async (variants, required) => {
    const { body } = await (await sandbox({ variants })).send('GET', '/openapi.json');
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
    const { body } = await (await sandbox({ variants: 'length-required,text' })).send('GET', '/openapi.json');
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
    expect(new RegExp(body.components.schemas.merge.properties.color.pattern).test('#1D2B36')).toBe(true);
  });
});
