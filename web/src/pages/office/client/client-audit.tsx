import { getRouteApi, Link } from '@tanstack/react-router';
import { listAuditEntriesOptions } from '../../../api/generated/admin';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { SectionCard } from '../../../shared/layout/section-card';
import { CHANGE_COLUMNS } from '../audit/audit-columns';

const route = getRouteApi('/signed-in/office/clients/$id');

/** Renders the audit log's entries about a client, newest first. */
export function ClientAudit({ id }: { id: number }) {
  const { cursor } = route.useSearch();
  const subject = `client ${id}`;
  const query = usePages(listAuditEntriesOptions({ query: { subject, cursor } }));
  return (
    <SectionCard
      title="Changes of this client"
      aside={
        <Link to="/office/audit" search={{ subject }}>
          Search the audit log
        </Link>
      }
    >
      <PagedList
        query={query}
        what="Changes of this client"
        columns={CHANGE_COLUMNS}
        empty="This client was never changed."
      />
    </SectionCard>
  );
}
