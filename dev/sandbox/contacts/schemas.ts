/** The bodies of the mailing list's requests and responses. */
import * as zod from 'zod';
import { named, text } from '../http/named_schemas.ts';
import { addressFields, mapFields, personFields } from './contact_fields.ts';

export const addressSchema = named(
  'contacts.contact.address.v1',
  zod.object(mapFields(addressFields, (_, description) => text.nullish().describe(description))),
);

const contactParts = {
  ...mapFields(personFields, (_, description) => text.nullish().describe(description)),
  external_id: zod
    .union([text, zod.number().transform(String)])
    .nullish()
    .describe(personFields.external_id),
  address: addressSchema.optional(),
};

export const contactSchema = named(
  'contacts.contact.v1',
  zod.object({ contact_id: text.optional(), ...contactParts }),
);

export type ContactBody = zod.output<typeof contactSchema>;

export const contactUpdateSchema = named('contacts.contact.update.v1', zod.object(contactParts).partial());

export type ContactChanges = zod.output<typeof contactUpdateSchema>;

export const contactsSchema = named('contacts.v1', zod.object({ contacts: zod.array(contactSchema) }));
export const wrappedContactSchema = named(
  'contacts.contact_wrapper.v1',
  zod.object({ contact: contactSchema }),
);
export const wrappedChangesSchema = named(
  'contacts.contact_wrapper.update.v1',
  zod.object({ contact: contactSchema.partial() }),
);

export const contactCreatedSchema = named('contacts.contact_created.v1', zod.object({ contact_id: text }));
export const contactsCreatedSchema = named(
  'contacts.contacts_created.v1',
  zod.object({
    contacts: zod.array(
      named('contacts.contact_created.v2', zod.object({ contact_id: text, external_id: text })),
    ),
  }),
);
