import { describe, expect, it } from '@jest/globals';
import type { App, Entry } from '../app.ts';
import { G16, G17, T002, T003, T004, T005, T006, Z001 } from '../live.ts';
import { changed, exampleApp } from './example_app.ts';

const entryOf = ({ creates }: App): Entry => {
  const { create_lead: entry } = creates;
  if (!entry) throw new Error('The example has no create_lead.');
  return entry;
};
const lead = entryOf(exampleApp());
const good = { id: 'lead-1', tags: ['warm', 'new'], phones: [{ number: '555 0100' }], score: 7 };
const problems = (found: { where: string; problem: string }[]) => found.map(({ problem }) => problem);

describe('the live rules', () => {
  it('accept records that match the definition', () => {
    const records = [good, { ...good, id: 'lead-2', tags: [], phones: [], score: null }];
    for (const rule of [T002, T003, T004, T005, Z001]) expect(rule(lead, records)).toEqual([]);
    expect(T006(records, records)).toEqual([]);
    expect(G16(records, records)).toEqual([]);
  });

  it('T002 reports a record without an id and two records with the same one', () => {
    expect(problems(T002(lead, [{ ...good, id: null }]))).toEqual(['has no "id", which identifies a record']);
    expect(problems(T002(lead, [good, good]))).toEqual(['has the same id as another record: ["lead-1"]']);
  });

  it('T002 uses the primary fields', () => {
    const entry = entryOf(
      changed({
        creates: {
          create_lead: {
            operation: {
              outputFields: [
                { key: 'id', label: 'Lead', primary: true },
                { key: 'score', label: 'Score', type: 'integer', primary: true },
              ],
            },
          },
        },
      }),
    );
    expect(T002(entry, [good, { ...good, score: 8 }])).toEqual([]);
    expect(T002(entry, [good, { ...good, score: undefined }])).toHaveLength(1);
  });

  it('T003 reports a time that is not ISO 8601', () => {
    expect(problems(T003(lead, [{ ...good, called: '3/12/2026 5:30 pm' }]))).toEqual([
      '"called" is "3/12/2026 5:30 pm", not ISO 8601',
    ]);
  });

  it('T004 and T005 accept any key in a dictionary', () => {
    const records = [
      { ...good, custom: {} },
      { ...good, custom: { color: 'Red' } },
    ];
    for (const rule of [T004, T005]) expect(rule(lead, records)).toEqual([]);
  });

  it('T004 reports keys of the sample that the record lacks, including line items', () => {
    expect(problems(T004(lead, [{ id: 'lead-1', tags: [], phones: [{ extension: '7' }] }]))).toEqual([
      'lacks "phones[]number", which the sample has',
      'lacks "score", which the sample has',
    ]);
  });

  it('T005 reports a value of the wrong type', () => {
    expect(problems(T005(lead, [{ ...good, score: '7', tags: 'warm' }]))).toEqual([
      '"tags" must be a list but is the string "warm"',
      '"score" must be integer but is the string "7"',
    ]);
  });

  it('T005 reports a list in place of a single value, and a boolean in place of text', () => {
    expect(problems(T005(lead, [{ ...good, id: ['a'] }]))).toHaveLength(1);
    expect(problems(T005(lead, [{ ...good, id: true }]))).toHaveLength(1);
  });

  it('T005 reports a value without an output field', () => {
    expect(problems(T005(lead, [{ ...good, owner: { name: 'Ann' } }]))).toEqual([
      'has "owner__name", which has no output field',
    ]);
  });

  it('Z001 reports a value of the wrong type in the editor’s sample', () => {
    expect(problems(Z001(lead, [{ ...good, score: 'high' }]))).toHaveLength(1);
  });

  it('T006 reports keys of performList that a delivery lacks, and an empty list', () => {
    expect(problems(T006([{ id: '1', name: 'Ann' }], [{ id: '2' }]))).toEqual([
      'lacks "name", which performList has',
    ]);
    expect(problems(T006([], [{ id: '2' }]))).toEqual(['performList returns no records']);
  });

  it('G16 reports keys of a delivery that performList lacks', () => {
    expect(problems(G16([{ id: '1' }], [{ id: '2', name: 'Ann' }]))).toEqual([
      'lacks "name", which a delivery has',
    ]);
  });

  it('G17 reports an output field, other than a column of line items, that no record fills in', () => {
    const records = [
      { id: 'lead-1', tags: [], score: null, custom: {} },
      { id: 'lead-2', tags: ['new'] },
    ];
    expect(problems(G17(lead, records))).toEqual([expect.stringContaining('"score"')]);
  });
});
