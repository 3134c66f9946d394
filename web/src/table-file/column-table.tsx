import { NativeSelect } from '@mantine/core';
import { textOf, type Cell } from '../../../src/platform/table-file/cell.js';
import type { ColumnChoice, ColumnField } from '../../../src/platform/table-file/columns.js';
import { column, type Column } from '../shared/lists/columns';
import { DataTable } from '../shared/lists/data-table';
import { Status } from '../shared/status';
import classes from './column-table.module.css';

const SAMPLES = 3;

interface ColumnTableProps<Field extends ColumnField> {
  /** All rows of the file. */
  rows: readonly (readonly Cell[])[];
  /** Position of the row that names the columns. */
  header: number;
  columns: readonly ColumnChoice<Field>[];
  /** Every field, in the order in which it is offered. */
  fields: readonly Field[];
  /** Receives the field of each column of the file by the column's name; empty: ignored. */
  onChoose: (fields: ReadonlyMap<string, string>) => void;
}

/** Renders the columns of a file with their first cells, and the choice of what each is. */
export function ColumnTable<Field extends ColumnField>(props: ColumnTableProps<Field>) {
  const { rows, header, columns, fields, onChoose } = props;
  const options = [
    { value: '', label: 'Ignore' },
    ...fields.map(({ column, label }) => ({ value: column, label })),
  ];
  const samplesOf = (position: number): string =>
    rows
      .slice(header + 1)
      .map((row) => textOf(row[position]))
      .filter((text) => text !== '')
      .slice(0, SAMPLES)
      .join(' · ');
  const choose = (name: string, value: string): void => {
    const chosen = columns.map((one): [string, string] => [one.name, one.field?.column ?? '']);
    onChoose(new Map(chosen).set(name, value));
  };
  const tableColumns: readonly Column<ColumnChoice<Field>>[] = [
    column.cell('Column', ({ name, isNew }) => (
      <>
        {name} {isNew && <Status tone="waiting">New</Status>}
      </>
    )),
    column.wide('First cells', ({ position }) => (
      <span className={classes.sample}>{samplesOf(position)}</span>
    )),
    column.wide('Is', ({ name, field }) => (
      <NativeSelect
        className={classes.fields}
        aria-label={`Column ${name} is`}
        data={options}
        value={field?.column ?? ''}
        onChange={({ currentTarget: { value } }) => choose(name, value)}
      />
    )),
  ];
  return (
    <DataTable
      caption="Columns of the file"
      columns={tableColumns}
      rows={columns}
      rowKey={({ position }) => position}
    />
  );
}
