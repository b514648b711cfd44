import { describe, expect, it } from '@jest/globals';
import { contactFields } from '../../../../src/person/fields.ts';
import { sandbox } from '../service_client.ts';

const howToAdd = 'Declare it in dev/sandbox/contacts/contact_fields.ts.';

const bodyWith = ({ key, group }: { key: string; group: string }, value: string) =>
  group === 'address' ? { address: { [key]: value } } : { [key]: value };

describe('every contact field of the connector', () => {
  it.each(contactFields.map((field) => [field.key, field] as const))(
    '%s can be created and changed',
    async (key, field) => {
      const api = await (await sandbox()).as();
      const { contact_id: id } = (
        await api.post('/v3/contacts', { name: 'Maria Miller', ...bodyWith(field, 'first') })
      ).body;
      const read = async () => {
        const { body } = await api.get(`/v1/contacts/${id}`);
        return { key, value: (field.group === 'address' ? body.address : body)[key] ?? howToAdd };
      };
      expect(await read()).toEqual({ key, value: 'first' });
      await api.post(`/v3/contacts/${id}`, bodyWith(field, 'second'));
      expect(await read()).toEqual({ key, value: 'second' });
    },
  );
});
