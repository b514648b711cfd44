import dns from 'node:dns';
import { createServer } from 'node:http';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import nock from 'nock';
import { isPublicAddress, lookupPublic } from '../../src/api/public_network.ts';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const source = 'https://files.test';
const upload = (file: string, connector = new UnitConnector()) => connector.create('upload_file', { file });
const refusal =
  /was not downloaded, because the link leads to a private network\. Nothing was uploaded\. Use a link that opens/;

/** Makes every host name resolve to these addresses. */
function resolveTo(...addresses: string[]): void {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  jest.spyOn(dns, 'lookup').mockImplementation((...values: unknown[]) => {
    const callback = values.at(-1);
    if (typeof callback === 'function') callback(null, found);
  });
}

afterEach(() => {
  jest.restoreAllMocks();
});

const privateAddresses = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
];

describe('An address', () => {
  it.each(privateAddresses)('is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '192.167.255.255',
    '192.169.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  ])('is public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('A file', () => {
  it.each([
    ...privateAddresses
      .filter((address) => !address.includes('%'))
      .map((address) => (address.includes(':') ? `[${address}]` : address)),
    '0',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '①②⑦.0.0.1',
  ])('is not downloaded from http://%s', async (host) => {
    await expect(upload(`http://${host}/a.pdf`)).rejects.toThrow(refusal);
  });

  it.each(['http://127.0.0.1/a.pdf', 'http://[::1]:8080/', 'https://169.254.169.254/latest/meta-data'])(
    'is not downloaded after a redirect to %s',
    async (location) => {
      nock(source).get('/a.pdf').reply(302, '', { Location: '/b.pdf' });
      nock(source).get('/b.pdf').reply(302, '', { Location: location });
      await expect(upload(`${source}/a.pdf`)).rejects.toThrow(
        `The file at ${source}/a.pdf was not downloaded, because the link leads to a private network.`,
      );
    },
  );

  it('is not downloaded if its host name cannot be resolved', async () => {
    const unknown = Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
    jest.spyOn(dns, 'lookup').mockImplementation((...values: unknown[]) => {
      const callback = values.at(-1);
      if (typeof callback === 'function') callback(unknown);
    });
    await expect(
      new Promise((resolve, reject) => {
        lookupPublic('nowhere.test', {}, (error, address) => (error ? reject(error) : resolve(address)));
      }),
    ).rejects.toBe(unknown);
  });

  it('is not downloaded from this machine if only the service is on it', async () => {
    const connector = new UnitConnector({ BASE_URL: 'http://localhost:8080' });
    await expect(upload('http://10.0.0.1/a.pdf', connector)).rejects.toThrow(refusal);
  });

  it('is downloaded from this machine during development, also after a redirect', async () => {
    const local = 'http://localhost:8080';
    nock(local).get('/a.pdf').reply(302, '', { Location: 'http://127.0.0.1:8081/b.pdf' });
    nock('http://127.0.0.1:8081').get('/b.pdf').reply(200, '%PDF', { 'Content-Length': '4' });
    nock(local).post('/v1/files?filename=a.pdf', '%PDF').reply(201, { id: 'f-1' });
    const connector = new UnitConnector({ BASE_URL: local });
    expect(await upload(`${local}/a.pdf`, connector)).toMatchObject({ file_id: 'f-1' });
  });

  it('is downloaded from a public address', async () => {
    nock('http://1.1.1.1').get('/a.pdf').reply(200, '%PDF', { 'Content-Length': '4' });
    api().post('/v1/files?filename=a.pdf', '%PDF').reply(201, { id: 'f-1' });
    expect(await upload('http://1.1.1.1/a.pdf')).toMatchObject({ file_id: 'f-1' });
  });

  it.each(['rebound.test', 'localhost', 'localhost.'])(
    'is not requested from a name that resolves to this machine when it is connected: %s',
    async (host) => {
      let requests = 0;
      const server = createServer((_request, response) => {
        requests += 1;
        response.end('secret');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : '';
      nock.enableNetConnect(`${host}:${port}`);
      resolveTo('1.1.1.1', '127.0.0.1');
      await expect(upload(`http://${host}:${port}/a.pdf`)).rejects.toThrow(refusal);
      expect(requests).toBe(0);
      await new Promise((resolve) => server.close(resolve));
    },
  );
});

describe('A file of the letter service', () => {
  const download = (connector = new UnitConnector()) =>
    connector.run('hydrators.fileContent', { inputData: { id: 'f-1', name: 'a.pdf' } });

  it.each(['storage.test', '10.0.0.1'])('is not requested from a private network: %s', async (host) => {
    nock.enableNetConnect('storage.test');
    resolveTo('10.0.0.1');
    api()
      .get('/v1/files/f-1/download')
      .reply(302, '', { Location: `http://${host}/a.pdf` });
    await expect(download()).rejects.toThrow(/redirected to a private network when asked to read the file/);
  });

  it('is downloaded from this machine if the service is on it, too', async () => {
    const local = 'http://localhost:8080';
    nock(local).get('/v1/files/f-1/download').reply(302, '', { Location: 'http://127.0.0.1:8081/b.pdf' });
    nock('http://127.0.0.1:8081').get('/b.pdf').reply(200, '%PDF');
    const connector = new UnitConnector({ BASE_URL: local });
    await download(connector);
    expect(connector.stored).toHaveLength(1);
  });
});

describe('A host name', () => {
  const resolve = (all: boolean) =>
    new Promise<unknown[]>((settle) => lookupPublic('files.test', { all }, (...values) => settle(values)));

  it('resolves to all of its addresses, or to the first', async () => {
    resolveTo('1.1.1.1', '2606:4700::1111');
    expect(await resolve(true)).toEqual([
      null,
      [
        { address: '1.1.1.1', family: 4 },
        { address: '2606:4700::1111', family: 6 },
      ],
    ]);
    expect(await resolve(false)).toEqual([null, '1.1.1.1', 4]);
  });

  it('does not resolve if one of its addresses is not public', async () => {
    resolveTo('1.1.1.1', '::1');
    expect(await resolve(true)).toMatchObject([{ code: 'ERR_PRIVATE_ADDRESS' }, '']);
    expect(await resolve(false)).toMatchObject([{ code: 'ERR_PRIVATE_ADDRESS' }, '']);
  });
});
