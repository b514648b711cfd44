import { describe, expect, it } from '@jest/globals';
import { type BreakingChange, findBreakingChanges } from '../breaking_changes.ts';
import { contractOf } from '../contract.ts';
import { isNewMajor } from '../project.ts';
import { type Changes, changed, exampleApp } from './example_app.ts';

const breakingChangesOf = (changes: Changes): BreakingChange[] =>
  findBreakingChanges(contractOf(exampleApp()), contractOf(changed(changes)));

const name = { key: 'name', label: 'Name', type: 'string', required: true };
const phones = (number: Changes) => ({ key: 'phones', label: 'Phones', children: [number] });
const number = { key: 'number', label: 'Phone Number', type: 'string' };
const team = { key: 'team', label: 'Team', type: 'string' };
const fields = (...inputFields: Changes[]) => ({ creates: { create_lead: { operation: { inputFields } } } });
const stage = (field: Changes) => ({
  triggers: {
    new_lead: {
      operation: {
        inputFields: [
          { key: 'stage', label: 'Stage', type: 'string', choices: { won: 'Won', lost: 'Lost' }, ...field },
        ],
      },
    },
  },
});

describe('a breaking change', () => {
  it.each<{ what: string; by: Changes; code: string; where: string }>([
    {
      what: 'an action is removed',
      by: { creates: { create_lead: undefined } },
      code: 'C001',
      where: 'creates.create_lead',
    },
    {
      what: 'a trigger is hidden',
      by: { triggers: { new_deal: { display: { hidden: true } } } },
      code: 'C001',
      where: 'triggers.new_deal',
    },
    {
      what: 'an input field is removed',
      by: fields(name, phones(number)),
      code: 'C002',
      where: 'creates.create_lead.inputFields.team',
    },
    {
      what: 'a column of line items is removed',
      by: fields(name, phones({ ...number, key: 'extension' }), team),
      code: 'C002',
      where: 'creates.create_lead.inputFields.phones.inputFields.number',
    },
    {
      what: 'a key of the sample is removed',
      by: { triggers: { new_lead: { operation: { sample: { address: undefined } } } } },
      code: 'C003',
      where: 'triggers.new_lead.sample.address__city',
    },
    {
      what: 'the authentication type changes',
      by: { authentication: { type: 'custom' } },
      code: 'P01',
      where: 'authentication',
    },
    {
      what: 'a search-or-create is removed',
      by: { searchOrCreates: { find_lead: undefined } },
      code: 'P02',
      where: 'searchOrCreates.find_lead',
    },
    {
      what: 'a search-or-create creates something else',
      by: { searchOrCreates: { find_lead: { create: 'delete_lead' } } },
      code: 'P02',
      where: 'searchOrCreates.find_lead',
    },
    {
      what: 'a hook trigger becomes a polling trigger',
      by: { triggers: { new_lead: { operation: { type: 'polling' } } } },
      code: 'P03',
      where: 'triggers.new_lead',
    },
    {
      what: 'an output field is removed',
      by: { searches: { find_lead: { operation: { outputFields: [] } } } },
      code: 'P04',
      where: 'searches.find_lead.outputFields.id',
    },
    {
      what: 'the type of an output field changes',
      by: {
        searches: {
          find_lead: { operation: { outputFields: [{ key: 'id', label: 'Lead', type: 'integer' }] } },
        },
      },
      code: 'P05',
      where: 'searches.find_lead.outputFields.id',
    },
    {
      what: 'the primary fields change',
      by: {
        triggers: {
          new_deal: {
            operation: {
              outputFields: [
                { key: 'id', label: 'Deal', primary: true },
                { key: 'stage', label: 'Stage', primary: true },
              ],
            },
          },
        },
      },
      code: 'P06',
      where: 'triggers.new_deal.outputFields',
    },
    {
      what: 'the type of an input field changes',
      by: fields(name, phones(number), { ...team, type: 'integer' }),
      code: 'P07',
      where: 'creates.create_lead.inputFields.team',
    },
    {
      what: 'an input field becomes a list',
      by: fields(name, phones(number), { ...team, list: true }),
      code: 'P07',
      where: 'creates.create_lead.inputFields.team',
    },
    {
      what: 'a required field is added',
      by: fields(name, { key: 'color', label: 'Color', required: true }, phones(number), team),
      code: 'P08',
      where: 'creates.create_lead.inputFields.color',
    },
    {
      what: 'an optional field becomes required',
      by: fields(name, phones(number), { ...team, required: true }),
      code: 'P09',
      where: 'creates.create_lead.inputFields.team',
    },
    {
      what: 'a choice is removed',
      by: stage({ choices: ['won'] }),
      code: 'P10',
      where: 'triggers.new_lead.inputFields.stage',
    },
    {
      what: 'a free text field gets a list of choices',
      by: fields(name, phones(number), { ...team, choices: ['north', 'south'] }),
      code: 'P10',
      where: 'creates.create_lead.inputFields.team',
    },
  ])('is found when $what', ({ by, code, where }) => {
    const found = breakingChangesOf(by);
    expect(found).toContainEqual(
      expect.objectContaining({ code, where, problem: expect.any(String), remedy: expect.any(String) }),
    );
  });

  it('is reported with its effect on Zaps and a remedy', () => {
    expect(breakingChangesOf(fields(name, phones(number)))).toEqual([
      {
        code: 'C002',
        where: 'creates.create_lead.inputFields.team',
        problem: 'was removed: Zaps lose what they entered there',
        remedy: expect.stringContaining('npm version major'),
      },
    ]);
  });
});

