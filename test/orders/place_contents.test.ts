import { expect, it } from '@jest/globals';
import nock from 'nock';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();

const uploads = (id: string) => {
  nock('https://files.test').get('/a.pdf').reply(200, '%PDF', { 'Content-Length': '4' });
  api().post('/v1/files').query(true).reply(201, { id, filename: 'a.pdf' });
};
const file = 'https://files.test/a.pdf';
const inputData = {
  list_id: 'l-1',
  sheets: [
    { file: 'f-1', paper_type: 'p-1', width: '8.5', height: 11, color: 'no', duplex: 'yes', landscape: true },
    { file: 'f-unknown', rows: '1', cols: 2 },
  ],
  merges: [
    {
      sheet_number: 1,
      text: ' Dear Zoë,\r\n',
      font: 'f-9',
      size: '12',
      text_color: '#1A4D80',
      align: 'LEFT',
    },
    { sheet_number: 2, text: 'Yours', page: 1, x: -1, y: 0 },
  ],
  outer_envelope_type: 'e-1',
  outer_envelope_width: '9.5',
  outer_envelope_height: 4.125,
  logo: 'l-9',
  return_envelope_type: 'e-2',
  event_id: 'gift 7',
};

it('A later release recognizes contents by the same entries', async () => {
  const connector = new UnitConnector();
  uploads('f-1');
  await connector.create('upload_file', { file });
  const order = { list: 'l-1', contents: [{ type: 'sheet', file: 'f-1', merge: [{ text: 'Hi' }] }] };
  const orders = (id: string) =>
    api()
      .post('/v1/orders')
      .reply(200, { ...order, id });
  orders('m-1');
  await connector.create('create_order', inputData);
  for (const [id, keep_texts] of [
    ['m-2', 'yes'],
    ['m-3', 'no'],
  ] as const) {
    api()
      .get('/v1/orders/m-1')
      .reply(200, { ...order, id: 'm-1' });
    uploads('f-2');
    orders(id);
    await connector.create('repeat_order', { order_id: 'm-1', file, keep_texts });
  }
  // The other entries belong to one run. An index of the orders for some people has a key made of what is printed.
  const entries = connector.cache
    .entries()
    .filter(({ value }) => value.startsWith('{"next":1,') || /^"[\da-f]{64} /.test(value))
    .map(({ key, value }) => [key.slice(-12), value.startsWith('"') ? JSON.parse(value) : 'an index']);
  expect(Object.fromEntries(entries.sort())).toMatchInlineSnapshot(`
    {
      "17670282ef35": "an index",
      "2d21aab854bd": "315d429b7714cedb6ad04ac31240145257692630457f3c88253c5beceac76027 a.pdf",
      "6d72a282825d": "an index",
      "7ca47cd24fd3": "315d429b7714cedb6ad04ac31240145257692630457f3c88253c5beceac76027 a.pdf",
      "df2f1ae7fdec": "an index",
    }
  `);
});
