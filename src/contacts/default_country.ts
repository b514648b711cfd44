/** The country of the people of a list whose own is blank. */
import { type InputData, readTrimmed } from '../inputs.ts';

export const defaultCountryField = {
  key: 'default_country',
  label: 'Default Country',
  type: 'string',
  placeholder: 'For example Sweden',
  helpText:
    'The country of everyone in the list whose country is blank. Leave this blank for the United States.',
} as const;

/** Returns the country as typed; empty if the field is blank. */
export const readDefaultCountry = (inputData: InputData): string =>
  readTrimmed(inputData, defaultCountryField) ?? '';
