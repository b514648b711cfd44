/** The workbench's page. */
import { render } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { notifyError } from '../../ui/components/notices.tsx';
import { PageFrame } from '../../ui/components/page_frame.tsx';
import { PageHeading } from '../../ui/components/page_heading.tsx';
import type { ZapState } from '../protocol.ts';
import { Home } from './home/home.tsx';
import { consoleUrl, definition, formatRunCount, linkTo, newZap, start, view, zaps } from './state.ts';
import './styles/index.css';

type ZapPage = typeof import('./editor/zap_page.tsx').ZapPage;

/** Loads the editor, which the start page does not need. */
const loadZapPage = async (): Promise<ZapPage> => (await import('./editor/zap_page.tsx')).ZapPage;

function useZapPage(isNeeded: boolean): ZapPage | undefined {
  const [page, setPage] = useState<{ ZapPage: ZapPage } | undefined>(undefined);
  useEffect(() => {
    if (!isNeeded || page) return;
    loadZapPage().then((ZapPage) => setPage({ ZapPage }), notifyError);
  }, [isNeeded]);
  return page?.ZapPage;
}

/**
 * Scrolls to the top and moves the focus when the user opens another Zap; the start page's heading does so itself.
 * @param isReady whether the Zap's page is rendered
 */
function useFocusOnNavigation(zap: string | undefined, isReady: boolean): void {
  const previous = useRef<{ zap: string | undefined } | undefined>(undefined);
  useLayoutEffect(() => {
    if (!isReady) return;
    const isSame = previous.current === undefined || previous.current.zap === zap;
    previous.current = { zap };
    if (isSame || zap === undefined) return;
    const isNew = newZap.peek() === zap;
    newZap.value = undefined;
    scrollTo(0, 0);
    const content = document.getElementById('content');
    // A new Zap needs a name first.
    const name = isNew ? content?.querySelector<HTMLTextAreaElement>('.zap-name') : undefined;
    name?.select();
    (name ?? content)?.focus({ preventScroll: true });
  }, [zap, isReady]);
}

/** A Zap in the menu with the number of its runs, or of those that failed or are held if there are any. */
function zapSection({ id, plan, runs, failedRuns, heldRuns }: ZapState) {
  const attention = failedRuns + heldRuns;
  const details = [
    formatRunCount(runs),
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
  const zap = current.page === 'home' ? undefined : zaps.value.find(({ id }) => id === current.zap);
  const ZapPage = useZapPage(zap !== undefined);
  useFocusOnNavigation(zap?.id, zap === undefined || ZapPage !== undefined);
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
        { sections: [{ href: linkTo.home, label: 'Start' }] },
        ...(zaps.value.length === 0 ? [] : [{ label: 'Zaps', sections: zaps.value.map(zapSection) }]),
      ]}
      current={current.page === 'home' ? linkTo.home : linkTo.zap(current.zap)}
    >
      {current.page === 'home' ? (
        <Home definition={definition} />
      ) : zap && ZapPage ? (
        <ZapPage key={zap.id} definition={definition} zap={zap} />
      ) : zap ? (
        <p class="loading" aria-busy="true">
          Loading…
        </p>
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
