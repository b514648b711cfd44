/** The console: its frame, and which section is open. */
import { type ComponentChildren, Fragment } from 'preact';
import { isLive } from '../../../ui/browser/live_updates.ts';
import { route } from '../../../ui/browser/route.ts';
import { Badge } from '../../../ui/components/badge.tsx';
import { PageFrame, type SectionGroup } from '../../../ui/components/page_frame.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import { ClockChip, ClockSection, Passing } from './clock.tsx';
import { ContactSection, ContactsSection } from './contacts.tsx';
import { DeliveriesSection, DeliverySection } from './deliveries.tsx';
import { FaultsSection } from './faults.tsx';
import { FileSection, FilesSection } from './files.tsx';
import { LogosSection } from './logos.tsx';
import { OrderSection, OrdersSection } from './orders.tsx';
import { RequestsSection } from './requests.tsx';
import { SavedOrdersSection } from './saved_orders.tsx';
import { Stage } from './stage.tsx';
import { SubscriptionsSection } from './subscriptions.tsx';
import { SandboxSection } from './this_sandbox.tsx';
import { account, chooseAccount, overview, overviewProblem } from './world.ts';

interface Place {
  /** The href of the section that it belongs to. */
  section: string;
  content: ComponentChildren;
}

function placeOf([section = '', id]: readonly string[]): Place {
  const at = (content: ComponentChildren): Place => ({ section: `#/${section}`, content });
  switch (section) {
    case '':
      return at(<Stage />);
    case 'contacts':
      return at(id === undefined ? <ContactsSection /> : <ContactSection key={id} id={id} />);
    case 'files':
      return at(id === undefined ? <FilesSection /> : <FileSection key={id} id={id} />);
    case 'orders':
      return at(id === undefined ? <OrdersSection /> : <OrderSection key={id} id={id} />);
    case 'saved-orders':
      return at(<SavedOrdersSection />);
    case 'logos':
      return at(<LogosSection />);
    case 'subscriptions':
      return at(<SubscriptionsSection />);
    case 'deliveries':
      return at(id === undefined ? <DeliveriesSection /> : <DeliverySection key={id} id={id} />);
    case 'requests':
      return at(<RequestsSection opened={id} />);
    case 'faults':
      return at(<FaultsSection />);
    case 'clock':
      return at(<ClockSection />);
    case 'this-sandbox':
      return at(<SandboxSection />);
    default:
      return at(
        <>
          <PageHeading title="Nothing here" />
          <p>
            This address leads nowhere. <a href="#/">Begin at the beginning.</a>
          </p>
        </>,
      );
  }
}

function sections(): SectionGroup[] {
  const { counts, requests, faults } = overview.value ?? {};
  return [
    { sections: [{ href: '#/', label: 'What happens' }] },
    {
      label: 'Account',
      sections: [
        { href: '#/contacts', label: 'Contacts', count: counts?.contacts },
        { href: '#/files', label: 'Files', count: counts?.files },
        { href: '#/orders', label: 'Orders', count: counts?.orders },
        { href: '#/saved-orders', label: 'Saved orders', count: counts?.savedOrders },
        { href: '#/logos', label: 'Logos', count: counts?.logos },
      ],
    },
    {
      label: 'Webhooks',
      sections: [
        { href: '#/subscriptions', label: 'Subscriptions', count: counts?.subscriptions },
        { href: '#/deliveries', label: 'Deliveries', count: counts?.deliveries },
      ],
    },
    {
      label: 'Behind the scenes',
      sections: [
        { href: '#/requests', label: 'Requests', count: requests },
        { href: '#/faults', label: 'Faults', count: faults, attention: (faults ?? 0) > 0 },
        { href: '#/clock', label: 'Clock' },
        { href: '#/this-sandbox', label: 'This sandbox' },
      ],
    },
  ];
}

export function Console() {
  const { section, content } = placeOf(route.value.parts);
  return (
    <PageFrame
      brand="Letter service sandbox"
      note="Nothing is printed, nothing costs money."
      tools={<Tools />}
      groups={sections()}
      current={section}
    >
      {overviewProblem.value && (
        <p class="error-message" role="alert">
          {overviewProblem.value}
        </p>
      )}
      {overview.value ? (
        <Fragment key={account.value}>{content}</Fragment>
      ) : (
        <p class="quiet" aria-busy="true">
          One moment…
        </p>
      )}
    </PageFrame>
  );
}

/**
 * The port on which a workbench waits, on this machine: part of the address by which the workbench, or `npm start`, leads
 * here. Whoever made up such an address could lead to nothing but another port of this machine.
 */
const workbenchPort = /^\d{1,5}$/.exec(new URLSearchParams(location.search).get('workbench') ?? '')?.[0];

function Tools() {
  const accounts = overview.value?.accounts ?? [];
  return (
    <>
      {workbenchPort && (
        <a href={`http://127.0.0.1:${workbenchPort}/`} target="_blank" rel="noreferrer">
          Workbench
        </a>
      )}
      {!isLive.value && <Badge tone="warn">Not live: the sandbox does not answer</Badge>}
      <Passing />
      <ClockChip />
      <select
        class="account"
        aria-label="Account"
        value={account.value}
        onChange={({ currentTarget }) => chooseAccount(currentTarget.value)}
      >
        {accounts.map(({ id, name, users }) => (
          <option key={id} value={id}>
            {name}
            {users.length > 0 ? ` (${users.join(', ')})` : ''}
          </option>
        ))}
      </select>
    </>
  );
}
