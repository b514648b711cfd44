import { describe, expect, it } from '@jest/globals';
import { fileLimit } from '../../files/endpoints.ts';
import { sandbox } from '../service_client.ts';

describe('files', () => {
  it('stores the body unchanged, whatever its Content-Type', async () => {
    const service = await sandbox();
    const { token, get } = await service.as();
    const content = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256);
    const uploaded = await service.send('POST', '/v1/files?filename=letter.pdf', {
      token,
      body: content,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(uploaded).toMatchObject({
      status: 201,
      body: { id: expect.stringMatching(/^f-\d{3}-\d{4}$/), filename: 'letter.pdf' },
    });
    const { id } = uploaded.body;
    expect((await get(`/v1/files/${id}`)).body).toEqual({
      id,
      filename: 'letter.pdf',
      download_href: `/v1/files/${id}/download`,
    });
    const downloaded = await get(`/v1/files/${id}/download`);
    expect(downloaded.status).toBe(200);
    expect(downloaded.bytes).toEqual(content);
    expect(downloaded.headers.get('content-type')).toBe('application/pdf');
    expect(downloaded.headers.get('content-disposition')).toBe('attachment; filename="letter.pdf"');
  });

  it('returns file names in any script in Content-Disposition', async () => {
    const { post, get } = await (await sandbox()).as();
    const name = 'Grüße "山田".pdf';
    const { body } = await post(`/v1/files?filename=${encodeURIComponent(name)}`, 'x');
    expect(body.filename).toBe(name);
    expect((await get(`/v1/files/${body.id}/download`)).headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Gr%C3%BC%C3%9Fe",
    );
  });

  it.each([
    ['no filename', ''],
    ['a blank filename', '?filename='],
    ['no extension', '?filename=letter'],
    ['only an extension', '?filename=.pdf'],
    ['a path', '?filename=..%2Fletter.pdf'],
    ['a line break', '?filename=a%0D%0Ab.pdf'],
    ['101 characters', `?filename=${'a'.repeat(97)}.pdf`],
  ])('rejects an upload with %s with invalid_filename', async (_, query) => {
    const { post } = await (await sandbox()).as();
    expect(await post(`/v1/files${query}`, 'x')).toMatchObject({
      status: 400,
      body: { error: 'invalid_filename' },
    });
  });

  it('rejects an empty file and one that is too large', async () => {
    const service = await sandbox();
    const { post, token } = await service.as();
    expect(await post('/v1/files?filename=a.pdf')).toMatchObject({
      status: 400,
      body: { error: 'no-content' },
    });
    const body = new Uint8Array(fileLimit + 1);
    expect(await service.send('POST', '/v1/files?filename=a.pdf', { token, body })).toMatchObject({
      status: 413,
      body: { error: 'too-large' },
    });
  });

  it('returns 204 for every deletion, even of an unknown file', async () => {
    const { post, get, delete: remove } = await (await sandbox()).as();
    const { id } = (await post('/v1/files?filename=a.pdf', 'x')).body;
    expect((await remove(`/v1/files/${id}`)).status).toBe(204);
    expect((await remove(`/v1/files/${id}`)).status).toBe(204);
    expect((await remove('/v1/files/f-999-9999')).status).toBe(204);
    expect(await get(`/v1/files/${id}`)).toMatchObject({ status: 404, body: { error: 'files.not_found' } });
    expect((await get(`/v1/files/${id}/download`)).status).toBe(404);
  });

  it('does not delete a file that an order uses', async () => {
    const { post, get, delete: remove } = await (await sandbox()).as();
    const { id } = (await post('/v1/files?filename=a.pdf', '%PDF-1.4 not really')).body;
    const order = { type: 'order', list: 'l-001-0002', contents: [{ type: 'sheet', file: id }] };
    expect((await post('/v1/orders', order)).status).toBe(200);
    expect(await remove(`/v1/files/${id}`)).toMatchObject({ status: 409, body: { error: 'files.in_use' } });
    expect((await get(`/v1/files/${id}`)).status).toBe(200);
  });

  it('returns 404 for another account’s file', async () => {
    const service = await sandbox();
    const other = await service.as({ user: 'other@example.com' });
    expect((await other.get('/v1/files/f-001-0001')).status).toBe(404);
    expect((await other.delete('/v1/files/f-001-0001')).status).toBe(204);
    expect((await (await service.as()).get('/v1/files/f-001-0001')).body.filename).toBe('newsletter.pdf');
  });

  it('returns 411 for an upload without Content-Length in the variant length-required', async () => {
    const service = await sandbox({ variants: 'length-required' });
    const token = await service.token();
    const inPieces = await fetch(`${service.url}/v1/files?filename=a.pdf`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array([1, 2, 3]));
          controller.close();
        },
      }),
      duplex: 'half',
    });
    expect(inPieces.status).toBe(411);
    expect(await inPieces.json()).toMatchObject({ error: 'length-required' });
    expect((await service.send('POST', '/v1/files?filename=a.pdf', { token, body: 'abc' })).status).toBe(201);
  });
});
