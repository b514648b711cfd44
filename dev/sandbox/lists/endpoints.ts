/** Temporary mailing lists: `/v1/lists`. See docs/api.md#temporary-lists. */
import { type Endpoint, endpoint, json } from '../http/endpoint.ts';
import { ServiceError } from '../http/service_error.ts';
import {
  listChangesSchema,
  listCodes,
  listCreatedSchema,
  listSchema,
  newListSchema,
  newRecipientsSchema,
  recipientChangesSchema,
  recipientSchema,
  recipientsAddedSchema,
} from './schemas.ts';
import * as lists from './temporary_lists.ts';

const scope = 'lists.write';

export const listEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/v1/lists',
    summary: 'Creates a temporary list, which expires after 14 days',
    scope,
    takes: json(newListSchema, listCodes),
    answers: { 201: listCreatedSchema },
    handle({ service, account, input }) {
      const { list_id, expires } = lists.serializeList(lists.createList(service, account, input));
      return { status: 201, json: { list_id, expires } };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/v1/lists/{list_id}',
    summary: 'Changes the name or the metadata of a temporary list',
    scope,
    takes: json(listChangesSchema, listCodes),
    answers: { 200: listSchema },
    handle({ service, account, id, input }) {
      const list = lists.updateList(service, lists.findList(service, account, id), input);
      return { status: 200, json: lists.serializeList(list) };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/v1/lists/{list_id}/contacts',
    summary: 'Adds recipients to a temporary list',
    scope,
    takes: json(newRecipientsSchema, listCodes),
    answers: { 200: recipientsAddedSchema },
    handle({ service, account, id, input }) {
      const list = lists.findList(service, account, id);
      const added = input.data.map((recipient, index) =>
        lists.addRecipient(service, list, recipient, `data[${index}].`),
      );
      return { status: 200, json: { contacts: added.map(({ id, external_id }) => ({ id, external_id })) } };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/v1/lists/{list_id}/contacts/{contact_id}',
    summary: 'Changes a recipient of a temporary list',
    scope,
    takes: json(recipientChangesSchema, listCodes),
    answers: { 200: recipientSchema },
    handle({ service, account, id, pathParameters, input }) {
      const recipient = lists.findRecipient(
        service,
        lists.findList(service, account, id),
        pathParameters.contact_id ?? '',
      );
      if (input.id !== recipient.id)
        throw new ServiceError(
          400,
          'lists.id_mismatch',
          'The id in the body differs from the id in the path.',
          {
            attribute: 'id',
          },
        );
      return {
        status: 200,
        json: lists.serializeRecipient(lists.updateRecipient(service, recipient, input)),
      };
    },
  }),
];
