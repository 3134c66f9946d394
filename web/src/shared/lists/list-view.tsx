import {
  keepPreviousData,
  useQuery,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Sort } from '../../search-params';
import type { Column } from './columns';
import {
  DataTable,
  idOf,
  TableSkeleton,
  type Keyed,
  type RowSelection,
  type WithId,
} from './data-table';
import { EmptyState } from '../layout/empty-state';
import { ProblemNotice } from '../layout/problem-notice';
import { SectionCard } from '../layout/section-card';
import { Pager, useCursor } from './pager';

export interface ListViewProps<Row> {
  query: UseQueryResult<{ data: Row[] }>;
  /** Label of the table, also used in its error message: "Orders". */
  what: string;
  columns: readonly Column<Row>[];
  /** Replaces a table without rows: a sentence, or an element. */
  empty: ReactNode;
  selection?: RowSelection<Row>;
  /** See DataTable. */
  isCompact?: boolean;
  sort?: Sort;
}

/** Renders a list in each of its states: loading, failed, empty, and filled. */
export function ListView<Row extends WithId>(
  props: ListViewProps<Row> & Partial<Keyed<Row>>,
): ReactNode;
export function ListView<Row>(props: ListViewProps<Row> & Keyed<Row>): ReactNode;
export function ListView<Row>(props: ListViewProps<Row> & Partial<Keyed<Row>>) {
  const { query, what, empty, rowKey = idOf, ...table } = props;
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
  const list = { caption: what, rows: data.data, isStale: isPlaceholderData };
  return <DataTable rowKey={rowKey} {...list} {...table} />;
}

interface ListSectionProps<Row> extends Omit<ListViewProps<Row>, 'what'> {
  title: string;
  /** Label of the table, if it is not the title. */
  what?: string;
  aside?: ReactNode;
}

/** Renders a list as a section of a page. */
export function ListSection<Row extends WithId>(
  props: ListSectionProps<Row> & Partial<Keyed<Row>>,
): ReactNode;
export function ListSection<Row>(props: ListSectionProps<Row> & Keyed<Row>): ReactNode;
export function ListSection<Row>(props: ListSectionProps<Row> & Partial<Keyed<Row>>) {
  const { title, what = title, aside, rowKey = idOf, ...list } = props;
  return (
    <SectionCard title={title} aside={aside}>
      <ListView what={what} rowKey={rowKey} {...list} />
    </SectionCard>
  );
}

/** Queries a page of a list. The previous page stays visible until the new one is loaded. */
export function usePages<Page, Key extends QueryKey>(
  options: UseQueryOptions<Page, Error, Page, Key>,
): UseQueryResult<Page> {
  return useQuery({ ...options, placeholderData: keepPreviousData });
}

interface Page<Row> {
  data: Row[];
  next_cursor: string | null;
}

interface PagedListProps<Row> extends ListViewProps<Row> {
  query: UseQueryResult<Page<Row>>;
}

/** Renders a page of a list, and the links to its other pages. */
export function PagedList<Row extends WithId>(
  props: PagedListProps<Row> & Partial<Keyed<Row>>,
): ReactNode;
export function PagedList<Row>(props: PagedListProps<Row> & Keyed<Row>): ReactNode;
export function PagedList<Row>(props: PagedListProps<Row> & Partial<Keyed<Row>>) {
  const { rowKey = idOf, ...list } = props;
  return (
    <>
      <ListView rowKey={rowKey} {...list} />
      <Pager nextCursor={list.query.data?.next_cursor} />
    </>
  );
}

interface ListTab<Row> extends Omit<ListViewProps<Row>, 'query'> {
  /** Makes the query of a page. */
  list: (inputs: {
    query: { cursor: string | undefined };
    // oxlint-disable-next-line typescript/no-explicit-any
  }) => UseQueryOptions<Page<Row>, Error, Page<Row>, any>;
}

/** Declares a tab that shows the pages of a list. */
export function listTab<Row extends WithId>(tab: ListTab<Row>): () => ReactNode;
export function listTab<Row>(tab: ListTab<Row> & Keyed<Row>): () => ReactNode;
export function listTab<Row>({
  list,
  rowKey = idOf,
  ...table
}: ListTab<Row> & Partial<Keyed<Row>>): () => ReactNode {
  return function Tab() {
    const query = usePages(list({ query: { cursor: useCursor() } }));
    return <PagedList query={query} rowKey={rowKey} {...table} />;
  };
}
