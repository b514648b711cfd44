import { describe, expect, it } from '@jest/globals';
import type { App, Entry } from '../app.ts';
import { G16, T002, T003, T004, T005, T006, Z001 } from '../live.ts';
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
  it('have nothing against records that keep their promises', () => {
    const records = [good, { ...good, id: 'lead-2', tags: [], phones: [], score: null }];
    for (const rule of [T002, T003, T004, T005, Z001]) expect(rule(lead, records)).toEqual([]);
    expect(T006(records, records)).toEqual([]);
    expect(G16(records, records)).toEqual([]);
  });

  it('T002 notices a record that cannot be told from others', () => {
    expect(problems(T002(lead, [{ ...good, id: null }]))).toEqual([
      'has no "id", by which records are told apart',
    ]);
    expect(problems(T002(lead, [good, good]))).toEqual(['is another record with the same id: ["lead-1"]']);
  });

  it('T002 goes by the fields that are marked primary', () => {
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

  it('T003 notices a time that only people read', () => {
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

  it('T004 notices what the sample shows and the record lacks, in line items too', () => {
    expect(problems(T004(lead, [{ id: 'lead-1', tags: [], phones: [{ extension: '7' }] }]))).toEqual([
      'lacks "phones[]number", which the sample shows',
      'lacks "score", which the sample shows',
    ]);
  });

  it('T005 notices another type', () => {
    expect(problems(T005(lead, [{ ...good, score: '7', tags: 'warm' }]))).toEqual([
      '"tags" is a list by its output field and the string "warm" in the record',
      '"score" is integer by its output field and the string "7" in the record',
    ]);
  });

  it('T005 notices a list where one value is promised, and yes or no where text is', () => {
    expect(problems(T005(lead, [{ ...good, id: ['a'] }]))).toHaveLength(1);
    expect(problems(T005(lead, [{ ...good, id: true }]))).toHaveLength(1);
  });

  it('T005 notices a value without an output field', () => {
    expect(problems(T005(lead, [{ ...good, owner: { name: 'Ann' } }]))).toEqual([
      'has "owner__name", which has no output field',
    ]);
  });

  it('Z001 holds the editor’s sample to the output fields', () => {
    expect(problems(Z001(lead, [{ ...good, score: 'high' }]))).toHaveLength(1);
  });

  it('T006 notices what the editor shows and a delivery lacks, and an empty list', () => {
    expect(problems(T006([{ id: '1', name: 'Ann' }], [{ id: '2' }]))).toEqual([
      'lacks "name", which performList has',
    ]);
    expect(problems(T006([], [{ id: '2' }]))).toEqual(['lists nothing for the editor']);
  });

  it('G16 notices what a delivery brings and the editor does not show', () => {
    expect(problems(G16([{ id: '1' }], [{ id: '2', name: 'Ann' }]))).toEqual([
      'lacks "name", which a delivery has',
    ]);
  });
});
