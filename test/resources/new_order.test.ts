import { describe, expect, it } from '@jest/globals';
import { readNewOrder } from '../../src/resources/new_order.ts';
import { describeRejectedField } from '../../src/resources/rejected_field.ts';

const one = { list_id: 'l-1', sheets: [{ file: 'f-1' }] };
const two = { list_id: 'l-1', sheets: [{ file: 'f-1' }, { file: 'f-2' }] };
const contents = (given: Record<string, unknown>) => readNewOrder({ ...one, ...given }).contents;
const merged = (row: Record<string, unknown>, given: object = one) =>
  readNewOrder({ ...given, merges: [{ text: 'Hi', ...row }] }).contents;
const sheet = (row: Record<string, unknown>) => contents({ sheets: [{ file: 'f-1', ...row }] });

/** The sentence that the user reads; the platform's error carries it with its code. */
const complaint = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    return String(JSON.parse(error instanceof Error ? error.message : '{}').message);
  }
  return 'none';
};

describe('a sheet', () => {
  it('is what its fields say', () => {
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
    [{ width: '0' }, 'Enter a number more than 0 for Sheet 1: Width (Inches).'],
    [{ height: '0' }, 'Enter a number more than 0 for Sheet 1: Height (Inches).'],
    [{ color: 'blue' }, 'Sheet 1: Color is "blue", which is neither'],
    [{ duplex: 'both' }, 'Sheet 1: Double-Sided is "both", which is neither'],
    [{ landscape: 'x' }, 'Sheet 1: Landscape is "x", which is neither'],
    [{ rows: '0' }, 'Enter a whole number of 1 or more for Sheet 1: Rows.'],
    [{ rows: '1.5' }, 'Sheet 1: Rows is "1.5", which is not a whole number.'],
    [{ cols: '0' }, 'Enter a whole number of 1 or more for Sheet 1: Columns.'],
    [{ cols: '1.5' }, 'Sheet 1: Columns is "1.5", which is not a whole number.'],
  ])('that cannot be (%j) is told with its place and its field', (row, sentence) => {
    expect(complaint(() => sheet(row))).toContain(sentence);
  });

  it('without which nothing is printed is asked for', () => {
    expect(complaint(() => contents({ sheets: [] }))).toContain(
      'There is nothing to print. Add at least one item under Sheets, with its File.',
    );
  });

  it.each([
    ['Sheets', { sheets: 'f-1' }],
    ['Merge Text', { merges: ['Dear Maria'] }],
    ['Merge Text', { merges: [{ sentence: 'Dear Maria' }] }],
  ])('and a text cannot be filled in as a whole under %s', (label, given) => {
    expect(complaint(() => contents(given))).toContain(`${label} is set to "`);
  });
});

