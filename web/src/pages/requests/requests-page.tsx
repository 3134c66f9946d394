import { getRouteApi, Link } from '@tanstack/react-router';
import { listOwnFailuresOptions } from '../../api/generated/dashboard/dashboard-api.tanstack';
import { DownloadTable } from '../../shared/lists/download';
import { EmptyState } from '../../shared/layout/empty-state';
import { ListTools } from '../../shared/lists/list-tools';
import { ListView } from '../../shared/lists/list-view';
import { PageHeader } from '../../shared/layout/page-header';
import { Pager } from '../../shared/lists/pager';
import { FAILURE_COLUMNS } from '../../shared/lists/failure-columns';
import { usePages } from '../../shared/lists/use-pages';

const route = getRouteApi('/signed-in/client/api-access/requests');

/** Renders the store's refused requests with reasons, for a developer who investigates a failed order. */
export function RequestsPage() {
  const { cursor } = route.useSearch();
  const query = usePages(listOwnFailuresOptions({ query: { cursor } }));
  return (
    <>
      <PageHeader
        title="Refused requests"
        back={<Link to="/api-access">API access</Link>}
        detail={
          <>
            Of the last 30 days. What to do about each code is in the{' '}
            <a href="/docs/errors">error guide</a>.
          </>
        }
      />
      <ListTools list="failures" filter={{}}>
        <DownloadTable path="/dashboard/api/failures/export" />
      </ListTools>
      <ListView
        query={query}
        what="Refused requests"
        columns={FAILURE_COLUMNS}
        rowKey={({ at, request_id, code }) => `${at} ${request_id ?? ''} ${code}`}
        empty={<EmptyState>No request of your store was refused in the last 30 days.</EmptyState>}
      />
      <Pager cursor={cursor} nextCursor={query.data?.next_cursor} />
    </>
  );
}
