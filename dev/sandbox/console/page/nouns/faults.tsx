import { ActionButton } from '../../../../ui/components/action_button.tsx';
import { removeFault } from '../actions.ts';
import type { Noun } from '../noun.ts';
import { describeFault, formatMatch } from '../text.ts';

export const faults: Noun<'faults'> = {
  name: 'faults',
  label: 'Faults',
  empty: 'No faults. The service works normally.',
  columns: [
    { head: 'Requests', kind: 'name', cell: ({ match }) => formatMatch(match) },
    { head: 'What Happens', cell: ({ then }) => describeFault(then) },
    {
      head: 'Applies To',
      cell: ({ nth, probability }) => (nth === undefined ? formatShare(probability) : `Request ${nth}`),
    },
    { head: 'Matched', kind: 'number', cell: ({ seen }) => seen },
    { head: 'Applied', kind: 'number', cell: ({ fired }) => fired },
    {
      head: 'Remove',
      kind: 'actions',
      cell: (fault) => (
        <ActionButton appearance="plain" action={() => removeFault(fault)}>
          Remove<span class="visually-hidden"> {formatMatch(fault.match)}</span>
        </ActionButton>
      ),
    },
  ],
};

const formatShare = (probability = 1): string =>
  probability === 1 ? 'All requests' : `${Math.round(100 * probability)}% of requests`;