describe('a text to merge', () => {
  it('is what its fields say', () => {
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
  ])('may be at a distance typed as %s', (x, inches) => {
    expect(merged({ x })).toMatchObject([{ merge: [{ x: inches }] }]);
  });

  it.each([
    ['Center', 'center'],
    ['justify', 'justify'],
  ])('with the alignment %s is sent as %s, also if it is not among the choices', (align, sent) => {
    expect(merged({ align })).toMatchObject([{ merge: [{ align: sent }] }]);
  });

  it('goes to its own sheet, behind those that are there', () => {
    const merges = ['a', 'b', 'c'].map((text, index) => ({ text, sheet_number: index === 1 ? '1' : 2 }));
    expect(readNewOrder({ ...two, merges }).contents).toEqual([
      { type: 'sheet', file: 'f-1', merge: [{ text: 'b' }] },
      { type: 'sheet', file: 'f-2', merge: [{ text: 'a' }, { text: 'c' }] },
    ]);
  });

  it.each(['#abc', 'abc', '1A4D80', '#1a4d80'])('may have the color %s', (text_color) => {
    expect(merged({ text_color })).toMatchObject([{ merge: [{ color: text_color }] }]);
  });

  it.each(['blue', '#abcd', '##abc', 'x#abc', '#abcx', '1a4d8', '#1a4d801'])(
    'cannot have the color %s',
    (text_color) => {
      expect(complaint(() => merged({ text_color }))).toContain(
        `Merge Text 1: Text Color is "${text_color}", which is not a color. Use six digits`,
      );
    },
  );

  it('takes its color from a row that calls it so, after its own field', () => {
    expect(merged({ color: '#abc' })).toMatchObject([{ merge: [{ color: '#abc' }] }]);
    expect(merged({ color: '#abc', text_color: '#def' })).toMatchObject([{ merge: [{ color: '#def' }] }]);
    expect(readNewOrder({ ...one, merges: { color: ['#abc'], text: ['x'] } }).contents).toMatchObject([
      { merge: [{ text: 'x', color: '#abc' }] },
    ]);
  });

  it('leaves a color that stands by itself to the sheets', () => {
    expect(readNewOrder({ list_id: 'l', file: 'f-1', color: 'yes', text: 'x' }).contents).toEqual([
      { type: 'sheet', file: 'f-1', color: true, merge: [{ text: 'x' }] },
    ]);
  });

  it.each([
    [
      { sheet_number: 2 },
      one,
      'Merge Text 1 is for sheet 2, but there is only 1 sheet. Use a Sheet Number from 1 to 1.',
    ],
    [
      { sheet_number: 3 },
      two,
      'Merge Text 1 is for sheet 3, but there are only 2 sheets. Use a Sheet Number from 1 to 2.',
    ],
    [{ sheet_number: 0 }, two, 'Merge Text 1 is for sheet 0, but'],
    [{ sheet_number: '1.5' }, two, 'Merge Text 1: Sheet Number is "1.5", which is not a whole number.'],
    [{}, two, 'Merge Text 1 has no Sheet Number, but there are 2 sheets. Enter the sheet to print it on.'],
    [{ text: ' ', font: 'f' }, one, 'Merge Text 1 has no text. Fill in its Text, or remove the item.'],
    [{ size: '0' }, one, 'Enter a number more than 0 for Merge Text 1: Size (Points).'],
    [{ page: '0' }, one, 'Enter a whole number of 1 or more for Merge Text 1: Page.'],
    [{ page: '1.5' }, one, 'Merge Text 1: Page is "1.5", which is not a whole number.'],
    [{ x: 'left' }, one, 'Merge Text 1: Distance From Left (Inches) is "left", which is not a number.'],
    [{ y: 'top' }, one, 'Merge Text 1: Distance From Top (Inches) is "top", which is not a number.'],
  ])('that cannot be (%j) is told with its place', (row, given, sentence) => {
    expect(complaint(() => merged(row, given))).toContain(sentence);
  });
});

describe('an envelope', () => {
  const outer = {
    outer_envelope_type: ' e-1 ',
    outer_envelope_width: '9.5',
    outer_envelope_height: '4',
    logo: ' l-9 ',
  };
  const back = { return_envelope_type: 'e-2', return_envelope_width: 8, return_envelope_height: '3.875' };

  it('is what its fields say, the one for an answer before the outer one', () => {
    expect(contents({ ...outer, ...back }).slice(1)).toEqual([
      { type: 'envelope', envelope_type: 'e-2', width: 8, height: 3.875, outer: false },
      { type: 'envelope', envelope_type: 'e-1', width: 9.5, height: 4, outer: true, logo: 'l-9' },
    ]);
  });

  it('is none where its fields are blank', () => {
    expect(contents({ logo: ' ', outer_envelope_width: '', return_envelope_type: null })).toHaveLength(1);
    expect(contents({ return_envelope_type: 'e-2', logo: '' })).toHaveLength(2);
  });

  it.each([
    [{ logo: 'l-1' }, 'Logo is filled in, but Outer Envelope is blank. Enter Outer Envelope'],
    [
      { return_envelope_width: 1, return_envelope_height: 2 },
      'Return Envelope Width (Inches) and Return Envelope Height (Inches) are filled in, but Return Envelope is blank.',
    ],
    [
      { ...outer, outer_envelope_width: '0' },
      'Enter a number more than 0 for Outer Envelope Width (Inches).',
    ],
    [
      { ...outer, outer_envelope_height: '0' },
      'Enter a number more than 0 for Outer Envelope Height (Inches).',
    ],
    [
      { ...back, return_envelope_width: 'x' },
      'Return Envelope Width (Inches) is "x", which is not a number.',
    ],
    [
      { ...back, return_envelope_height: 'x' },
      'Return Envelope Height (Inches) is "x", which is not a number.',
    ],
  ])('that cannot be (%j) is told by its fields', (given, sentence) => {
    expect(complaint(() => contents(given))).toContain(sentence);
  });
});

