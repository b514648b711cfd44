/** Compiles and runs the step that CONTRIBUTING.md shows. */
import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import { inputFields, perform, sendLetter } from '../../../src/creates/send_letter.ts';

// The step:
const cardFields = defineInputFields([
  ...inputFields,
  { key: 'motif', label: 'Motif', type: 'string', helpText: 'Such as a candle.' },
]);

const performCard = (async (z, bundle) => ({
  ...(await perform(z, bundle)),
  motif: bundle.inputData.motif ?? null,
})) satisfies CreatePerform;

const { inputFieldGroups = [] } = sendLetter.operation;
const sample = { ...sendLetter.operation.sample, motif: 'Candle' };
const outputFields = [...(sendLetter.operation.outputFields ?? []), { key: 'motif', label: 'Motif' }];
const sendCard = defineCreate({
  key: 'send_card',
  noun: 'Card',
  display: { label: 'Send Card', description: 'Prints a card and mails it to one person. This costs money.' },
  operation: { inputFieldGroups, inputFields: cardFields, perform: performCard, sample, outputFields },
});
// The end of the step.

const source = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');

it('A step like Send Letter has its fields and further ones', () => {
  const keys = (sendCard.operation.inputFields ?? []).map((field) =>
    typeof field === 'object' ? field.key : '',
  );
  expect(keys).toEqual([...inputFields.map(({ key }) => key), 'motif']);
});

it('CONTRIBUTING.md shows this step', async () => {
  const [, step = ''] =
    /\/\/ The step:\n([\s\S]*?)\/\/ The end/.exec(await source('similar_step.test.ts')) ?? [];
  expect(step).toContain('defineCreate(');
  expect(await source('../../../CONTRIBUTING.md')).toContain(`\`\`\`ts\n${step}\`\`\``);
});
