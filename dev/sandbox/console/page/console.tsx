/** The console: its frame, its sections and the current view. */
import { useSignal } from '@preact/signals';
import { type ComponentChildren, Fragment } from 'preact';
import { route } from '../../../ui/browser/route.ts';
import { ConfirmDialog } from '../../../ui/components/confirm_dialog.tsx';
import { PageFrame } from '../../../ui/components/page_frame.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import type { Records } from '../protocol.ts';
import { resetSandbox } from './actions.ts';
import { AddressDialog } from './address_dialog.tsx';
import { account, overview, overviewError } from './data.ts';
import { Facts } from './facts.tsx';
import { FaultPage } from './fault_form.tsx';
import { HeaderTools } from './header_tools.tsx';
import { Home } from './home.tsx';
import { ErrorMessage, Loading } from './loaded.tsx';
import type { Noun } from './noun.ts';
import { contacts } from './nouns/contacts.tsx';
import { files } from './nouns/files.tsx';
import { lists } from './nouns/lists.tsx';
import { orders, savedOrders } from './nouns/orders.tsx';
import { envelopes, fonts, logos, papers } from './nouns/print_options.tsx';
import { requests } from './nouns/requests.tsx';
import { apps, connections, users } from './nouns/sandbox.tsx';
import { deliveries, subscriptions } from './nouns/webhooks.tsx';
import { RecordDetails } from './record_details.tsx';
import { RecordTable, SearchableTable } from './record_table.tsx';

interface Section {
  path: string;
  label: string;
  /** The collection whose records are counted. */
  counts?: keyof Records;
  view: (id: string | undefined) => ComponentChildren;
}

/** The section of a collection: its table, and the details of a record. */
const sectionOf = <Name extends keyof Records>(noun: Noun<Name>, lead: string): Section => ({
  path: noun.name,
  label: noun.label,
  counts: noun.name,
  view: (id) =>
    id !== undefined && noun.details ? (
      <RecordDetails key={id} noun={noun} id={id} />
    ) : (
      <>
        <PageHeading title={noun.label} lead={lead} />
        <SearchableTable noun={noun} />
      </>
    ),
});

const TitledTable = <Name extends keyof Records>({ noun }: { noun: Noun<Name> }) => (
  <section>
    <h2>{noun.label}</h2>
    <RecordTable noun={noun} />
  </section>
);

const groups: { label?: string; sections: Section[] }[] = [
  { sections: [{ path: '', label: 'Simulate Events', view: () => <Home /> }] },
  {
    label: 'Account',
    sections: [
      sectionOf(contacts, 'The mailing list of this account.'),
      sectionOf(
        lists,
        'Lists that orders can be sent to. A list keeps its recipients even if contacts are deleted, replaced or restored later.',
      ),
      sectionOf(files, 'Files that were uploaded to be printed.'),
      sectionOf(
        orders,
        'Orders are produced and mailed as time passes. Advance the clock or an order to see the next step.',
      ),
      sectionOf(savedOrders, 'Letters to order again for any list. To save an order, open it under Orders.'),
      {
        path: 'print-options',
        label: 'Paper, Envelopes, Fonts',
        view: () => (
          <>
            <PageHeading
              title="Paper, Envelopes and Fonts"
              lead="The paper, envelopes, fonts and logos that orders can use. Use the IDs in the “Create Order” action."
            />
            <div class="stack">
              <TitledTable noun={papers} />
              <TitledTable noun={envelopes} />
              <TitledTable noun={fonts} />
              <TitledTable noun={logos} />
            </div>
          </>
        ),
      },
    ],
  },
  {
    label: 'Webhooks',
    sections: [
      sectionOf(subscriptions, 'The events that apps are notified of by webhook.'),
      sectionOf(
        deliveries,
        'Webhook notifications sent to apps. Failed deliveries are retried at increasing intervals for a week; advance the clock to see the retries.',
      ),
    ],
  },
  {
    label: 'Developer Tools',
    sections: [
      sectionOf(
        requests,
        'Requests from apps to the letter service, newest first. Secrets are hidden, and requests of this page are not included.',
      ),
      { path: 'faults', label: 'Faults', counts: 'faults', view: () => <FaultPage /> },
      { path: 'sandbox', label: 'Sandbox', view: () => <Sandbox /> },
    ],
  },
];

function Sandbox() {
  const isResetting = useSignal(false);
  const setResetting = (value: boolean) => () => {
    isResetting.value = value;
  };
  return (
    <>
      <PageHeading title="Sandbox" lead="The sandbox’s URL, and the users and apps that can connect to it.">
        <button type="button" class="danger" onClick={setResetting(true)}>
          Reset Sandbox…
        </button>
      </PageHeading>
      <div class="stack">
        <section class="card" aria-label="Service">
          <Facts
            facts={{
              'Base URL': <code>{overview.value?.origin}</code>,
              Variants: overview.value?.variants.join(', ') || 'Default',
              Reference: (
                <>
                  <a href="/openapi.json">OpenAPI document</a>, <a href="/about">events and errors</a>,{' '}
                  <a href="/sandbox/seed">initial data</a>
                </>
              ),
            }}
          />
        </section>
        <TitledTable noun={users} />
        <TitledTable noun={apps} />
        <TitledTable noun={connections} />
      </div>
      {isResetting.value && (
        <ConfirmDialog
          title="Reset the sandbox?"
          confirm="Reset Sandbox"
          onConfirm={resetSandbox}
          onClose={setResetting(false)}
        >
          All contacts, files, orders and lists will be replaced with the initial data. Connections,
          subscriptions, deliveries, faults and the request log will be deleted, so you will have to reconnect
          your accounts.
        </ConfirmDialog>
      )}
    </>
  );
}

const NotFound = () => (
  <>
    <PageHeading title="Page Not Found" />
    <p>
      There is no page at this address. <a href="#/">Go to the start page</a>
    </p>
  </>
);

export function Console() {
  const [path = '', id] = route.value.parts;
  const { counts = {} } = overview.value ?? {};
  const section = groups.flatMap(({ sections }) => sections).find((one) => one.path === path);
  return (
    <PageFrame
      brand="Letter Service Sandbox"
      note="Nothing is printed or charged."
      tools={<HeaderTools />}
      groups={groups.map(({ sections, ...group }) => ({
        ...group,
        sections: sections.map((one) => ({
          href: `#/${one.path}`,
          label: one.label,
          count: one.counts && counts[one.counts],
          attention: one.counts === 'faults' && counts.faults !== 0,
        })),
      }))}
      current={`#/${path}`}
    >
      {overviewError.value && <ErrorMessage>{overviewError.value}</ErrorMessage>}
      {overview.value ? (
        <Fragment key={`${account.value} ${path}`}>{section ? section.view(id) : <NotFound />}</Fragment>
      ) : (
        <Loading />
      )}
      <AddressDialog />
    </PageFrame>
  );
}
