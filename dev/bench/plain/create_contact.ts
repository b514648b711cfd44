/** A minimal action, written like those of Zapier's templates. */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';

const inputFields = defineInputFields([
  { key: 'name', label: 'Name', type: 'string', required: true },
  { key: 'street', label: 'Street', type: 'string' },
  { key: 'city', label: 'City', type: 'string' },
  { key: 'state', label: 'State', type: 'string' },
  { key: 'postal_code', label: 'Postal Code', type: 'string' },
]);

const perform = (async (z, { inputData }) => {
  const { name, street, city, state, postal_code } = inputData;
  const response = await z.request<{ contact_id: string }>({
    method: 'POST',
    url: `${process.env.BASE_URL}/v3/contacts`,
    body: { name, address: { street, city, state, postal_code } },
  });
  return { id: response.data.contact_id, ...response.data };
}) satisfies CreatePerform<typeof inputFields>;

export default defineCreate({
  key: 'create_contact',
  noun: 'Contact',
  display: { label: 'Create Contact', description: 'Creates a new contact.' },
  operation: { inputFields, perform, sample: { id: 'c-204-1187', contact_id: 'c-204-1187' } },
});
