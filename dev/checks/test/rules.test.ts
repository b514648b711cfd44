import { describe, expect, it } from '@jest/globals';
import { checkDefinition, definitionRules, type RuleCode } from '../rules.ts';
import { type Changes, changed, exampleApp } from './example_app.ts';

const onCreate = (operation: Changes) => ({ creates: { create_lead: { operation } } });
const onHook = (operation: Changes) => ({ triggers: { new_lead: { operation } } });
const withField = (field: Changes) =>
  onCreate({ inputFields: [{ key: 'name', label: 'Name', type: 'string', required: true }, field] });
const named = (label: string, description: string) => ({
  creates: { create_lead: { display: { label, description } } },
});

/** For each rule, what breaks it and where the finding points. */
const breaches: Record<RuleCode, { why: string; by: Changes; where: string }[]> = {
  D001: [
    {
      why: 'a step asks for an API key',
      by: withField({ key: 'api_key', label: 'Key', type: 'string' }),
      where: 'creates.create_lead.inputFields.api_key',
    },
    {
      why: 'a step asks for a password',
      by: withField({ key: 'word', label: 'Word', type: 'password' }),
      where: 'creates.create_lead.inputFields.word',
    },
  ],
  D002: [
    {
      why: 'a field of the connection does not say where its value is found',
      by: { authentication: { fields: [{ key: 'code', label: 'Code', helpText: 'Your code.' }] } },
      where: 'authentication.fields.code',
    },
  ],
  D003: [
    {
      why: 'all connections have one name',
      by: { authentication: { connectionLabel: 'Connected' } },
      where: 'authentication.connectionLabel',
    },
    {
      why: 'the connection’s name shows its token',
      by: { authentication: { connectionLabel: '{{bundle.authData.access_token}}' } },
      where: 'authentication.connectionLabel',
    },
  ],
  D004: [
    {
      why: 'users have to type an id',
      by: withField({ key: 'owner_id', label: 'Owner', type: 'string' }),
      where: 'creates.create_lead.inputFields.owner_id',
    },
  ],
  D005: [
    {
      why: 'a dropdown is filled by a trigger that does not exist',
      by: withField({ key: 'owner', label: 'Owner', type: 'string', dynamic: 'list_owners.id.name' }),
      where: 'creates.create_lead.inputFields.owner',
    },
  ],
  D006: [
    { why: 'a hook trigger cannot list', by: onHook({ performList: undefined }), where: 'triggers.new_lead' },
  ],
  D007: [
    {
      why: 'an address is not HTTPS',
      by: onCreate({ sample: { id: 'http://example.com/1' } }),
      where: 'creates.create_lead.operation.sample.id',
    },
  ],
  D008: [
    {
      why: 'an address in a help text is no link',
      by: withField({ key: 'color', label: 'Color', helpText: 'See https://example.com/colors.' }),
      where: 'creates.create_lead.inputFields.color.helpText',
    },
    {
      why: 'a link is written wrongly',
      by: withField({ key: 'color', label: 'Color', helpText: 'See [our colors](example.com).' }),
      where: 'creates.create_lead.inputFields.color.helpText',
    },
  ],
  D009: [
    {
      why: 'a search has nothing to search by',
      by: { searches: { find_lead: { operation: { inputFields: [] } } } },
      where: 'searches.find_lead',
    },
  ],
  D010: [
    {
      why: 'a sample has no id',
      by: { searches: { find_lead: { operation: { sample: { id: undefined, name: 'Ann' } } } } },
      where: 'searches.find_lead.sample',
    },
    {
      why: 'a sample lacks the primary field',
      by: {
        triggers: {
          new_deal: { operation: { outputFields: [{ key: 'number', label: 'Number', primary: true }] } },
        },
      },
      where: 'triggers.new_deal.sample',
    },
  ],
  D011: [
    {
      why: 'a help text repeats the label',
      by: withField({ key: 'color', label: 'Favorite Color', helpText: 'Enter your favorite color.' }),
      where: 'creates.create_lead.inputFields.color',
    },
  ],
  D012: [
    { why: 'there is no sample', by: onCreate({ sample: undefined }), where: 'creates.create_lead.sample' },
  ],
  D013: [
    {
      why: 'a field names a search that does not exist',
      by: withField({ key: 'owner', label: 'Owner', type: 'string', search: 'find_owner.id' }),
      where: 'creates.create_lead.inputFields.owner',
    },
  ],
  D014: [
    {
      why: 'a list has a search step',
      by: withField({ key: 'owners', label: 'Owners', list: true, search: 'find_lead.id' }),
      where: 'creates.create_lead.inputFields.owners',
    },
    {
      why: 'a yes/no field has a search step',
      by: withField({ key: 'owned', label: 'Owned', type: 'boolean', search: 'find_lead.id' }),
      where: 'creates.create_lead.inputFields.owned',
    },
  ],
  D015: [
    {
      why: 'a search-or-create has no action',
      by: { searchOrCreates: { find_lead: { create: 'add_lead' } } },
      where: 'searchOrCreates.find_lead',
    },
  ],
  D016: [
    {
      why: 'the only trigger has to be set up by hand',
      by: {
        triggers: {
          new_lead: { operation: { performSubscribe: undefined } },
          new_deal: { display: { hidden: true } },
        },
      },
      where: 'triggers.new_lead',
    },
  ],
  D017: [
    {
      why: 'a hook trigger does not unsubscribe',
      by: onHook({ performUnsubscribe: undefined }),
      where: 'triggers.new_lead',
    },
  ],
  D018: [
    {
      why: 'a field’s label is not in Title Case',
      by: withField({ key: 'color', label: 'Favorite color' }),
      where: 'creates.create_lead.inputFields.color.label',
    },
    {
      why: 'a small word ends a label',
      by: withField({ key: 'until', label: 'Color to' }),
      where: 'creates.create_lead.inputFields.until.label',
    },
  ],
  D021: [
    {
      why: 'a trigger’s description begins otherwise',
      by: { triggers: { new_deal: { display: { description: 'Triggers whenever a deal is won.' } } } },
      where: 'triggers.new_deal.description',
    },
    {
      why: 'a trigger’s description has no full stop',
      by: { triggers: { new_deal: { display: { description: 'Triggers when a deal is won' } } } },
      where: 'triggers.new_deal.description',
    },
  ],
  D022: [
    {
      why: 'an action has only computed fields',
      by: onCreate({ inputFields: ['$func$2$f$'] }),
      where: 'creates.create_lead',
    },
  ],
  D023: [
    {
      why: 'a time has no zone',
      by: onHook({ sample: { created: '2026-03-12T12:00:00' } }),
      where: 'triggers.new_lead.sample.created',
    },
    {
      why: 'a time is written for people only',
      by: onCreate({ sample: { tags: ['3/12/2026 5:30 pm'] } }),
      where: 'creates.create_lead.sample.tags',
    },
  ],
  D024: [
    {
      why: 'a text is a list by its output field',
      by: onCreate({ sample: { tags: 'warm' } }),
      where: 'creates.create_lead.sample',
    },
    {
      why: 'a number is given as text',
      by: onCreate({ sample: { score: '7' } }),
      where: 'creates.create_lead.sample',
    },
    {
      why: 'a required output field is missing',
      by: onHook({
        outputFields: [
          { key: 'id', label: 'Lead' },
          { key: 'created', label: 'Created' },
          { key: 'address__city', label: 'City' },
          { key: 'name', label: 'Name', required: true },
        ],
      }),
      where: 'triggers.new_lead.sample',
    },
  ],
  D025: [
    {
      why: 'a help text runs a script',
      by: withField({ key: 'color', label: 'Color', helpText: 'Look at `javascript:alert(1)` first.' }),
      where: 'creates.create_lead.operation.inputFields.1.helpText',
    },
  ],
  D026: [
    {
      why: 'a subdomain is taken as it is typed',
      by: {
        authentication: {
          fields: [
            { key: 'subdomain', label: 'Subdomain', helpText: 'See [your address](https://example.com/me).' },
          ],
        },
      },
      where: 'authentication.fields.subdomain',
    },
  ],
  D027: [
    { why: 'the platform’s version is old', by: { platformVersion: '15.0.0' }, where: 'platformVersion' },
  ],
  D028: [
    {
      why: 'blank values are taken out before the action sees them',
      by: onCreate({ cleanInputData: true }),
      where: 'creates.create_lead',
    },
  ],
  G01: [
    {
      why: 'a label names Zapier',
      by: named('Create Zapier Lead', 'Creates a new lead.'),
      where: 'creates.create_lead.label',
    },
  ],
  G02: [
    {
      why: 'a key is no words in snake case',
      by: { creates: { create_lead: { key: 'createLead' } } },
      where: 'creates.create_lead',
    },
    {
      why: 'two operations have one key',
      by: { creates: { create_lead: { key: 'new_lead' } } },
      where: 'creates.create_lead',
    },
  ],
  G03: [
    {
      why: 'an action creates or updates',
      by: named('Create or Update Lead', 'Creates or updates a lead.'),
      where: 'creates.create_lead',
    },
    {
      why: 'an action’s description is no sentence about what it does',
      by: named('Create Lead', 'Create a lead'),
      where: 'creates.create_lead',
    },
    {
      why: 'a search does not say that it finds',
      by: { searches: { find_lead: { display: { label: 'Search Leads' } } } },
      where: 'searches.find_lead',
    },
  ],
  G04: [
    {
      why: 'a trigger says only that something was updated',
      by: { triggers: { new_deal: { display: { label: 'Updated Deal' } } } },
      where: 'triggers.new_deal.label',
    },
  ],
  G05: [
    {
      why: 'a dropdown asks for an ID',
      by: withField({ key: 'owner', label: 'Owner ID', choices: { o1: 'Ann' } }),
      where: 'creates.create_lead.inputFields.owner',
    },
  ],
  G06: [
    {
      why: 'a required field stands after an optional one',
      by: onCreate({
        inputFields: [
          { key: 'color', label: 'Color' },
          { key: 'name', label: 'Name', required: true },
        ],
      }),
      where: 'creates.create_lead.inputFields.name',
    },
  ],
  G07: [
    {
      why: 'a field has no label',
      by: withField({ key: 'color' }),
      where: 'creates.create_lead.inputFields.color',
    },
  ],
  G08: [
    {
      why: 'a choice is a key',
      by: withField({ key: 'color', label: 'Color', choices: { dark_red: 'dark_red' } }),
      where: 'creates.create_lead.inputFields.color',
    },
  ],
  G09: [
    {
      why: 'deleting gives no warning',
      by: {
        creates: {
          delete_lead: { operation: { inputFields: [{ key: 'lead', label: 'Lead', required: true }] } },
        },
      },
      where: 'creates.delete_lead',
    },
  ],
  G10: [
    {
      why: 'a help text is for programmers',
      by: withField({ key: 'color', label: 'Color', helpText: 'A string with the name.' }),
      where: 'creates.create_lead.inputFields.color',
    },
    {
      why: 'a description is for programmers',
      by: named('Create Lead', 'Creates a new lead through the API.'),
      where: 'creates.create_lead',
    },
  ],
  G11: [
    {
      why: 'a value of the sample has no output field',
      by: onCreate({ sample: { phones: [{ number: '555 0100', kind: 'home' }] } }),
      where: 'creates.create_lead.sample.phones[]kind',
    },
  ],
  G12: [
    {
      why: 'a sample’s value is a placeholder',
      by: onHook({ sample: { address: { city: 'test' } } }),
      where: 'triggers.new_lead.sample.address__city',
    },
  ],
  G13: [
    {
      why: 'an output field has no label',
      by: { searches: { find_lead: { operation: { outputFields: [{ key: 'id' }] } } } },
      where: 'searches.find_lead.outputFields.id',
    },
    {
      why: 'an output field’s label is not in Title Case',
      by: { searches: { find_lead: { operation: { outputFields: [{ key: 'id', label: 'the lead' }] } } } },
      where: 'searches.find_lead.outputFields.id',
    },
    {
      why: 'two output fields have one label',
      by: {
        searches: {
          find_lead: {
            operation: {
              outputFields: [
                { key: 'id', label: 'Lead' },
                { key: 'name', label: 'Lead' },
              ],
            },
          },
        },
      },
      where: 'searches.find_lead.outputFields.name',
    },
  ],
  G14: [
    {
      why: 'a lock lasts too long',
      by: onCreate({ lock: { key: 'lead', timeout: 300 } }),
      where: 'creates.create_lead.lock',
    },
  ],
  G15: [
    {
      why: 'a noun is a plural',
      by: { creates: { create_lead: { noun: 'Leads' } } },
      where: 'creates.create_lead.noun',
    },
  ],
};

describe('the publishing rules', () => {
  it('have nothing against a good app', () => {
    expect(checkDefinition(exampleApp())).toEqual([]);
  });

  describe.each(Object.keys(definitionRules).filter(isRule))('%s', (code) => {
    it.each(breaches[code])('notices that $why', ({ by, where }) => {
      const findings = checkDefinition(changed(by)).filter((one) => one.code === code);
      expect(findings.map((one) => one.where)).toContain(where);
    });
  });
});

function isRule(code: string): code is RuleCode {
  return Object.hasOwn(breaches, code);
}