describe('a compatible change', () => {
  it.each<{ what: string; by: Changes }>([
    { what: 'no change', by: {} },
    {
      what: 'a new label or description',
      by: { creates: { create_lead: { display: { label: 'Add Lead', description: 'Adds a lead.' } } } },
    },
    { what: 'another order of fields', by: fields(name, team, phones(number)) },
    {
      what: 'a new optional field',
      by: fields(name, phones(number), team, { key: 'color', label: 'Color' }),
    },
    {
      what: 'a new required field with a default',
      by: fields(name, phones(number), team, { key: 'color', required: true, default: 'red' }),
    },
    {
      what: 'a required field that becomes optional',
      by: fields({ ...name, required: false }, phones(number), team),
    },
    { what: 'one more choice', by: stage({ choices: { won: 'Won', lost: 'Lost', open: 'Open' } }) },
    { what: 'a dropdown that becomes a free text field', by: stage({ choices: undefined }) },
    {
      what: 'a new copy field',
      by: fields(name, phones(number), team, { key: 'note', type: 'copy', helpText: 'Mind the gap.' }),
    },
    {
      what: 'a new key in the sample',
      by: { searches: { find_lead: { operation: { sample: { name: 'Ann' } } } } },
    },
  ])('can be $what', ({ by }) => {
    expect(breakingChangesOf(by)).toEqual([]);
  });
  it('can be a number field that becomes text', () => {
    const withTeam = (type: string) => contractOf(changed(fields(name, { ...team, type })));
    expect(findBreakingChanges(withTeam('integer'), withTeam('string'))).toEqual([]);
  });
  it('can be a yes-or-no field that becomes text with the same two choices', () => {
    const withTeam = (by: Changes) => contractOf(changed(fields(name, { ...team, ...by })));
    const choices = { true: 'Yes', false: 'No' };
    expect(findBreakingChanges(withTeam({ type: 'boolean' }), withTeam({ choices }))).toEqual([]);
  });
});

it('recognizes a new major version, which may contain breaking changes', () => {
  expect(isNewMajor('1.9.3', '2.0.0')).toBe(true);
  expect(isNewMajor('1.9.3', '1.10.0')).toBe(false);
});
