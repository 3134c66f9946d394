import { getRouteApi } from '@tanstack/react-router';
import { listAuditEntriesOptions } from '../../../api/generated/admin/admin-api.tanstack';
import { DownloadTable } from '../../../shared/lists/download';
import { EmptyState } from '../../../shared/layout/empty-state';
import { FilterBar, FilterDate } from '../../../shared/lists/filter-bar';
import { FilterField } from '../../../shared/lists/filter-field';
import { shopToday } from '../../../shared/format';
import { endOfDay, startOfDay } from '../../../shared/india-days';
import { ListTools } from '../../../shared/lists/list-tools';
import { ListView } from '../../../shared/lists/list-view';
import { PageHeader } from '../../../shared/layout/page-header';
import { Pager } from '../../../shared/lists/pager';
import { usePages } from '../../../shared/lists/use-pages';
import { AUDIT_COLUMNS } from './audit-columns';

const route = getRouteApi('/signed-in/office/audit');

/** Renders the changes that people and jobs made, newest first. */
export function AuditPage() {
  const { actor, subject, from, to, cursor } = route.useSearch();
  const today = shopToday();
  const filter = { actor, subject, from: startOfDay(from), to: endOfDay(to) };
  const query = usePages(listAuditEntriesOptions({ query: { ...filter, cursor } }));
  return (
    <>
      <PageHeader title="Audit log" detail="Who changed what, newest first" />
      <FilterBar>
        <FilterField
          label="Person"
          placeholder="user 7, operator"
          parameter="actor"
          value={actor}
        />
        <FilterField
          label="Thing"
          placeholder="client 3, order WO-…, product TW-1"
          parameter="subject"
          value={subject}
        />
        <FilterDate label="From" parameter="from" value={from} max={today} />
        <FilterDate label="To" parameter="to" value={to} max={today} />
      </FilterBar>
      <ListTools list="office-audit" filter={{ actor, subject, from, to }}>
        <DownloadTable path="/admin/audit/export" filter={filter} />
      </ListTools>
      <ListView
        query={query}
        what="Audit log"
        columns={AUDIT_COLUMNS}
        rowKey={({ id }) => id}
        empty={
          <EmptyState>
            Nothing matches. A person is named as in this list, such as “user 7”; a thing by its
            kind and key, such as “client 3”.
          </EmptyState>
        }
      />
      <Pager cursor={cursor} nextCursor={query.data?.next_cursor} />
    </>
  );
}
