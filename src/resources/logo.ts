/** An envelope logo (§2.8): its record, and the dropdown in which one is chosen. */
import type { Bundle, ZObject } from 'zapier-platform-core';
import * as logos from '../api/logos.ts';

/** The account's logos for a dropdown; the service has them on one page. */
const choices = async (z: ZObject, _bundle: Bundle) => ({
  results: (await logos.list(z)).map(({ id, name }) => ({ id, label: name?.trim() || id })),
  paging_token: null,
});

/** A field in which a logo is chosen; its key and help text are the operation's. */
export const logoChoice = {
  label: 'Logo',
  type: 'string',
  resource: 'logo',
  choices: { perform: choices },
} as const;

export const logoSample = { id: 'l-007-0042', name: 'Grace Community Church', type: 'logo' };

export const logoOutputFields = [
  { key: 'id', label: 'Logo', primary: true },
  { key: 'name', label: 'Name' },
  { key: 'type', label: 'Type' },
];
