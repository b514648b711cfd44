/** Fault rules: make the service fail on purpose. */
import { ActionButton } from '../../../../ui/components/action_button.tsx';
import { DataTable } from '../../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import type { FaultView } from '../../protocol.ts';
import { addFault, removeAllFaults } from '../actions/sandbox.ts';
import { Loaded } from '../components/loaded.tsx';
import { useData } from '../data/use_data.ts';
import { commonFaults } from '../faults/common_faults.ts';
import { effectText, frequencyText, matchText } from '../faults/fault_text.ts';

export function FaultsView() {
  const faults = useData<FaultView[]>('faults', ['fault']);
  return (
    <>
      <PageHeading
        title="Faults"
        lead="Make the letter service fail on purpose to see how your Zaps handle it. This page is never affected."
      >
        {(faults.data?.length ?? 0) > 0 && (
          <ActionButton appearance="danger" action={removeAllFaults}>
            Remove all faults
          </ActionButton>
        )}
      </PageHeading>
      <div class="stack">
        <Loaded from={faults} isInline>
          {(items) => <FaultTable faults={items} />}
        </Loaded>
        <section>
          <h2>Common faults</h2>
          <ul class="presets">
            {commonFaults.map(({ description, rule }) => (
              <li key={description} class="card">
                <span>{description}</span>
                <ActionButton action={() => addFault(rule, description)}>
                  Add<span class="visually-hidden"> fault: {description}</span>
                </ActionButton>
              </li>
            ))}
          </ul>
        </section>
        <p class="quiet">
          For other faults, run <code>npm run sandbox -- fault --help</code>. They appear here too.
        </p>
      </div>
    </>
  );
}

const FaultTable = ({ faults }: { faults: readonly FaultView[] }) => (
  <DataTable
    caption="Faults"
    rows={faults}
    keyOf={({ id }) => id}
    marksNew
    empty={<p>No faults. The service works normally.</p>}
    columns={[
      { head: 'Requests', kind: 'name', cell: ({ match }) => matchText(match) },
      { head: 'Applies to', cell: frequencyText },
      { head: 'Effect', cell: ({ then }) => effectText(then) },
      { head: 'Matched', kind: 'number', cell: ({ seen }) => seen },
      { head: 'Applied', kind: 'number', cell: ({ fired }) => fired },
    ]}
  />
);
