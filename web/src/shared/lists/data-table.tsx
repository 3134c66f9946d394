import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** True for right-aligned numbers. */
  isNumber?: boolean;
  /** True if the column has its own line in the card of a phone. */
  isWide?: boolean;
}

/** Checkboxes of a table, and the header while rows are selected. */
export interface RowSelection<Row> {
  isSelected: (row: Row) => boolean;
  toggle: (row: Row) => void;
  isSelectable: (row: Row) => boolean;
  /** Label of a row's checkbox: "Select order WO-…". */
  label: (row: Row) => string;
  /** The checkbox of the header row. */
  all: ReactNode;
  /** Replaces the header cells, so that no row moves; null without a selection. */
  bulkBar: ReactNode;
}

interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  selection?: RowSelection<Row>;
  /** True while newer rows load; older rows stay visible, dimmed. */
  isStale?: boolean;
}

/** Renders rows as a table; on a phone each row is a card. The first column contains the link to the detail. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, selection, isStale = false } = props;
  return (
    <table className={classes.table} data-stale={isStale || undefined} aria-busy={isStale}>
      <caption className={classes.caption}>{caption}</caption>
      <thead>
        <HeaderRow columns={columns} selection={selection} />
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
                    disabled={!selection.isSelectable(row)}
                    checked={selection.isSelected(row)}
                    onChange={() => selection.toggle(row)}
                  />
                </label>
              </td>
            )}
            {columns.map(({ header, cell, isNumber, isWide }) => (
              <td key={header} data-label={header} data-number={isNumber} data-wide={isWide}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type HeaderRowProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'selection'>;

function HeaderRow<Row>({ columns, selection }: HeaderRowProps<Row>) {
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
          {selection.bulkBar}
        </th>
      ) : (
        columns.map(({ header, isNumber }) => (
          <th key={header} scope="col" data-number={isNumber}>
            {header}
          </th>
        ))
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
