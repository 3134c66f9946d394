import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { FailureDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import { listOwnFailuresOptions } from '../../api/generated/dashboard/dashboard-api.tanstack';
import { CopyButton } from '../../shared/copy-button';
import type { Column } from '../../shared/data-table';
import { DownloadCsv } from '../../shared/download-csv';
import { EmptyState } from '../../shared/empty-state';
import { ListTools } from '../../shared/list-tools';
import { ListView } from '../../shared/list-view';
import { PageHeader } from '../../shared/page-header';
import { Pager } from '../../shared/pager';
import { Status } from '../../shared/status';
import { Time } from '../../shared/time';
import classes from './requests-page.module.css';

const route = getRouteApi('/signed-in/client/api-access/requests');

const COLUMNS: readonly Column<FailureDto>[] = [
  { header: 'Refused at', cell: ({ at }) => <Time at={at} /> },
  {
    header: 'Reason',
    isWide: true,
    cell: ({ status, code, count }) => (
      <Status tone="bad">{`${status} ${code}${count > 1 ? ` (${count} times)` : ''}`}</Status>
    ),
  },
  {
    header: 'Request',
    isWide: true,
    cell: ({ method, route: path }) => (
      <code>
        {method} {path}
      </code>
    ),
  },
  {
    header: 'Fields',
    isWide: true,
    cell: ({ fields }) =>
      fields.length === 0 ? (
        '–'
      ) : (
        <ul className={classes.fields}>
          {fields.map(({ field, code }) => (
            <li key={`${field} ${code}`}>
              <code>{field}</code> <span className="soft">{code.replaceAll('_', ' ')}</span>
            </li>
          ))}
        </ul>
      ),
  },
  { header: 'Your order', cell: ({ store_order_id }) => store_order_id ?? '–' },
  {
    header: 'Request id',
    cell: ({ request_id }) =>
      request_id === null ? (
        '–'
      ) : (
        <span className={classes.id}>
          <code>{request_id.slice(0, 8)}…</code>
          <CopyButton value={request_id} what={`request id ${request_id}`} />
        </span>
      ),
  },
];

/** Why requests of the store were refused, for a developer who looks into a failed order. */
export function RequestsPage() {
  const { cursor } = route.useSearch();
  const query = useQuery({
    ...listOwnFailuresOptions({ query: { cursor } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="Refused requests"
        back={<Link to="/api-access">API access</Link>}
        detail={
          <>
            Of the last 30 days. What each code means is in the <a href="/docs/start">guide</a>.
          </>
        }
      />
      <ListTools list="failures" filter={{}}>
        <DownloadCsv path="/dashboard/api/failures/export" />
      </ListTools>
      <ListView
        query={query}
        what="Refused requests"
        columns={COLUMNS}
        rowKey={({ at, request_id, code }) => `${at} ${request_id ?? ''} ${code}`}
        empty={<EmptyState>No request of your store was refused in the last 30 days.</EmptyState>}
      />
      <Pager cursor={cursor} nextCursor={query.data?.next_cursor} />
    </>
  );
}
