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

/** For each rule, changes that break it and the path that the finding names. */
const violations: Record<RuleCode, { what: string; by: Changes; where: string }[]> = {
  D001: [
    {
      what: 'a step asks for an API key',
      by: withField({ key: 'api_key', label: 'Key', type: 'string' }),
      where: 'creates.create_lead.inputFields.api_key',
    },
    {
      what: 'a step asks for a password',
      by: withField({ key: 'word', label: 'Word', type: 'password' }),
      where: 'creates.create_lead.inputFields.word',
    },
  ],
  D002: [
    {
      what: 'a field of the connection form does not link to its value',
      by: { authentication: { fields: [{ key: 'code', label: 'Code', helpText: 'Your code.' }] } },
      where: 'authentication.fields.code',
    },
  ],
  D003: [
    {
      what: 'the connection label is the same for all accounts',
      by: { authentication: { connectionLabel: 'Connected' } },
      where: 'authentication.connectionLabel',
    },
    {
      what: 'the connection label contains the access token',
      by: { authentication: { connectionLabel: '{{bundle.authData.access_token}}' } },
      where: 'authentication.connectionLabel',
    },
  ],
  D004: [
    {
      what: 'a field for an id has no dropdown',
      by: withField({ key: 'owner_id', label: 'Owner', type: 'string' }),
      where: 'creates.create_lead.inputFields.owner_id',
    },
  ],
  D005: [
    {
      what: 'a dropdown is filled by a trigger that does not exist',
      by: withField({ key: 'owner', label: 'Owner', type: 'string', dynamic: 'list_owners.id.name' }),
      where: 'creates.create_lead.inputFields.owner',
    },
  ],
  D006: [
    {
      what: 'a hook trigger has no performList',
      by: onHook({ performList: undefined }),
      where: 'triggers.new_lead',
    },
  ],
  D007: [
    {
      what: 'a URL does not use HTTPS',
      by: onCreate({ sample: { id: 'http://example.com/1' } }),
      where: 'creates.create_lead.operation.sample.id',
    },
  ],
  D008: [
    {
      what: 'a URL in a help text is not a link',
      by: withField({ key: 'color', label: 'Color', helpText: 'See https://example.com/colors.' }),
      where: 'creates.create_lead.inputFields.color.helpText',
    },
    {
      what: 'a link is invalid',
      by: withField({ key: 'color', label: 'Color', helpText: 'See [our colors](example.com).' }),
      where: 'creates.create_lead.inputFields.color.helpText',
    },
  ],
  D009: [
    {
      what: 'a search has no input field',
      by: { searches: { find_lead: { operation: { inputFields: [] } } } },
      where: 'searches.find_lead',
    },
  ],
  D010: [
    {
      what: 'a sample has no id',
      by: { searches: { find_lead: { operation: { sample: { id: undefined, name: 'Ann' } } } } },
      where: 'searches.find_lead.sample',
    },
    {
      what: 'a sample lacks the primary field',
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
      what: 'a help text repeats the label',
      by: withField({ key: 'color', label: 'Favorite Color', helpText: 'Enter your favorite color.' }),
      where: 'creates.create_lead.inputFields.color',
    },
  ],
  D012: [
    { what: 'there is no sample', by: onCreate({ sample: undefined }), where: 'creates.create_lead.sample' },
  ],
  D013: [
    {
      what: 'a field refers to a search that does not exist',
      by: withField({ key: 'owner', label: 'Owner', type: 'string', search: 'find_owner.id' }),
      where: 'creates.create_lead.inputFields.owner',
    },
  ],
  D014: [
    {
      what: 'a list field has a search',
      by: withField({ key: 'owners', label: 'Owners', list: true, search: 'find_lead.id' }),
      where: 'creates.create_lead.inputFields.owners',
    },
    {
      what: 'a boolean field has a search',
      by: withField({ key: 'owned', label: 'Owned', type: 'boolean', search: 'find_lead.id' }),
      where: 'creates.create_lead.inputFields.owned',
    },
  ],
  D016: [
    {
      what: 'the only trigger must be set up by hand',
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
      what: 'a hook trigger does not unsubscribe',
      by: onHook({ performUnsubscribe: undefined }),
      where: 'triggers.new_lead',
    },
  ],
  D018: [
    {
      what: 'a field’s label is not in Title Case',
      by: withField({ key: 'color', label: 'Favorite color' }),
      where: 'creates.create_lead.inputFields.color.label',
    },
    {
      what: 'a label ends with a small word in lower case',
      by: withField({ key: 'until', label: 'Color to' }),
      where: 'creates.create_lead.inputFields.until.label',
    },
  ],
  D021: [
    {
      what: 'a trigger’s description does not begin with “Triggers when”',
      by: { triggers: { new_deal: { display: { description: 'Triggers whenever a deal is won.' } } } },
      where: 'triggers.new_deal.description',
    },
    {
      what: 'a trigger’s description has no period',
      by: { triggers: { new_deal: { display: { description: 'Triggers when a deal is won' } } } },
      where: 'triggers.new_deal.description',
    },
  ],
  D022: [
    {
      what: 'an action has only computed fields',
      by: onCreate({ inputFields: ['$func$2$f$'] }),
      where: 'creates.create_lead',
    },
  ],
  D023: [
    {
      what: 'a time has no zone',
      by: onHook({ sample: { created: '2026-03-12T12:00:00' } }),
      where: 'triggers.new_lead.sample.created',
    },
    {
      what: 'a time is not in ISO 8601',
      by: onCreate({ sample: { tags: ['3/12/2026 5:30 pm'] } }),
      where: 'creates.create_lead.sample.tags',
    },
  ],
  D024: [
    {
      what: 'a list field contains a text',
      by: onCreate({ sample: { tags: 'warm' } }),
      where: 'creates.create_lead.sample',
    },
    {
      what: 'a number field contains a text',
      by: onCreate({ sample: { score: '7' } }),
      where: 'creates.create_lead.sample',
    },
    {
      what: 'a required output field is missing',
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
      what: 'a help text contains a javascript: URL',
      by: withField({ key: 'color', label: 'Color', helpText: 'Look at `javascript:alert(1)` first.' }),
      where: 'creates.create_lead.operation.inputFields.1.helpText',
    },
  ],
  D026: [
    {
      what: 'a field for a subdomain accepts any text',
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
    { what: 'the platform version is outdated', by: { platformVersion: '15.0.0' }, where: 'platformVersion' },
  ],
  D028: [
    {
      what: 'Zapier removes blank values before the action runs',
      by: onCreate({ cleanInputData: true }),
      where: 'creates.create_lead',
    },
  ],
  G01: [
    {
      what: 'a label mentions Zapier',
      by: named('Create Zapier Lead', 'Creates a new lead.'),
      where: 'creates.create_lead.label',
    },
  ],
  G02: [
    {
      what: 'a key is not in snake case',
      by: { creates: { create_lead: { key: 'createLead' } } },
      where: 'creates.create_lead',
    },
    {
      what: 'two operations have the same key',
      by: { creates: { create_lead: { key: 'new_lead' } } },
      where: 'creates.create_lead',
    },
  ],
  G03: [
    {
      what: 'a label has two verbs',
      by: named('Create or Update Lead', 'Creates or updates a lead.'),
      where: 'creates.create_lead',
    },
    {
      what: 'an action’s description is not a sentence',
      by: named('Create Lead', 'Create a lead'),
      where: 'creates.create_lead',
    },
    {
      what: 'a search’s label does not begin with “Find”',
      by: { searches: { find_lead: { display: { label: 'Search Leads' } } } },
      where: 'searches.find_lead',
    },
  ],
  G04: [
    {
      what: 'a trigger’s label says only “Updated”',
      by: { triggers: { new_deal: { display: { label: 'Updated Deal' } } } },
      where: 'triggers.new_deal.label',
    },
  ],
  G05: [
    {
      what: 'a dropdown is labeled as an ID',
      by: withField({ key: 'owner', label: 'Owner ID', choices: { o1: 'Ann' } }),
      where: 'creates.create_lead.inputFields.owner',
    },
  ],
  G06: [
    {
      what: 'a required field comes after an optional one',
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
      what: 'a field has no label',
      by: withField({ key: 'color' }),
      where: 'creates.create_lead.inputFields.color',
    },
  ],
  G08: [
    {
      what: 'a choice has a key as its label',
      by: withField({ key: 'color', label: 'Color', choices: { dark_red: 'dark_red' } }),
      where: 'creates.create_lead.inputFields.color',
    },
  ],
  G09: [
    {
      what: 'an action that deletes has no warning',
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
      what: 'a help text uses a developer term',
      by: withField({ key: 'color', label: 'Color', helpText: 'A string with the name.' }),
      where: 'creates.create_lead.inputFields.color',
    },
    {
      what: 'a description uses a developer term',
      by: named('Create Lead', 'Creates a new lead through the API.'),
      where: 'creates.create_lead',
    },
  ],
  G11: [
    {
      what: 'a value of the sample has no output field',
      by: onCreate({ sample: { phones: [{ number: '555 0100', kind: 'home' }] } }),
      where: 'creates.create_lead.sample.phones[]kind',
    },
  ],
  G12: [
    {
      what: 'a sample’s value is a placeholder',
      by: onHook({ sample: { address: { city: 'test' } } }),
      where: 'triggers.new_lead.sample.address__city',
    },
  ],
  G13: [
    {
      what: 'an output field has no label',
      by: { searches: { find_lead: { operation: { outputFields: [{ key: 'id' }] } } } },
      where: 'searches.find_lead.outputFields.id',
    },
    {
      what: 'an output field’s label is not in Title Case',
      by: { searches: { find_lead: { operation: { outputFields: [{ key: 'id', label: 'the lead' }] } } } },
      where: 'searches.find_lead.outputFields.id',
    },
    {
      what: 'two output fields have the same label',
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
      what: 'a lock has a timeout of more than 180 seconds',
      by: onCreate({ lock: { key: 'lead', timeout: 300 } }),
      where: 'creates.create_lead.lock',
    },
  ],
  G15: [
    {
      what: 'a noun is in the plural',
      by: { creates: { create_lead: { noun: 'Leads' } } },
      where: 'creates.create_lead.noun',
    },
  ],
};

describe('the publishing rules', () => {
  it('accept an app that follows them', () => {
    expect(checkDefinition(exampleApp())).toEqual([]);
  });

  describe.each(Object.keys(definitionRules).filter(isRule))('%s', (code) => {
    it.each(violations[code])('reports that $what', ({ by, where }) => {
      const findings = checkDefinition(changed(by)).filter((one) => one.code === code);
      expect(findings.map((one) => one.where)).toContain(where);
    });
  });
});

function isRule(code: string): code is RuleCode {
  return Object.hasOwn(violations, code);
}
