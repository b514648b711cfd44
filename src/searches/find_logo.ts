/** Find Envelope Logo: GET /v1/logos (§4.5). */
import { defineInputFields, defineSearch, type SearchPerform } from 'zapier-platform-core';
import * as logos from '../api/logos.ts';
import { inputError, trimmedString } from '../inputs.ts';
import { logoChoice, logoOutputFields, logoSample } from '../resources/logo.ts';
import { bestFirst, matchScore } from './matching.ts';

const inputFields = defineInputFields([
  {
    key: 'name',
    label: 'Name',
    type: 'string',
    helpText: 'The name of the logo or a part of it; capital letters do not matter.',
  },
  {
    ...logoChoice,
    key: 'logo_id',
    search: 'find_logo.id',
    helpText: 'The logo itself, when an earlier step gives it. Fill in one of the two.',
  },
]);

const perform = (async (z, { inputData }) => {
  const id = trimmedString(inputData, 'logo_id');
  const name = trimmedString(inputData, 'name');
  if (id === undefined && name === undefined) {
    throw inputError(
      `Nothing to look for was given: fill in ${inputFields[0].label} or ${inputFields[1].label}.`,
    );
  }
  const candidates = (await logos.list(z)).filter((logo) => id === undefined || logo.id === id);
  const found =
    name === undefined ? candidates : bestFirst(candidates, (logo) => matchScore(name, logo.name));
  return found.map((logo) => ({ ...logo, name: logo.name ?? null }));
}) satisfies SearchPerform;

export const findLogo = defineSearch({
  key: 'find_logo',
  noun: 'Envelope Logo',
  display: {
    label: 'Find Envelope Logo',
    description: 'Finds one of your logos for the outer envelope, by its name.',
  },
  operation: {
    inputFields,
    cleanInputData: false,
    perform,
    sample: logoSample,
    outputFields: logoOutputFields,
  },
});
