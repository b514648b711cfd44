import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const order = (inputData: Record<string, unknown>) =>
  new UnitConnector().create('create_order', { list_id: 'l-1', ...inputData });
const sheets = [{ file: 'f-1' }, { file: 'f-2' }];

describe('an order (§2.6)', () => {
  it('is exactly what the line items say, and blank fields are not sent', async () => {
    const contents = [
      {
        type: 'sheet',
        file: 'f-1',
        paper_type: 'p-1',
        width: 8.5,
        height: 11,
        color: true,
        duplex: false,
        merge: [
          {
            text: ' Dear {greeting},\n{{x}}',
            font: 'f-9',
            size: 12,
            color: '#1a4d80',
            align: 'left',
            page: 1,
            x: 1,
            y: 2.5,
          },
        ],
      },
      { type: 'sheet', file: 'f-2', rows: 2, cols: 2 },
      { type: 'envelope', envelope_type: 'e-2', outer: false },
      { type: 'envelope', envelope_type: 'e-1', width: 9.5, height: 4.125, outer: true, logo: 'l-9' },
    ];
    api()
      .post('/v1/orders', { type: 'order', contents, list: 'l-1' })
      .reply(200, { id: 'm-1', type: 'order', contents, list: 'l-1', invoice_amount: 3.5, rush: false });
    const answer = await order({
      sheets: {
        file: ['f-1', 'f-2'],
        paper_type: ['p-1'],
        width: ['8.5', ''],
        height: ['11'],
        color: ['true'],
        duplex: ['false'],
        rows: ['', '2'],
        cols: ['', 2],
      },
      merges: [
        {
          sheet_number: '1',
          text: ' Dear {greeting},\n{{x}}',
          font: 'f-9',
          size: '12',
          color: '#1a4d80',
          align: 'Left',
          page: '1',
          x: 1,
          y: '2.5',
        },
      ],
      outer_envelope_type: 'e-1',
      outer_envelope_width: '9.5',
      outer_envelope_height: 4.125,
      logo: 'l-9',
      return_envelope_type: 'e-2',
    });
    expect(answer).toMatchObject({ id: 'm-1', order_id: 'm-1', invoice_amount: 3.5, already_ordered: false });
  });

  it.each([
    ['no sheets', { sheets: [] }, /nothing to print/],
    ['a sheet without a file', { sheets: [{ file: 'f-1' }, { width: '3' }] }, /Sheet 2: File is blank/],
    [
      'a width that is no number',
      { sheets: [{ file: 'f-1', width: 'wide' }] },
      /Sheet 1: Width \(Inches\) is "wide", which is not a number/,
    ],
    ['a width of nothing', { sheets: [{ file: 'f-1', width: '0' }] }, /has to be more than 0/],
    [
      'a sheet number that does not exist',
      { sheets, merges: [{ text: 'x', page: 1, sheet_number: 3 }] },
      /is for sheet 3, but there are only 2 sheets/,
    ],
    [
      'a text for no sheet in particular',
      { sheets, merges: [{ text: 'x', page: 1 }] },
      /does not say on which of the 2 sheets/,
    ],
    [
      'a text without a page',
      { sheets, merges: [{ text: 'x', sheet_number: 1 }] },
      /does not say on which page/,
    ],
    ['a merge without a text', { sheets, merges: [{ page: 1, sheet_number: 1 }] }, /has no text/],
    [
      'a color that is none',
      { sheets, merges: [{ text: 'x', page: 1, sheet_number: 1, text_color: 'blue' }] },
      /is "blue", which is not a color/,
    ],
    ['a logo on no envelope', { sheets, logo: 'l-1' }, /Logo is filled in, but Outer Envelope is blank/],
    ['no list', { sheets, list_id: ' ' }, /List is blank/],
  ])('with %s is not sent', async (_what, fields, sentence) => {
    await expect(order(fields)).rejects.toThrow(sentence);
  });
});

describe('a refused order (§7.3) is told in the user’s terms', () => {
  const refuse = (body: object) => api().post('/v1/orders').reply(400, body);
  const merges = [{ text: 'x', page: 1, sheet_number: 2, font: 'f-unknown-font' }];

  it.each([
    [
      { error: 'orders.unknown_file', message: 'f-2 does not exist' },
      /^Sheet 2, File \("f-2"\): this file does not exist/,
    ],
    [{ error: 'orders.unknown_file', attribute: 'contents[0].file' }, /^Sheet 1, File: this file/],
    [
      { error: 'orders.unknown_font', message: 'no such font' },
      /^Sheet 2, text 1, Font \("f-unknown-font"\)/,
    ],
    [
      { error: 'orders.invalid_data', attribute: 'contents.1.width', expected_type: 'number' },
      /^Sheet 2, Width \(Inches\): .*another kind of value/,
    ],
    [
      { error: 'orders.missing_attribute', attribute: '/contents/1/merge/0/page' },
      /^Sheet 2, text 1, Page is blank/,
    ],
    [{ error: 'orders.invalid_id', attribute: 'list' }, /^List/],
    [{ error: 'orders.account_required' }, /not linked to an account/],
    [{ error: 'orders.invalid_type' }, /did not take what was sent/],
  ])('%j', async (body, sentence) => {
    refuse(body);
    await expect(order({ sheets, merges })).rejects.toMatchObject({
      message: expect.stringMatching(sentence),
      status: 400,
    });
  });

  it('and a missing permission by its name', async () => {
    api().post('/v1/orders').reply(403, { error: 'orders.permission_error' });
    await expect(order({ sheets })).rejects.toThrow(/permission "orders\.write"/);
  });
});
