import { expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();

it('The labels of the logos in a dropdown are never empty', async () => {
  const data = [
    { id: 'l-1', name: ' Grace Church ' },
    { id: 'l-2', name: ' ' },
    { id: 'l-3', name: null },
  ];
  api().get('/v1/logos').reply(200, { data, links: {}, type: 'list' });
  const page = await new UnitConnector().run('searches.find_logo.operation.inputFields.1.choices.perform');
  expect(page).toMatchObject({
    results: [
      { id: 'l-1', label: 'Grace Church' },
      { id: 'l-2', label: 'l-2' },
      { id: 'l-3', label: 'l-3' },
    ],
  });
});
