/** The envelopes of an order: their input fields, and how they are read. docs/api.md#orders */
import { defineInputFields } from 'zapier-platform-core';
import { type InputData, inputError, isBlank, readNumber, readTrimmed } from '../inputs.ts';
import { logoChoice } from './logo.ts';
import { idHelp } from './sheet.ts';

export const envelopeFields = defineInputFields([
  {
    key: 'outer_envelope_type',
    label: 'Outer Envelope',
    type: 'string',
    group: 'outer',
    helpText: `The ID of the envelope that the letter is mailed in. If left blank, the order has no outer envelope. ${idHelp}`,
  },
  {
    key: 'outer_envelope_width',
    label: 'Outer Envelope Width (Inches)',
    type: 'string',
    group: 'outer',
    placeholder: 'For example 9.5',
  },
  {
    key: 'outer_envelope_height',
    label: 'Outer Envelope Height (Inches)',
    type: 'string',
    group: 'outer',
    placeholder: 'For example 4.125',
  },
  {
    ...logoChoice,
    key: 'logo',
    group: 'outer',
    helpText: 'The logo printed on the outer envelope.',
  },
  {
    key: 'return_envelope_type',
    label: 'Return Envelope',
    type: 'string',
    group: 'return',
    helpText: `The ID of an envelope for the reply, enclosed with the letter. If left blank, there is none. ${idHelp}`,
  },
  {
    key: 'return_envelope_width',
    label: 'Return Envelope Width (Inches)',
    type: 'string',
    group: 'return',
    placeholder: 'For example 8.875',
  },
  {
    key: 'return_envelope_height',
    label: 'Return Envelope Height (Inches)',
    type: 'string',
    group: 'return',
    placeholder: 'For example 3.875',
  },
]);

/** Returns the envelopes that are filled in. @throws a user-facing error for the first unusable value */
export const readEnvelopes = (inputData: InputData) =>
  [readEnvelope(inputData, 'return'), readEnvelope(inputData, 'outer')].filter((one) => one !== undefined);

function readEnvelope(inputData: InputData, which: 'outer' | 'return') {
  const fields = envelopeFields.filter(
    ({ key }) => key.startsWith(which) || (which === 'outer' && key === 'logo'),
  );
  const [typeField] = fields;
  const field = (key: string) => fields.find((one) => one.key === key) ?? { key };
  if (!typeField || fields.every(({ key }) => isBlank(inputData[key]))) return undefined;
  const type = readTrimmed(inputData, typeField);
  if (type === undefined) {
    const filled = fields.filter(({ key }) => !isBlank(inputData[key])).map(({ label }) => label);
    throw inputError(
      `${filled.join(' and ')} ${filled.length === 1 ? 'is' : 'are'} filled in, but ${typeField.label} is blank. Enter ${typeField.label}, or leave all of them blank.`,
    );
  }
  return {
    type: 'envelope' as const,
    envelope_type: type,
    width: readNumber(inputData, field(`${which}_envelope_width`), { above: 0 }),
    height: readNumber(inputData, field(`${which}_envelope_height`), { above: 0 }),
    outer: which === 'outer',
    logo: which === 'outer' ? readTrimmed(inputData, field('logo')) : undefined,
  };
}
