import { getRouteApi } from '@tanstack/react-router';
import { listAuditEntriesOptions } from '../../../api/generated/admin';
import { DownloadTable } from '../../../shared/lists/download';
import { endOfDay, startOfDay } from '../../../shared/india-days';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { PageHeader } from '../../../shared/layout/page-header';
import { ListBar } from '../../../shared/lists/toolbar/list-bar';
import { AUDIT_COLUMNS } from './audit-columns';
import { AuditFilterFields, useActors, useAuditChips } from './audit-filters';

const route = getRouteApi('/signed-in/office/audit');

/** Renders the changes that people and jobs made, newest first. */
export function AuditPage() {
  const { cursor, ...search } = route.useSearch();
  const { actor, subject, from, to } = search;
  const filter = { actor, subject, from: startOfDay(from), to: endOfDay(to) };
  const query = usePages(listAuditEntriesOptions({ query: { ...filter, cursor } }));
  const actors = useActors(query.data?.data ?? [], actor);
  return (
    <>
      <PageHeader title="Audit log" detail="Who changed what, newest first" />
      <ListBar
        list="office-audit"
        filter={search}
        fields={<AuditFilterFields {...search} actors={actors} />}
        chips={useAuditChips(search, actors)}
      >
        <DownloadTable path="/admin/audit/export" filter={filter} />
      </ListBar>
      <PagedList
        query={query}
        what="Audit log"
        columns={AUDIT_COLUMNS}
        isCompact
        empty="Nothing matches. Remove a filter. What was changed is named by its kind and key, such as “product TW-1”."
      />
    </>
  );
}
