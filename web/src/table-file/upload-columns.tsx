import { NativeSelect } from '@mantine/core';
import { textOf, type Cell } from '../../../src/platform/table-file/cell.js';
import type { UploadColumns, UploadField } from '../../../src/platform/table-file/columns.js';
import { plural } from '../shared/format';
import { Notice } from '../shared/layout/notice';
import { ColumnTable } from './column-table';
import { HEADERS_MAX } from './remembered-columns';
import classes from './upload-columns.module.css';

const TEXT_LENGTH = 40;

interface HeaderSelectProps {
  rows: readonly (readonly Cell[])[];
  header: number;
  isDisabled?: boolean;
  onChoose: (header: number) => void;
}

/** Renders the choice of the row that names the columns. */
export function HeaderSelect({ rows, header, isDisabled = false, onChoose }: HeaderSelectProps) {
  const headers = rows
    .slice(0, Math.max(HEADERS_MAX, header + 1))
    .map((row, index) => ({
      value: String(index),
      label: `Row ${index + 1}: ${shortened(row.map(textOf).filter(Boolean).join(', '))}`,
    }));
  return (
    <NativeSelect
      label="Names of the columns"
      disabled={isDisabled}
      data={headers}
      value={String(header)}
      onChange={({ currentTarget: { value } }) => onChoose(Number(value))}
    />
  );
}

interface UploadColumnsProps {
  rows: readonly (readonly Cell[])[];
  found: UploadColumns<UploadField>;
  fields: readonly UploadField[];
  isLocked: boolean;
  onChoose: (fields: ReadonlyMap<string, string>) => void;
}

/** Renders what the columns of an uploaded file are, open while something has to be chosen. */
export function UploadColumnsView({ rows, found, fields, isLocked, onChoose }: UploadColumnsProps) {
  return (
    <>
      {found.problem !== null && (
        <Notice tone="bad" isAlert>
          {found.problem}
        </Notice>
      )}
      <UnusedColumns names={found.unused} />
      {!isLocked && (
        <details className={classes.columns} open={found.problem !== null}>
          <summary>Columns of the file</summary>
          <ColumnTable
            rows={rows}
            header={found.header}
            columns={found.columns}
            fields={fields}
            onChoose={onChoose}
          />
        </details>
      )}
    </>
  );
}

/** Names the columns of a file without a meaning. */
function UnusedColumns({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const are = names.length === 1 ? 'is' : 'are';
  return (
    <p role="note">{`${plural(names.length, 'column')} ${are} not used: ${names.join(', ')}`}</p>
  );
}

function shortened(text: string): string {
  return text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH)}…` : text;
}
