/** The workbench's page. */
import { render } from 'preact';
import { PageFrame } from '../../ui/components/page_frame.tsx';
import { PageHeading } from '../../ui/components/page_heading.tsx';
import type { ZapState } from '../protocol.ts';
import { Home } from './home/home.tsx';
import { formatCount } from './shared/count.ts';
import { lazy } from './shared/lazy.tsx';
import { consoleUrl, definition, linkTo, start, view, zaps } from './state.ts';
import './styles/index.css';

/** The start page does not need the editor. */
const ZapPage = lazy(async () => (await import('./editor/zap_page.tsx')).ZapPage);

const History = lazy(async () => (await import('./runs/history.tsx')).History);

/** A Zap in the menu with the number of its runs, or of those that failed or are held if there are any. */
function zapSection({ id, plan, runs, failedRuns, heldRuns }: ZapState) {
  const attention = failedRuns + heldRuns;
  const details = [
    formatCount(runs, 'run'),
    ...(failedRuns > 0 ? [`${failedRuns} failed`] : []),
    ...(heldRuns > 0 ? [`${heldRuns} held`] : []),
  ];
  return {
    href: linkTo.zap(id),
    label: plan.name || 'Untitled',
    count: attention || runs || undefined,
    countLabel: details.join(', '),
    attention: attention > 0,
  };
}

function Page() {
  const current = view.value;
  const zap = 'zap' in current ? zaps.value.find(({ id }) => id === current.zap) : undefined;
  return (
    <PageFrame
      brand="Workbench"
      note="The Zap editor on your own machine"
      tools={
        consoleUrl && (
          <a href={consoleUrl} target="_blank" rel="noreferrer">
            Sandbox console
          </a>
        )
      }
      groups={[
        {
          sections: [
            { href: linkTo.home, label: 'Start' },
            { href: linkTo.history, label: 'History' },
          ],
        },
        ...(zaps.value.length === 0 ? [] : [{ label: 'Zaps', sections: zaps.value.map(zapSection) }]),
      ]}
      current={'zap' in current ? linkTo.zap(current.zap) : linkTo[current.page]}
    >
      {current.page === 'home' ? (
        <Home definition={definition} />
      ) : current.page === 'history' ? (
        <History />
      ) : zap ? (
        <ZapPage key={zap.id} definition={definition} zap={zap} />
      ) : (
        <>
          <PageHeading title="Zap not found" />
          <p>
            This Zap does not exist. It may have been deleted. <a href={linkTo.home}>See all Zaps</a>
          </p>
        </>
      )}
    </PageFrame>
  );
}

const root = document.getElementById('page');
if (root) render(<Page />, root);
start();
