import { describe, expect, it } from '@jest/globals';
import { readNewOrder } from '../../src/orders/new_order.ts';
import { describeRejectedField } from '../../src/orders/rejected_field.ts';

const oneSheet = { list_id: 'l-1', sheets: [{ file: 'f-1' }] };

describe('describeRejectedField', () => {
  const order = readNewOrder({
    list_id: 'l-100',
    sheets: [{ file: 'f-100', paper_type: 'p-100' }, { file: 'f-200' }],
    merges: [{ text: 'x', sheet_number: 2, font: 'f-300' }],
    outer_envelope_type: 'e-100',
  });
  const describeField = (code: string, attribute?: string, message?: string) =>
    describeRejectedField(order, {
      outcome: 'no_effect',
      code,
      ...(attribute === undefined ? {} : { attribute }),
      ...(message === undefined ? {} : { serviceMessage: message }),
    });

  it.each([
    ['orders.unknown_file', 'Sheet 1, File: this file does not exist at the letter service. Upload the file'],
    ['orders.unknown_font', 'Sheet 1, File: this font does not exist at the letter service. Use a font from'],
    ['orders.invalid_id', 'Sheet 1, File: the letter service did not recognize this value. Check it, or'],
    ['orders.missing_attribute', 'Sheet 1, File is blank, but the letter service requires it. Fill it in.'],
    ['orders.invalid_data', 'Sheet 1, File: the letter service expects another kind of value here. Check'],
  ])('explains the code %s', (code, message) => {
    expect(describeField(code, 'contents[0].file')).toContain(message);
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
  ])('finds the field for the path %s', (attribute, field) => {
    const description = describeField('orders.invalid_id', attribute);
    expect(description?.slice(0, field?.length)).toBe(field);
  });

  it.each([
    ['the value f-200 is bad', 'Sheet 2, File ("f-200"): '],
    ['p-100 and f-300', 'Sheet 1, Paper Type ("p-100") or Sheet 2, merge text 1, Font ("f-300"): '],
    ['l-100', 'List ID ("l-100"): '],
    ['e-100', 'Outer Envelope ("e-100"): '],
    ['bad list', undefined],
    ['nothing in particular', undefined],
  ])('finds the field whose value is in the message “%s”', (message, field) => {
    const description = describeField('orders.invalid_id', undefined, message);
    expect(description?.slice(0, field?.length)).toBe(field);
  });

  it('prefers the path to the message', () => {
    expect(describeField('orders.invalid_id', 'contents[0].paper_type', 'f-200')).toMatch(
      /^Sheet 1, Paper Type: /,
    );
  });

  it('does not look for values with fewer than three characters', () => {
    const short = readNewOrder({ list_id: 'l', sheets: [{ file: 'f1' }] });
    expect(
      describeRejectedField(short, { outcome: 'no_effect', code: 'orders.invalid_id', serviceMessage: 'f1' }),
    ).toBeUndefined();
    const longer = readNewOrder({ list_id: 'l', sheets: [{ file: 'f-1' }] });
    expect(
      describeRejectedField(longer, {
        outcome: 'no_effect',
        code: 'orders.invalid_id',
        serviceMessage: 'f-1',
      }),
    ).toMatch(/^Sheet 1/);
  });

  it.each([
    ['orders.unknown_file', 'Sheet 1, File ("f-100") or Sheet 2, File ("f-200"): this file'],
    ['orders.unknown_font', 'Sheet 2, merge text 1, Font ("f-300"): this font'],
    ['orders.missing_attribute', undefined],
  ])('names every field that the code %s can mean without a path or message', (code, field) => {
    expect(describeField(code)?.slice(0, field?.length)).toBe(field);
  });

  it('names only merge texts with a font for an unknown font', () => {
    const [plain, printed] = [{ text: 'x' }, { text: 'y', font: 'f-9' }];
    const order = readNewOrder({ ...oneSheet, merges: [plain, printed] });
    expect(describeRejectedField(order, { outcome: 'no_effect', code: 'orders.unknown_font' })).toMatch(
      /^Sheet 1, merge text 2, Font \("f-9"\): /,
    );
  });

  it('names every field with the value once', () => {
    const twice = readNewOrder({
      ...oneSheet,
      merges: [{ text: 'x', font: 'f-9' }],
      outer_envelope_type: 'l-77',
      logo: 'l-77',
    });
    expect(
      describeRejectedField(twice, {
        outcome: 'no_effect',
        code: 'orders.invalid_id',
        serviceMessage: 'l-77',
      }),
    ).toMatch(/^Outer Envelope \("l-77"\) or Outer Envelope, Logo \("l-77"\): /);
  });

  it('returns nothing for a code that is not about a field', () => {
    expect(describeField('orders.account_required', 'contents[0].file')).toBeUndefined();
  });
});
