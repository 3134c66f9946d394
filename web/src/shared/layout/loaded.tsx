import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TableSkeleton } from '../lists/data-table';
import { ProblemNotice } from './problem-notice';

interface LoadedProps<Answer> {
  query: UseQueryResult<Answer>;
  /** Subject of the error message: "The stock". */
  what: string;
  /** Number of placeholder rows while the query loads. */
  rows?: number;
  /** Renders the answer. */
  children?: (answer: Answer) => ReactNode;
}

/** Renders the answer of a query, or the reason why it could not be loaded. */
export function Loaded<Answer>({ query, what, rows = 0, children }: LoadedProps<Answer>) {
  return (
    <>
      <ProblemNotice
        error={query.error}
        title={`${what} could not be loaded.`}
        onRetry={() => void query.refetch()}
      />
      {query.isPending && rows > 0 && <TableSkeleton rows={rows} />}
      {query.data !== undefined && children?.(query.data)}
    </>
  );
}
