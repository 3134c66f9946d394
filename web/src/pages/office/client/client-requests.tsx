import { getRouteApi } from '@tanstack/react-router';
import { listRecentRequestsOptions } from '../../../api/generated/admin';
import { AnsweredRequests } from '../../../requests/answered-requests';
import { requestIdSearch } from '../../../requests/request-id';
import { SectionCard } from '../../../shared/layout/section-card';
import { usePages } from '../../../shared/lists/list-view';
import { ListBar } from '../../../shared/lists/toolbar/list-bar';

const route = getRouteApi('/signed-in/office/clients/$id');

/** Renders the answered requests of a client's stores. Answers a call such as "Did you get my order at 14:05?" */
export function ClientRequests({ id }: { id: number }) {
  const { request_id, cursor } = route.useSearch();
  const query = usePages(
    listRecentRequestsOptions({ path: { id }, query: { request_id, cursor } }),
  );
  return (
    <SectionCard title="Answered requests">
      <ListBar search={requestIdSearch(request_id)} />
      <AnsweredRequests query={query} />
    </SectionCard>
  );
}
