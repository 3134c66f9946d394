import type { ComponentProps } from 'react';
import classes from './as-table.module.css';
import { DataTable } from './data-table';

/** Renders the numbers of a chart as a table that people can open. */
export function AsTable<Row>(table: ComponentProps<typeof DataTable<Row>>) {
  return (
    <details className={classes.table}>
      <summary>As a table</summary>
      <DataTable {...table} />
    </details>
  );
}
