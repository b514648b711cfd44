/** Describes the sheets and envelopes of an order in words. */

import type { Service } from '../service.ts';
import type { ContentItem, StoredFile } from '../store/records.ts';
import type { OrderItemView } from './protocol.ts';

export function orderItemView(service: Service, item: ContentItem): OrderItemView {
  const size = item.width && item.height ? [`${item.width} × ${item.height} in`] : [];
  if (item.type === 'envelope') {
    const logo = item.logo === undefined ? [] : [`logo ${nameWithId(service, 'logo', item.logo)}`];
    return {
      type: 'envelope',
      title: `Envelope ${nameOf(service, 'envelope_type', item.envelope_type)}`,
      id: item.envelope_type,
      file: null,
      details: [item.outer ? 'outer' : 'enclosed', ...size, ...logo],
      merge: [],
    };
  }
  const { rows = 1, cols = 1 } = item;
  return {
    type: 'sheet',
    title: service.database.get<StoredFile>('file', item.file)?.filename ?? item.file,
    id: item.file,
    file: item.file,
    details: [
      nameWithId(service, 'paper_type', item.paper_type),
      ...size,
      item.color ? 'color' : 'black and white',
      item.duplex ? 'double-sided' : 'single-sided',
      ...(item.landscape ? ['landscape'] : []),
      ...(rows * cols > 1 ? [`cut into ${rows} × ${cols}`] : []),
    ],
    merge: (item.merge ?? []).map(({ text, font, size: points, page }) => ({
      text,
      details: `page ${page}, ${nameWithId(service, 'font', font)}, ${points} pt`,
    })),
  };
}

type NamedKind = 'list' | 'temporary_list' | 'logo' | 'envelope_type' | 'paper_type' | 'font';

/** Returns the name of a record, or its ID if it no longer exists. */
const nameOf = ({ database }: Service, kind: NamedKind, id: string): string =>
  database.get<{ name: string }>(kind, id)?.name ?? id;

export function listName(service: Service, id: string): string {
  const kind = service.database.get('list', id) ? 'list' : 'temporary_list';
  return nameOf(service, kind, id);
}

/** Includes the ID, because order requests need it. */
function nameWithId(service: Service, kind: NamedKind, id: string): string {
  const name = nameOf(service, kind, id);
  return name === id ? id : `${name} (${id})`;
}
