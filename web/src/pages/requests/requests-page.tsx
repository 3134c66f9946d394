import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  listOwnFailuresOptions,
  listOwnRequestsOptions,
  rotateOwnTokenMutation,
} from '../../api/generated/dashboard';
import { AnsweredRequests } from '../../requests/answered-requests';
import { DownloadTable } from '../../shared/lists/download';
import { requestIdSearch } from '../../requests/request-id';
import { PagedList, usePages } from '../../shared/lists/list-view';
import { ListBar } from '../../shared/lists/toolbar/list-bar';
import { PageHeader } from '../../shared/layout/page-header';
import { FAILURE_COLUMNS } from '../../requests/failure-columns';
import { SecretNotice } from '../../shared/layout/secret-notice';
import { Tabs } from '../../shared/layout/tabs';
import { moveTokenColumn } from '../../tokens/move-token';
import type { IssuedToken } from '../../tokens/token-calls';

const route = getRouteApi('/signed-in/client/api-access/requests');

const TABS = [
  { value: undefined, label: 'Refused' },
  { value: 'answered', label: 'Answered' },
] as const;

/** Renders the store's requests, refused ones with reasons, for a developer who investigates a failed order. */
export function RequestsPage() {
  const { tab } = route.useSearch();
  return (
    <>
      <PageHeader
        title="Requests"
        back={<Link to="/api-access">API access</Link>}
        detail={
          <>
            What to do about each code is in the <a href="/docs/errors">error guide</a>.
          </>
        }
      />
      <Tabs label="Requests" tabs={TABS} parameter="tab" current={tab} />
      {tab === 'answered' ? <Answered /> : <Refused />}
    </>
  );
}

function Answered() {
  const { cursor, request_id } = route.useSearch();
  const query = usePages(listOwnRequestsOptions({ query: { request_id, cursor } }));
  return (
    <>
      <ListBar search={requestIdSearch(request_id)} />
      <AnsweredRequests query={query} />
    </>
  );
}

function Refused() {
  const { cursor, request_id } = route.useSearch();
  const [issued, setIssued] = useState<IssuedToken | null>(null);
  const query = usePages(listOwnFailuresOptions({ query: { request_id, cursor } }));
  return (
    <>
      {issued !== null && (
        <SecretNotice
          title={`Token for ${issued.domain}`}
          secret={issued.token}
          onStored={() => setIssued(null)}
        />
      )}
      <ListBar list="failures" filter={{ request_id }} search={requestIdSearch(request_id)}>
        <DownloadTable path="/dashboard/api/failures/export" />
      </ListBar>
      <PagedList
        query={query}
        what="Refused requests"
        columns={[
          ...FAILURE_COLUMNS,
          moveTokenColumn(rotateOwnTokenMutation().mutationFn, setIssued),
        ]}
        rowKey={({ at, request_id: id, code }) => `${at} ${id ?? ''} ${code}`}
        empty="No such request was refused in the last 30 days."
      />
    </>
  );
}
