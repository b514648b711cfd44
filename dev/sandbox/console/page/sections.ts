import type { SectionGroup } from '../../../ui/components/page_frame.tsx';
import type { Overview } from '../protocol.ts';

/** @param overview undefined while it is loading; the counts are left out */
export function sectionGroups(overview: Overview | undefined): SectionGroup[] {
  const { counts, requests, faults } = overview ?? {};
  return [
    { sections: [{ href: '#/', label: 'Simulate events' }] },
    {
      label: 'Account',
      sections: [
        { href: '#/contacts', label: 'Contacts', count: counts?.contacts },
        { href: '#/lists', label: 'Lists', count: counts?.lists },
        { href: '#/files', label: 'Files', count: counts?.files },
        { href: '#/orders', label: 'Orders', count: counts?.orders },
        { href: '#/saved-orders', label: 'Saved orders', count: counts?.savedOrders },
        { href: '#/print-options', label: 'Paper, envelopes, fonts' },
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
      label: 'Developer tools',
      sections: [
        { href: '#/requests', label: 'Requests', count: requests },
        { href: '#/faults', label: 'Faults', count: faults, attention: (faults ?? 0) > 0 },
        { href: '#/clock', label: 'Clock' },
        { href: '#/sandbox', label: 'Sandbox' },
      ],
    },
  ];
}
