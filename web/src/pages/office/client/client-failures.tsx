import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { listRequestFailuresOptions, rotateTokenMutation } from '../../../api/generated/admin';
import { DownloadTable } from '../../../shared/lists/download';
import { FAILURE_COLUMNS } from '../../../requests/failure-columns';
import { FilterDate } from '../../../shared/lists/filter-bar';
import { shopToday } from '../../../shared/format';
import { endOfDay, startOfDay } from '../../../shared/india-days';
import { requestIdSearch } from '../../../requests/request-id';
import { SecretNotice } from '../../../shared/layout/secret-notice';
import { useMay } from '../../../frame/session';
import { moveTokenColumn } from '../../../tokens/move-token';
import type { IssuedToken } from '../../../tokens/token-calls';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { dayChips } from '../../../shared/lists/toolbar/choice-chips';
import { ListBar } from '../../../shared/lists/toolbar/list-bar';
import { SectionCard } from '../../../shared/layout/section-card';

const route = getRouteApi('/signed-in/office/clients/$id');

/**
 * Renders the refused requests of a client's stores: time, reason, request, and remedy. Answers a call such as "Your API
 * refused my order at 14:05".
 */
export function ClientFailures({ id }: { id: number }) {
  const { from, to, request_id, cursor } = route.useSearch();
  const [issued, setIssued] = useState<IssuedToken | null>(null);
  const mayMove = useMay('tokens:write');
  const filter = { from: startOfDay(from), to: endOfDay(to) };
  const today = shopToday();
  const query = usePages(
    listRequestFailuresOptions({ path: { id }, query: { ...filter, request_id, cursor } }),
  );
  return (
    <SectionCard
      title="Refused requests of the last 30 days"
      aside={
        <DownloadTable path={`/admin/clients/${id}/request-failures/export`} filter={filter} />
      }
    >
      {issued !== null && (
        <SecretNotice
          title={`Token for ${issued.domain}`}
          advice="Pass it on to the client’s developers securely. It is shown only now."
          secret={issued.token}
          onStored={() => setIssued(null)}
        />
      )}
      <ListBar
        search={requestIdSearch(request_id)}
        fields={
          <>
            <FilterDate label="From" parameter="from" value={from} max={today} />
            <FilterDate label="Until" parameter="to" value={to} max={today} />
          </>
        }
        chips={dayChips({ from, to })}
      />
      <PagedList
        query={query}
        what="Refused requests"
        columns={
          mayMove
            ? [...FAILURE_COLUMNS, moveTokenColumn(rotateTokenMutation().mutationFn, setIssued)]
            : FAILURE_COLUMNS
        }
        rowKey={({ at, request_id, code }) => `${at} ${request_id ?? ''} ${code}`}
        empty="No request of this client’s stores was refused in the last 30 days. Requests without a token are not listed for any client."
      />
    </SectionCard>
  );
}
