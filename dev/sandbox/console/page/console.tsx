/** The console: its frame and the current view. */
import { type ComponentChildren, Fragment } from 'preact';
import { route } from '../../../ui/browser/route.ts';
import { PageFrame } from '../../../ui/components/page_frame.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import { ErrorMessage, Loading } from './components/loaded.tsx';
import { account, overview, overviewError } from './data/overview.ts';
import { HeaderTools } from './header_tools.tsx';
import { sectionGroups } from './sections.ts';
import { ClockView } from './views/clock.tsx';
import { ContactView } from './views/contact.tsx';
import { ContactsView } from './views/contacts.tsx';
import { DeliveriesView } from './views/deliveries.tsx';
import { DeliveryView } from './views/delivery.tsx';
import { FaultsView } from './views/faults.tsx';
import { FileView } from './views/file.tsx';
import { FilesView } from './views/files.tsx';
import { ListView } from './views/list.tsx';
import { ListsView } from './views/lists.tsx';
import { OrderView } from './views/order.tsx';
import { OrdersView } from './views/orders.tsx';
import { PrintOptionsView } from './views/print_options.tsx';
import { RequestsView } from './views/requests.tsx';
import { SandboxView } from './views/sandbox.tsx';
import { SavedOrdersView } from './views/saved_orders.tsx';
import { SimulateEventsView } from './views/simulate_events.tsx';
import { SubscriptionsView } from './views/subscriptions.tsx';

function viewOf(section: string, id: string | undefined): ComponentChildren {
  switch (section) {
    case '':
      return <SimulateEventsView />;
    case 'contacts':
      return id === undefined ? <ContactsView /> : <ContactView key={id} id={id} />;
    case 'lists':
      return id === undefined ? <ListsView /> : <ListView key={id} id={id} />;
    case 'files':
      return id === undefined ? <FilesView /> : <FileView key={id} id={id} />;
    case 'orders':
      return id === undefined ? <OrdersView /> : <OrderView key={id} id={id} />;
    case 'saved-orders':
      return <SavedOrdersView />;
    case 'print-options':
      return <PrintOptionsView />;
    case 'subscriptions':
      return <SubscriptionsView />;
    case 'deliveries':
      return id === undefined ? <DeliveriesView /> : <DeliveryView key={id} id={id} />;
    case 'requests':
      return <RequestsView openId={id} />;
    case 'faults':
      return <FaultsView />;
    case 'clock':
      return <ClockView />;
    case 'sandbox':
      return <SandboxView />;
    default:
      return <NotFound />;
  }
}

const NotFound = () => (
  <>
    <PageHeading title="Page not found" />
    <p>
      There is no page at this address. <a href="#/">Go to the start page</a>
    </p>
  </>
);

export function Console() {
  const [section = '', id] = route.value.parts;
  return (
    <PageFrame
      brand="Letter service sandbox"
      note="Nothing is printed or charged."
      tools={<HeaderTools />}
      groups={sectionGroups(overview.value)}
      current={`#/${section}`}
    >
      {overviewError.value && <ErrorMessage>{overviewError.value}</ErrorMessage>}
      {overview.value ? <Fragment key={account.value}>{viewOf(section, id)}</Fragment> : <Loading />}
    </PageFrame>
  );
}
