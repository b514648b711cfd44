import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import type { Page, RequestSummary } from '../../protocol.ts';
import { Loaded } from '../components/loaded.tsx';
import { noRequestsYet, RequestContent, RequestList } from '../components/request_list.tsx';
import { SearchBar } from '../components/search_bar.tsx';
import { ShowMore } from '../components/show_more.tsx';
import { useData } from '../data/use_data.ts';
import { useFilters } from '../data/use_filters.ts';

/** @param openId the request that the URL links to */
export function RequestsView({ openId }: { openId: string | undefined }) {
  const filters = useFilters('requests', 'status');
  const query = new URLSearchParams(filters.query);
  const requests = useData<Page<RequestSummary>>(`requests?${query}`, ['request']);
  return (
    <>
      <PageHeading
        title="Requests"
        lead="Requests from apps to the letter service, newest first. Secrets are hidden, and requests of this page are not included."
      />
      <SearchBar
        what="requests"
        placeholder="Method, path, status, app…"
        filters={filters}
        filterLabel="Status"
        choices={[
          { value: '', label: 'All requests' },
          { value: 'failed', label: 'Failed requests' },
        ]}
        found={requests.data?.total}
      />
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
              <p>{filters.isFiltered ? 'No requests found. Try a broader search.' : noRequestsYet}</p>
            </div>
          ) : (
            <>
              <RequestList requests={items} />
              <ShowMore shown={items.length} total={total} limit={filters.limit} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
