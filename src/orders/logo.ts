/** The dropdown of the envelope logos. docs/api.md#logos */
import type { Bundle, ZObject } from 'zapier-platform-core';
import * as logos from '../api/logos.ts';
import { onePage } from '../dropdown.ts';

/** The service lists all logos on one page. */
const listChoices = async (z: ZObject, _bundle: Bundle) =>
  onePage((await logos.list(z)).map(({ id, name }) => ({ id, label: name?.trim() || id })));

/** A field in which a logo is chosen. Operations add their own key and help text. */
export const logoChoice = {
  label: 'Logo',
  type: 'string',
  resource: 'logo',
  search: 'find_logo.id',
  choices: { perform: listChoices },
} as const;
