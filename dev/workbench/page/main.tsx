/** The workbench's page. */
import './setup.ts';

import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { notifyError } from '../../ui/components/notices.tsx';
import { PageFrame } from '../../ui/components/page_frame.tsx';
import { ZapPage } from './editor/zap_page.tsx';
import { Home } from './home/home.tsx';
import { consoleUrl, definition, formatRunCount, linkTo, newZap, start, view, zaps } from './state.ts';
import './styles/workbench.css';

/**
 * Whoever goes to a Zap begins at its top, also with the keyboard; the start has a heading that sees to it itself.
 * @param zap nothing on the start
 * @param isThere whether there is anything to be seen yet
 */
function useArrival(zap: string | undefined, isThere: boolean): void {
  const before = useRef<{ zap: string | undefined } | undefined>(undefined);
  useLayoutEffect(() => {
    if (!isThere) return;
    // Nobody has gone anywhere when a page is opened.
    const isSame = before.current === undefined || before.current.zap === zap;
    before.current = { zap };
    if (isSame || zap === undefined) return;
    const isBegun = newZap.peek() === zap;
    newZap.value = undefined;
    scrollTo(0, 0);
    const content = document.getElementById('content');
    const name = isBegun ? content?.querySelector<HTMLTextAreaElement>('.zap-name') : undefined;
    // A Zap that was just made wants a name.
    name?.select();
    (name ?? content)?.focus({ preventScroll: true });
  }, [zap, isThere]);
}

function Page() {
  const now = view.value;
  const zap = now.page === 'home' ? undefined : zaps.value.find(({ id }) => id === now.zap);
  const known = definition.value;
  useArrival(zap?.id, known !== undefined);
  return (
    <PageFrame
      brand="Workbench"
      note="The Zap editor on your own machine"
      tools={
        consoleUrl.value && (
          <a href={consoleUrl.value} target="_blank" rel="noreferrer">
            Console of the sandbox
          </a>
        )
      }
      groups={[
        { sections: [{ href: linkTo.home, label: 'Start' }] },
        ...(zaps.value.length === 0
          ? []
          : [
              {
                label: 'Zaps',
                sections: zaps.value.map(({ id, plan, runs }) => ({
                  href: linkTo.zap(id),
                  label: plan.name || 'Without a name',
                  count: runs || undefined,
                  countLabel: formatRunCount(runs),
                })),
              },
            ]),
      ]}
      current={now.page === 'home' ? linkTo.home : linkTo.zap(now.zap)}
    >
      {!known ? (
        <p class="loading" aria-busy="true">
          Asking the connector what it can do…
        </p>
      ) : now.page === 'home' ? (
        <Home definition={known} />
      ) : zap ? (
        <ZapPage key={zap.id} definition={known} zap={zap} />
      ) : (
        <div class="card empty">
          <p>
            This Zap is not here, or not any more. <a href={linkTo.home}>All Zaps</a>
          </p>
        </div>
      )}
    </PageFrame>
  );
}

const room = document.getElementById('page');
if (room) render(<Page />, room);
start().catch(notifyError);
