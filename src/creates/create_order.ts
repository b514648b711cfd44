/** Create Order: `POST /v1/orders` with sheets, merge texts and envelopes. docs/api.md#orders */
import { type CreatePerform, defineCreate, defineInputFields, type ZObject } from 'zapier-platform-core';
import * as files from '../api/files.ts';
import * as logos from '../api/logos.ts';
import type { OrderRequest } from '../api/orders.ts';
import { Cache } from '../cache.ts';
import { checkPrintable } from '../files/file_name.ts';
import { orderOptionFields, orderOptionGroup, readOrderOptions } from '../once/order_options.ts';
import { newOrderFields, readNewOrder } from '../orders/new_order.ts';
import { type Checks, checkItems, checkListed, orderedOutput } from '../orders/order.ts';
import { readPeopleOnList } from '../orders/order_people.ts';
import { placeContents } from '../orders/place_contents.ts';
import { findPlaceholders } from '../orders/placeholders.ts';
import { inputError } from '../steps/inputs.ts';
import { joinWarnings } from '../text/format.ts';
import { toText } from '../text/values.ts';

const inputFields = defineInputFields([...newOrderFields, ...orderOptionFields()]);

const perform = (async (z, bundle) => {
  const { list, ...order } = readNewOrder(bundle.inputData);
  const cache = new Cache(z);
  const names = findPlaceholders(order.contents);
  const placed = await placeContents({
    cache,
    options: readOrderOptions(bundle),
    people: await readPeopleOnList(cache, list),
    order,
    placeholders: { names, filled: names },
    preview: () => checkContents(z, order.contents),
  });
  return { ...order, ...placed };
}) satisfies CreatePerform;

/** Checks the files and the logo, and describes the contents. @throws a user-facing error if a file does not exist */
async function checkContents(z: ZObject, contents: OrderRequest['contents']): Promise<Checks[]> {
  const sheets = contents.filter(({ type }) => type === 'sheet');
  const warnings: (string | null)[] = [];
  for (const [index, { file }] of sheets.entries()) {
    const stored = await files.get(z, toText(file));
    if (stored) {
      warnings.push(checkPrintable(stored.filename ?? '', `The file of Sheet ${index + 1}`));
      continue;
    }
    throw inputError(
      `Sheet ${index + 1} uses the file "${file}", which does not exist at the letter service.`,
      'Map the file from an Upload File step. If it was uploaded a moment ago, run the step again in a minute.',
    );
  }
  const exist = sheets.length === 1 ? 'The file exists.' : `The files of all ${sheets.length} sheets exist.`;
  const logo = contents.find((item) => item.logo !== undefined)?.logo;
  const checks = logo === undefined ? {} : checkListed('logo', toText(logo), await logos.list(z));
  return [{ warning: joinWarnings(warnings), checked: [exist] }, checks, checkItems(contents)];
}

export const createOrder = defineCreate({
  key: 'create_order',
  noun: 'Order',
  display: {
    label: 'Create Order',
    description:
      'Prints uploaded files, on paper and in envelopes of your choice, and mails them to everyone on a list. This costs money.',
  },
  operation: {
    inputFieldGroups: [
      { key: 'outer', label: 'Outer Envelope' },
      { key: 'return', label: 'Return Envelope' },
      orderOptionGroup,
    ],
    inputFields,
    lock: { key: 'order-{{bundle.inputData.list_id}}', scope: ['account'], timeout: 60 },
    perform,
    ...orderedOutput,
  },
});
