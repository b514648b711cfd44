import { describe, expect, it } from '@jest/globals';
import { readNewOrder } from '../../src/orders/new_order.ts';

const oneSheet = { list_id: 'l-1', sheets: [{ file: 'f-1' }] };
const twoSheets = { list_id: 'l-1', sheets: [{ file: 'f-1' }, { file: 'f-2' }] };
const contents = (inputData: Record<string, unknown>) => readNewOrder({ ...oneSheet, ...inputData }).contents;
const merged = (row: Record<string, unknown>, order: object = oneSheet) =>
  readNewOrder({ ...order, merges: [{ text: 'Hi', ...row }] }).contents;
const sheet = (row: Record<string, unknown>) => contents({ sheets: [{ file: 'f-1', ...row }] });

/** Returns the message of the error that the user reads. */
const errorMessage = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    return String(error instanceof Error ? error.message : error);
  }
  return 'none';
};

it('An order may have 100 sheets', () => {
  expect(contents({ sheets: Array(100).fill({ file: 'f-1' }) })).toHaveLength(100);
});

describe('A sheet', () => {
  it('has the values of its fields', () => {
    const row = {
      paper_type: ' p-1 ',
      width: '8.5',
      height: 11,
      color: 'no',
      duplex: 'yes',
      landscape: true,
      rows: '1',
      cols: 2,
    };
    expect(sheet(row)).toEqual([
      {
        type: 'sheet',
        file: 'f-1',
        paper_type: 'p-1',
        width: 8.5,
        height: 11,
        color: false,
        duplex: true,
        landscape: true,
        rows: 1,
        cols: 2,
      },
    ]);
  });

  it.each([
    [{ width: '0' }, 'Sheet 1: Width (Inches) is 0, but it must be more than 0.'],
    [{ height: '0' }, 'Sheet 1: Height (Inches) is 0, but it must be more than 0.'],
    [{ color: 'blue' }, 'Sheet 1: Color is "blue", which is neither'],
    [{ duplex: 'both' }, 'Sheet 1: Double-Sided is "both", which is neither'],
    [{ landscape: 'x' }, 'Sheet 1: Landscape is "x", which is neither'],
    [{ rows: '0' }, 'Sheet 1: Rows is 0, but it must be 1 or more.'],
    [{ rows: '1.5' }, 'Sheet 1: Rows is "1.5", which is not a whole number.'],
    [{ cols: '0' }, 'Sheet 1: Columns is 0, but it must be 1 or more.'],
    [{ cols: '1.5' }, 'Sheet 1: Columns is "1.5", which is not a whole number.'],
  ])('with %j is rejected with its number and field', (row, message) => {
    expect(errorMessage(() => sheet(row))).toContain(message);
  });

  it('is asked for if there is none', () => {
    expect(errorMessage(() => contents({ sheets: [] }))).toContain(
      'The order has no sheet. Add an item under Sheets, and fill in its File.',
    );
  });

  it.each([
    ['Sheets', { sheets: 'f-1' }],
    ['Merge Text', { merges: ['Dear Maria'] }],
    ['Merge Text', { merges: [{ message: 'Dear Maria' }] }],
  ])('or merge text cannot be text instead of line items: %s', (label, inputData) => {
    expect(errorMessage(() => contents(inputData))).toContain(`${label} is set to "`);
  });
});

