import { useCallback, useRef, useState, type ReactNode } from 'react';
import { useSession } from '../../frame/session';
import type { Sort } from '../../search-params';
import type { Column } from './columns';
import classes from './data-table.module.css';
// After those of every table, of which these change some.
import compact from './compact-rows.module.css';
import { SortLink } from './toolbar/sort-link';
import { useRowKeys } from './use-row-keys';

/** Checkboxes of a table, and the header while rows are selected. */
export interface RowSelection<Row> {
  isSelected: (row: Row) => boolean;
  toggle: (row: Row) => void;
  isSelectable: (row: Row) => boolean;
  /** Label of a row's checkbox: "Select order WO-…". */
  label: (row: Row) => string;
  /** Says why a row cannot be selected. */
  hint?: (row: Row) => string | undefined;
  /** The checkbox of the header row. */
  all: ReactNode;
  /** Replaces the header cells, so that no row moves; null without a selection. */
  bulkBar: ReactNode;
}

export interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  selection?: RowSelection<Row>;
  /** True while newer rows load; older rows stay visible, dimmed. */
  isStale?: boolean;
  /** True for a list to work through: rows of two lines on a phone, and the keys j, k and x. */
  isCompact?: boolean;
  /** Direction by the sorted column, as the parameter `sort` has it. */
  sort?: Sort;
}

/** Rows that have a key of their own. */
export interface WithId {
  id: string | number;
}

/** The key of each row, among rows without an `id`. */
export interface Keyed<Row> {
  rowKey: (row: Row) => string | number;
}

/** Renders rows as a table; on a phone each row is a card. The first column contains the link to the detail. */
export function DataTable<Row extends WithId>(
  props: DataTableProps<Row> & Partial<Keyed<Row>>,
): ReactNode;
export function DataTable<Row>(props: DataTableProps<Row> & Keyed<Row>): ReactNode;
export function DataTable<Row>(props: DataTableProps<Row> & Partial<Keyed<Row>>) {
  const { caption, rows, rowKey = idOf, selection, isStale = false, isCompact = false } = props;
  const { permissions } = useSession();
  const columns = props.columns.filter(
    ({ isExtra = false, permission }) =>
      !isExtra && (permission === undefined || permissions.includes(permission)),
  );
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table, isCompact, selection !== undefined);
  const { isCut, watch } = useIsCut();
  return (
    // Not every browser gives the focus to what scrolls, so that keys can scroll it.
    <div
      ref={watch}
      className={classes.scroll}
      {...(isCut && { role: 'group', 'aria-label': caption, tabIndex: 0 })}
    >
      <table
        ref={table}
        className={isCompact ? `${classes.table} ${compact.table}` : classes.table}
        data-stale={isStale || undefined}
        aria-busy={isStale}
      >
        <caption className={classes.caption}>{caption}</caption>
        <thead>
          <HeaderRow columns={columns} selection={selection} sort={props.sort} />
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-selected={selection?.isSelected(row) ?? undefined}>
              {selection !== undefined && (
                <td className={classes.checkbox}>
                  <label className={classes.target}>
                    <input
                      type="checkbox"
                      aria-label={selection.label(row)}
                      title={selection.hint?.(row)}
                      disabled={!selection.isSelectable(row)}
                      checked={selection.isSelected(row)}
                      onChange={() => selection.toggle(row)}
                    />
                  </label>
                </td>
              )}
              {columns.map(({ header, cell, isNumber, isWide, onPhone }) => (
                <td
                  key={header}
                  data-label={header}
                  data-number={isNumber}
                  data-wide={isWide}
                  data-phone={onPhone}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Watches whether an element's content is wider than the element, which then scrolls. */
function useIsCut() {
  const [isCut, setCut] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setCut(element.scrollWidth > element.clientWidth));
    for (const watched of [element, ...element.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return { isCut, watch };
}

export function idOf(row: unknown): string | number {
  return (row as WithId).id;
}

type HeaderRowProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'selection' | 'sort'>;

function HeaderRow<Row>({ columns, selection, sort }: HeaderRowProps<Row>) {
  const hasBulkBar = selection !== undefined && selection.bulkBar !== null;
  return (
    <tr>
      {selection !== undefined && (
        <th scope="col" className={classes.checkbox}>
          {selection.all}
        </th>
      )}
      {hasBulkBar ? (
        <th scope="col" colSpan={columns.length} className={classes.bulk}>
          <div className={classes.bulkBar}>{selection.bulkBar}</div>
        </th>
      ) : (
        columns.map(({ header, isNumber, isSorted }) =>
          isSorted && sort !== undefined ? (
            <th
              key={header}
              scope="col"
              data-number={isNumber}
              aria-sort={sort === 'created_at' ? 'ascending' : 'descending'}
            >
              <SortLink sort={sort}>{header}</SortLink>
            </th>
          ) : (
            <th key={header} scope="col" data-number={isNumber}>
              {header}
            </th>
          ),
        )
      )}
    </tr>
  );
}

/** Renders placeholder rows of the final height while the first page loads. */
export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className={classes.skeleton} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  );
}
