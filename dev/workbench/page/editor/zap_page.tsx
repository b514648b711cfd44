/** A Zap's page: its header, then its steps or its runs. */
import type { Definition } from '@print-and-mail/zapier/definition';
import { useLayoutEffect } from 'preact/hooks';
import { Tabs } from '../../../ui/components/tabs.tsx';
import type { ZapState } from '../../protocol.ts';
import { RunList } from '../runs/run_list.tsx';
import { hasNavigated, linkTo, newZap, view } from '../state.ts';
import { ActiveBar } from './active_bar.tsx';
import { useDraft } from './draft.ts';
import { StepList } from './step_list.tsx';
import { NotSaved, ZapHeader } from './zap_header.tsx';

/** Scrolls to the top and moves the focus, unless the browser opened the page at this Zap. */
function useFocusOnNavigation(zap: string): void {
  useLayoutEffect(() => {
    if (!hasNavigated()) return;
    const isNew = newZap.peek() === zap;
    newZap.value = undefined;
    scrollTo(0, 0);
    const content = document.getElementById('content');
    // A new Zap needs a name first.
    const name = isNew ? content?.querySelector<HTMLTextAreaElement>('.zap-name') : undefined;
    name?.select();
    (name ?? content)?.focus({ preventScroll: true });
  }, []);
}

export function ZapPage({ definition, zap }: { definition: Definition; zap: ZapState }) {
  const draft = useDraft(zap);
  useFocusOnNavigation(zap.id);
  const isRunsView = view.value.page === 'runs';
  return (
    <>
      <ZapHeader zap={zap} draft={draft} />
      <NotSaved draft={draft} />
      <div class="zap-tabs">
        <Tabs
          label="Zap"
          current={isRunsView ? linkTo.runs(zap.id) : linkTo.zap(zap.id)}
          tabs={[
            { href: linkTo.zap(zap.id), label: 'Steps' },
            { href: linkTo.runs(zap.id), label: `Runs (${zap.runs})` },
          ]}
        />
      </div>
      <ActiveBar definition={definition} zap={zap} />
      {isRunsView ? (
        <RunList definition={definition} zap={zap} />
      ) : (
        <StepList definition={definition} zap={zap} draft={draft} />
      )}
    </>
  );
}
