/** What orders can use, with the IDs that order requests need. */
import type { Column } from '../../../../ui/components/data_table.tsx';
import type { NamedRecord } from '../../protocol.ts';
import { Id } from '../cells.tsx';
import type { Noun } from '../noun.ts';

const nameAndId: Column<NamedRecord>[] = [
  { head: 'Name', kind: 'name', cell: ({ name }) => name },
  { head: 'ID', cell: ({ id }) => <Id>{id}</Id> },
];

export const papers: Noun<'papers'> = {
  name: 'papers',
  label: 'Paper Types',
  empty: 'None',
  columns: nameAndId,
};

export const envelopes: Noun<'envelopes'> = {
  name: 'envelopes',
  label: 'Envelope Types',
  empty: 'None',
  columns: [...nameAndId, { head: 'Size', cell: ({ width, height }) => `${width} × ${height} in` }],
};

export const fonts: Noun<'fonts'> = { name: 'fonts', label: 'Fonts', empty: 'None', columns: nameAndId };

export const logos: Noun<'logos'> = {
  name: 'logos',
  label: 'Logos',
  empty: 'This account has no logos. Choose another account above.',
  columns: [
    ...nameAndId,
    {
      head: 'Image',
      cell: ({ id }) => <img class="logo" src={`/console/logos/${encodeURIComponent(id)}/image`} alt="" />,
    },
  ],
};
