/** The request log. */
import { useSignal } from '@preact/signals';
import { hrefFor, replaceHref, route } from '../../../../ui/browser/route.ts';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import type { Page, RequestSummary } from '../../protocol.ts';
import { Loaded } from '../components/loaded.tsx';
import { noRequestsYet, RequestContent, RequestList } from '../components/request_list.tsx';
import { SearchBar } from '../components/search_bar.tsx';
import { pageSize, ShowMore } from '../components/show_more.tsx';
import { useData } from '../data/use_data.ts';

/** @param openId the request that the URL links to */
export function RequestsView({ openId }: { openId: string | undefined }) {
  const search = route.value.query.get('search') ?? '';
  const status = route.value.query.get('status') ?? '';
  const limit = useSignal(pageSize);
  const query = new URLSearchParams({ search, status, limit: String(limit.value) });
  const requests = useData<Page<RequestSummary>>(`requests?${query}`, ['request']);
  const isFiltered = search !== '' || status !== '';
  const filter = (changes: Record<string, string>) =>
    replaceHref(hrefFor(['requests'], { search, status, ...changes }));
  return (
    <>
      <PageHeading
        title="Requests"
        lead="Requests from apps to the letter service, newest first. Secrets are hidden, and requests of this page are not included."
      />
      <SearchBar
        what="requests"
        placeholder="Method, path, status, app…"
        search={search}
        onSearch={(value) => filter({ search: value })}
        found={isFiltered ? requests.data?.total : undefined}
      >
        <select
          aria-label="Status"
          value={status}
          onChange={({ currentTarget }) => filter({ status: currentTarget.value })}
        >
          <option value="">All requests</option>
          <option value="failed">Failed requests</option>
        </select>
      </SearchBar>
      {openId !== undefined && (
        <section class="card linked-request">
          <div class="card-head">
            <h2>Request {openId}</h2>
            <a href="#/requests">Close</a>
          </div>
          <RequestContent id={openId} />
        </section>
      )}
      <Loaded from={requests}>
        {({ total, items }) =>
          items.length === 0 ? (
            <div class="card empty">
              <p>{isFiltered ? 'No requests found. Try a broader search.' : noRequestsYet}</p>
            </div>
          ) : (
            <>
              <RequestList requests={items} />
              <ShowMore shown={items.length} total={total} limit={limit} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
