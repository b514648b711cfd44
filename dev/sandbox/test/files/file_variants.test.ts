import { describe, expect, it } from '@jest/globals';
import { type ServiceClient, sandbox } from '../service_client.ts';

const resend = { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' };

describe('with pdf-accept', () => {
  const statusesOf = async (service: ServiceClient, accept: string) => {
    const { token, post } = await service.as();
    const order = (await post('/v1/orders', resend)).body.order_id;
    const csv = (await post('/v1/files?filename=a.csv', 'name')).body.id;
    const statuses = [];
    for (const path of [`orders/${order}.pdf`, 'files/f-001-0001/download', `files/${csv}/download`]) {
      const { status } = await service.send('GET', `/v1/${path}`, { token, headers: { Accept: accept } });
      statuses.push(status);
    }
    return statuses;
  };

  it.each([
    ['application/pdf', [200, 200, 406]],
    ['application/*;q=0.8', [200, 200, 406]],
    ['application/json, text/csv', [406, 406, 200]],
    ['application/json, */*', [200, 200, 200]],
    ['application/json', [406, 406, 406]],
  ])('Accept: %s has the statuses %j for a preview, a PDF and a CSV file', async (accept, statuses) => {
    const service = await sandbox({ variants: 'pdf-accept' });
    expect(await statusesOf(service, accept)).toEqual(statuses);
  });

  it('JSON is returned whatever the Accept header is', async () => {
    const service = await sandbox({ variants: 'pdf-accept' });
    const headers = { Accept: 'application/pdf' };
    const token = await service.token();
    expect((await service.send('GET', '/v1/files/f-001-0001', { token, headers })).status).toBe(200);
  });

  it('the error names the type', async () => {
    const service = await sandbox({ variants: 'pdf-accept' });
    const headers = { Accept: 'text/html' };
    const token = await service.token();
    expect(await service.send('GET', '/v1/files/f-001-0001/download', { token, headers })).toMatchObject({
      status: 406,
      body: { error: 'not_acceptable', message: 'The Accept header does not allow application/pdf.' },
    });
  });
});

it.each([
  ['default', 409],
  ['file-in-use-403', 403],
])('with %s, the deletion of a file in use is %i and names what uses it', async (variants, status) => {
  const { post, delete: remove } = await (await sandbox({ variants })).as();
  expect(await remove('/v1/files/f-001-0001')).toMatchObject({
    status,
    body: { error: 'files.in_use', message: expect.stringContaining('The saved order l-001-1027 uses') },
  });
  const file = (await post('/v1/files?filename=a.pdf', 'x')).body.id;
  const contents = [{ type: 'sheet', file }];
  const order = (await post('/v1/orders', { type: 'order', contents, list: 'l-001-0002' })).body.id;
  expect(await remove(`/v1/files/${file}`)).toMatchObject({
    status,
    body: {
      error: 'files.in_use',
      message: `The order ${order} uses the file ${file}, so it cannot be deleted.`,
    },
  });
});
