import classes from './as-table.module.css';
import { DataTable, type DataTableProps, type Keyed } from './data-table';

/** Renders the numbers of a chart as a table that people can open. */
export function AsTable<Row>(table: DataTableProps<Row> & Keyed<Row>) {
  return (
    <details className={classes.table}>
      <summary>As a table</summary>
      <DataTable {...table} />
    </details>
  );
}
