/** Find Envelope Logo: `GET /v1/logos`. docs/api.md#logos */
import { defineSearch } from 'zapier-platform-core';
import * as logos from '../api/logos.ts';
import { logoChoice } from '../orders/new_order.ts';
import { describeOutput } from '../output_fields.ts';
import { searchByIdOrName } from '../steps/id_or_name.ts';

const { inputFields, perform } = searchByIdOrName({
  noun: 'logo',
  idField: { ...logoChoice, key: 'logo_id' },
  list: async (z) => (await logos.list(z)).map((logo) => ({ ...logo, name: logo.name ?? null })),
});

export const findLogo = defineSearch({
  key: 'find_logo',
  noun: 'Envelope Logo',
  display: {
    label: 'Find Envelope Logo',
    description: 'Finds an envelope logo by its name or ID.',
  },
  operation: {
    inputFields,
    perform,
    ...describeOutput({ id: 'l-007-0042', name: 'Grace Community Church', type: 'logo' }),
  },
});
