import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Sort } from '../../search-params';
import { DataTable, TableSkeleton, type Column, type RowSelection } from './data-table';
import { EmptyState } from '../layout/empty-state';
import { ProblemNotice } from '../layout/problem-notice';
import { Pager } from './pager';

interface ListViewProps<Row> {
  query: UseQueryResult<{ data: Row[] }>;
  /** Label of the table, also used in its error message: "Orders". */
  what: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** Replaces a table without rows: a sentence, or an element. */
  empty: ReactNode;
  selection?: RowSelection<Row>;
  /** See DataTable. */
  isCompact?: boolean;
  sort?: Sort;
}

/** Renders a list in each of its states: loading, failed, empty, and filled. */
export function ListView<Row>({ query, what, empty, ...table }: ListViewProps<Row>) {
  const { data, error, isPlaceholderData } = query;
  if (error !== null) {
    return (
      <ProblemNotice
        error={error}
        title={`${what} could not be loaded.`}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (data === undefined) return <TableSkeleton />;
  if (data.data.length === 0) {
    return typeof empty === 'string' ? <EmptyState>{empty}</EmptyState> : empty;
  }
  return <DataTable caption={what} rows={data.data} isStale={isPlaceholderData} {...table} />;
}

interface PagedListProps<Row> extends ListViewProps<Row> {
  query: UseQueryResult<{ data: Row[]; next_cursor: string | null }>;
  /** Cursor of the page; undefined on the first one. */
  cursor: string | undefined;
}

/** Renders a page of a list, and the links to its other pages. */
export function PagedList<Row>({ cursor, ...list }: PagedListProps<Row>) {
  return (
    <>
      <ListView {...list} />
      <Pager cursor={cursor} nextCursor={list.query.data?.next_cursor} />
    </>
  );
}
