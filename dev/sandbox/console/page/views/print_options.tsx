/** What orders can use: paper, envelopes, fonts and logos, with the IDs that order requests need. */
import { DataTable } from '../../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import type { PrintOptions } from '../../protocol.ts';
import { Loaded } from '../components/loaded.tsx';
import { account } from '../data/overview.ts';
import { useData } from '../data/use_data.ts';

export function PrintOptionsView() {
  const options = useData<PrintOptions>(`print-options?${new URLSearchParams({ account: account.value })}`, [
    'paper_type',
    'envelope_type',
    'font',
    'logo',
  ]);
  return (
    <>
      <PageHeading
        title="Paper, envelopes and fonts"
        lead="The paper, envelopes, fonts and logos that orders can use. Use the IDs in the “Create Order” action."
      />
      <Loaded from={options}>
        {({ papers, envelopes, fonts, logos }) => (
          <div class="stack">
            <OptionTable title="Paper types" idHead="Paper type ID" options={papers} />
            <OptionTable title="Envelope types" idHead="Envelope type ID" options={envelopes} />
            <OptionTable title="Fonts" idHead="Font ID" options={fonts} />
            <Logos logos={logos} />
          </div>
        )}
      </Loaded>
    </>
  );
}

interface OptionTableProps {
  title: string;
  idHead: string;
  options: { id: string; name: string; size?: string }[];
}

const OptionTable = ({ title, idHead, options }: OptionTableProps) => (
  <section>
    <h2>{title}</h2>
    <DataTable
      caption={title}
      rows={options}
      keyOf={({ id }) => id}
      empty={<p>None</p>}
      columns={[
        { head: 'Name', kind: 'name', cell: ({ name }) => name },
        { head: idHead, cell: ({ id }) => <code>{id}</code> },
        ...(options.some(({ size }) => size)
          ? [{ head: 'Size', cell: ({ size }: { size?: string }) => size }]
          : []),
      ]}
    />
  </section>
);

const Logos = ({ logos }: { logos: PrintOptions['logos'] }) => (
  <section>
    <h2>Logos</h2>
    {logos.length === 0 ? (
      <div class="card empty">
        <p>This account has no logos. Choose another account above.</p>
      </div>
    ) : (
      <ul class="logos">
        {logos.map(({ id, name }) => (
          <li key={id} class="card">
            <img src={`/console/logos/${encodeURIComponent(id)}/image`} alt="" />
            <strong>{name}</strong>
            <code>{id}</code>
          </li>
        ))}
      </ul>
    )}
  </section>
);