describe('A merge text', () => {
  it('has the values of its fields', () => {
    const row = {
      text: ' Dear ',
      font: ' f-9 ',
      size: '12',
      text_color: '#1a4d80',
      align: 'LEFT',
      page: '1',
    };
    expect(merged({ ...row, x: '-1', y: 0 })).toEqual([
      {
        type: 'sheet',
        file: 'f-1',
        merge: [
          { text: ' Dear ', font: 'f-9', size: 12, color: '#1a4d80', align: 'left', page: 1, x: -1, y: 0 },
        ],
      },
    ]);
  });

  it.each([
    ['8.5"', 8.5],
    ['8,5', 8.5],
    ['8.5 in', 8.5],
  ])('accepts the distance %s', (x, inches) => {
    expect(merged({ x })).toMatchObject([{ merge: [{ x: inches }] }]);
  });

  it.each([
    ['Center', 'center'],
    ['justify', 'justify'],
  ])('with the alignment %s is sent as %s, even if it is not a choice', (align, sent) => {
    expect(merged({ align })).toMatchObject([{ merge: [{ align: sent }] }]);
  });

  it('is added to the sheet with its sheet number', () => {
    const merges = ['a', 'b', 'c'].map((text, index) => ({ text, sheet_number: index === 1 ? '1' : 2 }));
    expect(readNewOrder({ ...twoSheets, merges }).contents).toEqual([
      { type: 'sheet', file: 'f-1', merge: [{ text: 'b' }] },
      { type: 'sheet', file: 'f-2', merge: [{ text: 'a' }, { text: 'c' }] },
    ]);
  });

  it('may be on page 0, because the service may count pages from there', () => {
    expect(merged({ page: '0' })).toMatchObject([{ merge: [{ page: 0 }] }]);
  });

  it.each(['#abc', 'abc', '1A4D80', '#1a4d80'])('accepts the color %s', (text_color) => {
    expect(merged({ text_color })).toMatchObject([{ merge: [{ color: text_color }] }]);
  });

  it.each(['blue', '#abcd', '##abc', 'x#abc', '#abcx', '1a4d8', '#1a4d801'])(
    'rejects the color %s',
    (text_color) => {
      expect(errorMessage(() => merged({ text_color }))).toContain(
        `Merge Text 1: Text Color is "${text_color}", which is not a color. Enter six digits`,
      );
    },
  );

  it('uses the value of color if Text Color is blank', () => {
    expect(merged({ color: '#abc' })).toMatchObject([{ merge: [{ color: '#abc' }] }]);
    expect(merged({ color: '#abc', text_color: '#def' })).toMatchObject([{ merge: [{ color: '#def' }] }]);
    expect(readNewOrder({ ...oneSheet, merges: { color: ['#abc'], text: ['x'] } }).contents).toMatchObject([
      { merge: [{ text: 'x', color: '#abc' }] },
    ]);
  });

  it('does not use a color outside of its line items, which belongs to the sheets', () => {
    expect(readNewOrder({ list_id: 'l', file: 'f-1', color: 'yes', text: 'x' }).contents).toEqual([
      { type: 'sheet', file: 'f-1', color: true, merge: [{ text: 'x' }] },
    ]);
  });

  it.each([
    [{ sheet_number: 2 }, oneSheet, 'Merge Text 1: Sheet Number is 2, but it must be 1 or less.'],
    [{ sheet_number: 3 }, twoSheets, 'Merge Text 1: Sheet Number is 3, but it must be 2 or less.'],
    [{ sheet_number: 0 }, twoSheets, 'Merge Text 1: Sheet Number is 0, but it must be 1 or more.'],
    [{ sheet_number: '1.5' }, twoSheets, 'Merge Text 1: Sheet Number is "1.5", which is not a whole number.'],
    [{}, twoSheets, 'Merge Text 1 has no Sheet Number, but there are 2 sheets. Fill it in.'],
    [{ text: ' ', font: 'f' }, oneSheet, 'Merge Text 1: Text is blank. Fill it in, or remove the item.'],
    [{ size: '0' }, oneSheet, 'Merge Text 1: Size (Points) is 0, but it must be more than 0.'],
    [{ page: '-1' }, oneSheet, 'Merge Text 1: Page is -1, but it must be 0 or more.'],
    [{ page: '1.5' }, oneSheet, 'Merge Text 1: Page is "1.5", which is not a whole number.'],
    [{ x: 'left' }, oneSheet, 'Merge Text 1: Distance From Left (Inches) is "left", which is not a number.'],
    [{ y: 'top' }, oneSheet, 'Merge Text 1: Distance From Top (Inches) is "top", which is not a number.'],
  ])('with %j is rejected with its number', (row, order, message) => {
    expect(errorMessage(() => merged(row, order))).toContain(message);
  });
});

describe('An envelope', () => {
  const outer = {
    outer_envelope_type: ' e-1 ',
    outer_envelope_width: '9.5',
    outer_envelope_height: '4',
    logo: ' l-9 ',
  };
  const returnEnvelope = {
    return_envelope_type: 'e-2',
    return_envelope_width: 8,
    return_envelope_height: '3.875',
  };

  it('has the values of its fields, and the return envelope comes first', () => {
    expect(contents({ ...outer, ...returnEnvelope }).slice(1)).toEqual([
      { type: 'envelope', envelope_type: 'e-2', width: 8, height: 3.875, outer: false },
      { type: 'envelope', envelope_type: 'e-1', width: 9.5, height: 4, outer: true, logo: 'l-9' },
    ]);
  });

  it('is left out if its fields are blank', () => {
    expect(contents({ logo: ' ', outer_envelope_width: '', return_envelope_type: null })).toHaveLength(1);
    expect(contents({ return_envelope_type: 'e-2', logo: '' })).toHaveLength(2);
  });

  it.each([
    [{ logo: 'l-1' }, "Logo can't be used without Outer Envelope. Enter it"],
    [
      { return_envelope_width: 1, return_envelope_height: 2 },
      "Return Envelope Width (Inches) and Return Envelope Height (Inches) can't be used without Return Envelope.",
    ],
    [
      { ...outer, outer_envelope_width: '0' },
      'Outer Envelope Width (Inches) is 0, but it must be more than 0.',
    ],
    [
      { ...outer, outer_envelope_height: '0' },
      'Outer Envelope Height (Inches) is 0, but it must be more than 0.',
    ],
    [
      { ...returnEnvelope, return_envelope_width: 'x' },
      'Return Envelope Width (Inches) is "x", which is not a number.',
    ],
    [
      { ...returnEnvelope, return_envelope_height: 'x' },
      'Return Envelope Height (Inches) is "x", which is not a number.',
    ],
  ])('with %j is rejected with its fields', (inputData, message) => {
    expect(errorMessage(() => contents(inputData))).toContain(message);
  });
});
