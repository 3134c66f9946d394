import type { UseQueryResult } from '@tanstack/react-query';
import { PagedList } from '../shared/lists/list-view';
import { REQUEST_COLUMNS, type AnsweredRequest } from './request-columns';

interface AnsweredRequestsProps {
  query: UseQueryResult<{ data: AnsweredRequest[]; next_cursor: string | null }>;
}

/** Renders the requests of the last hours that were answered. */
export function AnsweredRequests({ query }: AnsweredRequestsProps) {
  return (
    <>
      <p className="soft small">
        Of the last six hours, without values: the first 60 of each minute. They appear within some
        seconds.
      </p>
      <PagedList
        query={query}
        what="Answered requests"
        columns={REQUEST_COLUMNS}
        rowKey={({ at, request_id }) => `${at} ${request_id}`}
        empty="No such request was answered in the last six hours."
      />
    </>
  );
}
