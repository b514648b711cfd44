/** A Zap's page: its header, then its steps or its runs. */

import type { Definition } from '@print-and-mail/zapier/definition';
import { Tabs } from '../../../ui/components/tabs.tsx';
import type { ZapState } from '../../protocol.ts';
import { RunList } from '../runs/run_list.tsx';
import { linkTo, view } from '../state.ts';
import { ActiveBar } from './active_bar.tsx';
import { useDraft } from './draft.ts';
import { StepList } from './step_list.tsx';
import { NotSaved, ZapHeader } from './zap_header.tsx';

export function ZapPage({ definition, zap }: { definition: Definition; zap: ZapState }) {
  const draft = useDraft(zap);
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