describe('what a refusal points at', () => {
  const order = readNewOrder({
    list_id: 'l-100',
    sheets: [{ file: 'f-100', paper_type: 'p-100' }, { file: 'f-200' }],
    merges: [{ text: 'x', sheet_number: 2, font: 'f-300' }],
    outer_envelope_type: 'e-100',
  });
  const at = (code: string, attribute?: string, message?: string) =>
    describeRejectedField(order, {
      outcome: 'refused',
      code,
      ...(attribute === undefined ? {} : { attribute }),
      ...(message === undefined ? {} : { serviceMessage: message }),
    });

  it.each([
    ['orders.unknown_file', 'Sheet 1, File: this file does not exist at the letter service. Upload it'],
    ['orders.unknown_font', 'Sheet 1, File: this font does not exist at the letter service. Use a font from'],
    ['orders.invalid_id', 'Sheet 1, File: the letter service did not recognize this value. Check it, or'],
    ['orders.missing_attribute', 'Sheet 1, File is blank, but the letter service needs it. Fill it in.'],
    ['orders.invalid_data', 'Sheet 1, File: the letter service expects another kind of value here. Check'],
  ])('is told with what %s means', (code, sentence) => {
    expect(at(code, 'contents[0].file')).toContain(sentence);
  });

  it.each([
    ['contents[0]', 'Sheet 1: '],
    ['contents.1.merge.0.font', 'Sheet 2, merge text 1, Font: '],
    ['/contents/1/merge/0/text_color', 'Sheet 2, merge text 1, Text Color: '],
    ['contents[1].merge[0]', 'Sheet 2, merge text 1: '],
    ['contents[1][merge][11]', 'Sheet 2, merge text 12: '],
    ['contents/[1]/merge/[11].font', 'Sheet 2, merge text 12, Font: '],
    ['Contents[2].envelope_type', 'Outer Envelope, type: '],
    ['contents[0].later_thing_of_it', 'Sheet 1, later thing of it: '],
    ['contents[10].file', undefined],
    ['list', 'List ID: '],
    ['/list', 'List ID: '],
    ['listing', undefined],
    ['enlist', undefined],
  ])('of the path %s is found in the user’s fields', (attribute, place) => {
    const told = at('orders.invalid_id', attribute);
    expect(told?.slice(0, place?.length)).toBe(place);
  });

  it.each([
    ['the value f-200 is bad', 'Sheet 2, File ("f-200"): '],
    ['p-100 and f-300', 'Sheet 1, Paper Type ("p-100") or Sheet 2, merge text 1, Font ("f-300"): '],
    ['l-100', 'List ID ("l-100"): '],
    ['e-100', 'Outer Envelope ("e-100"): '],
    ['bad list', undefined],
    ['nothing in particular', undefined],
  ])('is found by the value in the words “%s”', (message, place) => {
    const told = at('orders.invalid_id', undefined, message);
    expect(told?.slice(0, place?.length)).toBe(place);
  });

  it('is the path before the words', () => {
    expect(at('orders.invalid_id', 'contents[0].paper_type', 'f-200')).toMatch(/^Sheet 1, Paper Type: /);
  });

  it('is not guessed from a value so short that it stands everywhere', () => {
    const short = readNewOrder({ list_id: 'l', sheets: [{ file: 'f1' }] });
    expect(
      describeRejectedField(short, { outcome: 'refused', code: 'orders.invalid_id', serviceMessage: 'f1' }),
    ).toBeUndefined();
    const longer = readNewOrder({ list_id: 'l', sheets: [{ file: 'f-1' }] });
    expect(
      describeRejectedField(longer, { outcome: 'refused', code: 'orders.invalid_id', serviceMessage: 'f-1' }),
    ).toMatch(/^Sheet 1/);
  });

  it.each([
    ['orders.unknown_file', 'Sheet 1, File ("f-100") or Sheet 2, File ("f-200"): this file'],
    ['orders.unknown_font', 'Sheet 2, merge text 1, Font ("f-300"): this font'],
    ['orders.missing_attribute', undefined],
  ])('is everything that the code %s can mean, where nothing is said', (code, place) => {
    expect(at(code)?.slice(0, place?.length)).toBe(place);
  });

  it('is no text that has no font where a font is unknown', () => {
    const [plain, printed] = [{ text: 'x' }, { text: 'y', font: 'f-9' }];
    const order = readNewOrder({ ...one, merges: [plain, printed] });
    expect(describeRejectedField(order, { outcome: 'refused', code: 'orders.unknown_font' })).toMatch(
      /^Sheet 1, merge text 2, Font \("f-9"\): /,
    );
  });

  it('is told once where a value stands twice at the same place', () => {
    const twice = readNewOrder({
      ...one,
      merges: [{ text: 'x', font: 'f-9' }],
      outer_envelope_type: 'l-77',
      logo: 'l-77',
    });
    expect(
      describeRejectedField(twice, { outcome: 'refused', code: 'orders.invalid_id', serviceMessage: 'l-77' }),
    ).toMatch(/^Outer Envelope \("l-77"\) or Outer Envelope, Logo \("l-77"\): /);
  });

  it('is nothing for a code that says nothing about a field', () => {
    expect(at('orders.account_required', 'contents[0].file')).toBeUndefined();
  });
});
