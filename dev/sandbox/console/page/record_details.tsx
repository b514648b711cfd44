/** The page of one record, kept up to date. */
import { hrefFor } from '../../../ui/browser/route.ts';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import type { DetailedRecords, Records } from '../protocol.ts';
import { useData } from './data.ts';
import { Facts } from './facts.tsx';
import { Loaded } from './loaded.tsx';
import type { Noun } from './noun.ts';

export function RecordDetails<Name extends keyof Records>({ noun, id }: { noun: Noun<Name>; id: string }) {
  const { name, label, details } = noun;
  const record = useData<DetailedRecords[Name]>(`${name}/${encodeURIComponent(id)}`);
  const { data } = record;
  return (
    <>
      <PageHeading title={(data && details?.title(data)) ?? id} back={{ href: hrefFor([name]), label }}>
        {data && details?.actions?.(data)}
      </PageHeading>
      <Loaded from={record}>
        {(loaded) => (
          <div class="stack">
            <section class="card" aria-label="Facts">
              <Facts facts={details?.facts(loaded) ?? {}} />
            </section>
            {details?.more?.(loaded)}
          </div>
        )}
      </Loaded>
    </>
  );
}
