/**
 * The plain way of the measured operations: it loads the whole response into memory, as Zapier's templates and most
 * connectors do. Each operation does the same as the connector's operation with its key.
 */
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import {
  type Bundle,
  createAppHandler,
  defineApp,
  version as platformVersion,
  type ZObject,
} from 'zapier-platform-core';

interface Contact {
  contact_id: string;
  external_id: string | null;
  name: string;
}

const root = () => process.env.BASE_URL ?? '';

const contacts = async (z: ZObject): Promise<Contact[]> =>
  (await z.request<{ contacts: Contact[] }>(`${root()}/v1/contacts`)).data.contacts;

const withId = (contact: Contact) => ({ id: contact.contact_id, ...contact });

const display = { label: 'Plain Way', description: 'Does the same in the plain way.' };
const sample = { id: '1' };

const search = (key: string, perform: (z: ZObject, bundle: Bundle) => Promise<object[]>) => ({
  [key]: { key, noun: 'Thing', display, operation: { perform, sample } },
});

const create = (key: string, perform: (z: ZObject, bundle: Bundle) => Promise<{ id: string }>) => ({
  [key]: { key, noun: 'Thing', display, operation: { perform, sample } },
});

const app = defineApp({
  version: '1.0.0',
  platformVersion,
  beforeRequest: [
    (request, _z, bundle) => {
      request.headers = { ...request.headers, Authorization: `Bearer ${bundle.authData.access_token}` };
      return request;
    },
  ],
  searches: {
    ...search('find_contact', async (z, { inputData }) => {
      const found = (await contacts(z)).find(({ external_id }) => external_id === inputData.external_id);
      return found ? [withId(found)] : [];
    }),
    // A floor: zapier-platform-core fetches the list without processing it.
    ...search('drain', async (z) => {
      const { body } = await z.request({ url: `${root()}/v1/contacts`, raw: true });
      let bytes = 0;
      body.on('data', (piece) => {
        bytes += piece.length;
      });
      await finished(body);
      return [{ id: '1', bytes }];
    }),
  },
  creates: {
    // A floor: zapier-platform-core pipes the file and hashes it on the way, as the connector does.
    ...create('upload_file', async (z, { inputData }) => {
      const source = await z.request({ url: String(inputData.file), raw: true });
      const length = source.getHeader('content-length');
      const hash = createHash('sha256');
      const response = await z.request<{ id: string }>({
        method: 'POST',
        url: `${root()}/v1/files`,
        params: { filename: 'newsletter.pdf' },
        headers: {
          'Content-Type': 'application/octet-stream',
          ...(length ? { 'Content-Length': length } : {}),
        },
        body: source.body.pipe(
          new Transform({
            transform(chunk, _encoding, done) {
              hash.update(chunk);
              done(null, chunk);
            },
          }),
        ),
      });
      hash.digest();
      return response.data;
    }),
  },
});

export const handler = createAppHandler(app);
