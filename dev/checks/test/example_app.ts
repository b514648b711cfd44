/** A small app that follows every rule. Tests change one part of it to break a rule. */
import { type App, appSchema } from '../app.ts';

const text = { type: 'string' };

/** Returns a new object each time. */
export const exampleApp = (): App =>
  appSchema.parse({
    version: '1.0.0',
    platformVersion: '19.1.0',
    flags: { cleanInputData: false },
    authentication: { type: 'oauth2', connectionLabel: '{{name}}', fields: [] },
    triggers: {
      new_lead: {
        key: 'new_lead',
        noun: 'Lead',
        display: { label: 'New Lead', description: 'Triggers when a new lead is created.' },
        operation: {
          type: 'hook',
          performSubscribe: '$func$2$f$',
          performUnsubscribe: '$func$2$f$',
          perform: '$func$2$f$',
          performList: '$func$2$f$',
          inputFields: [
            {
              ...text,
              key: 'stage',
              label: 'Stage',
              choices: { won: 'Won', lost: 'Lost' },
              helpText: 'Leave blank for any.',
            },
          ],
          sample: { id: 'lead-1', created: '2026-03-12T12:00:00Z', address: { city: 'Columbus' } },
          outputFields: [
            { key: 'id', label: 'Lead' },
            { key: 'created', label: 'Created', type: 'datetime' },
            { key: 'address__city', label: 'City' },
          ],
        },
      },
      new_deal: {
        key: 'new_deal',
        noun: 'Deal',
        display: { label: 'New Deal', description: 'Triggers when a deal is won.' },
        operation: {
          type: 'polling',
          perform: '$func$2$f$',
          sample: { id: 'deal-1' },
          outputFields: [{ key: 'id', label: 'Deal' }],
        },
      },
    },
    creates: {
      create_lead: {
        key: 'create_lead',
        noun: 'Lead',
        display: { label: 'Create Lead', description: 'Creates a new lead.' },
        operation: {
          perform: '$func$2$f$',
          inputFields: [
            { ...text, key: 'name', label: 'Name', required: true, helpText: 'As it is written on letters.' },
            {
              key: 'phones',
              label: 'Phones',
              children: [{ ...text, key: 'number', label: 'Phone Number' }],
            },
            {
              ...text,
              key: 'team',
              label: 'Team',
              search: 'find_lead.team',
              helpText: 'Who calls the lead.',
            },
          ],
          sample: {
            id: 'lead-1',
            tags: ['warm'],
            phones: [{ number: '555 0100' }],
            score: 7,
            custom: { plan: 'Gold' },
          },
          outputFields: [
            { key: 'id', label: 'ID' },
            { key: 'tags', label: 'Tags', list: true },
            { key: 'phones[]number', label: 'Phone Number' },
            { key: 'score', label: 'Score', type: 'integer' },
            { key: 'custom', label: 'Custom Fields', dict: true },
          ],
        },
      },
      delete_lead: {
        key: 'delete_lead',
        noun: 'Lead',
        display: { label: 'Delete Lead', description: 'Deletes a lead for good.' },
        operation: {
          perform: '$func$2$f$',
          inputFields: [
            { ...text, key: 'lead_id', label: 'Lead', required: true, choices: { perform: '$func$2$f$' } },
            { key: 'warning', type: 'copy', helpText: 'The lead is gone for good.' },
          ],
          sample: { id: 'lead-1' },
          outputFields: [{ key: 'id', label: 'Lead' }],
        },
      },
    },
    searches: {
      find_lead: {
        key: 'find_lead',
        noun: 'Lead',
        display: { label: 'Find Lead', description: 'Finds a lead by name.' },
        operation: {
          perform: '$func$2$f$',
          inputFields: [{ ...text, key: 'name', label: 'Name', helpText: 'Capital letters do not matter.' }],
          sample: { id: 'lead-1' },
          outputFields: [{ key: 'id', label: 'Lead' }],
        },
      },
    },
    searchOrCreates: {
      find_lead: {
        key: 'find_lead',
        display: { label: 'Find or Create Lead', description: 'Finds a lead or creates it.' },
        search: 'find_lead',
        create: 'create_lead',
      },
    },
  });

/** Merges changes into the example app. Lists and `undefined` replace the old value. */
export function changed(changes: Changes): App {
  return appSchema.parse(JSON.parse(JSON.stringify(deepMerge(exampleApp(), changes))));
}

export interface Changes {
  [key: string]: unknown;
}

function deepMerge(value: unknown, changes: unknown): unknown {
  if (!isObject(changes) || !isObject(value)) return changes;
  const merged: Changes = { ...value };
  for (const [key, part] of Object.entries(changes)) merged[key] = deepMerge(value[key], part);
  return merged;
}

const isObject = (value: unknown): value is Changes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
