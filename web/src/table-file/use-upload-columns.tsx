import { useState, type ReactNode } from 'react';
import type { Cell } from '../../../src/platform/table-file/cell.js';
import {
  uploadColumns,
  type UploadColumns,
  type UploadField,
} from '../../../src/platform/table-file/columns.js';
import { fileByColumns } from './file-by-columns';
import { readInWorker } from './read-in-worker';
import { NO_CHOICES, useRememberedColumns, type ColumnChoices } from './remembered-columns';
import { HeaderSelect, UploadColumnsView } from './upload-columns';

/** A file with its columns. */
export interface ReadFile {
  file: File;
  rows: readonly (readonly Cell[])[];
  found: UploadColumns<UploadField>;
  /** True if a person chose the columns, now or for an earlier file. */
  isChosen: boolean;
  /** Reason why the browser cannot read it; null: it can. */
  unreadable: string | null;
}

const NOTHING_FOUND = { header: 0, columns: [], unused: [], problem: null };

/**
 * Reads the columns of files, and asks for those that are not clear.
 *
 * @param upload what is uploaded, such as `clients`, for which choices are remembered
 * @param onRead receives a file, and again with each choice
 */
export function useUploadColumns(
  upload: string,
  fields: readonly UploadField[],
  onRead: (read: ReadFile) => void,
): { file: File | null; take: (file: File) => void; view: ReactNode } {
  const { recall, remember } = useRememberedColumns(upload);
  const [read, setRead] = useState<ReadFile | null>(null);
  const [choices, setChoices] = useState(NO_CHOICES);
  const readBy = (file: File, rows: ReadFile['rows'], chosen: ColumnChoices): ReadFile => {
    const found = uploadColumns(rows, fields, chosen);
    const next = { file, rows, found, isChosen: chosen !== NO_CHOICES, unreadable: null };
    setChoices(chosen);
    setRead(next);
    onRead(next);
    return next;
  };
  const take = (file: File): void =>
    void readInWorker(file, {}).then(
      ({ rows }) => readBy(file, rows, recall(rows)),
      ({ message }: Error) => {
        const next = { file, rows: [], found: NOTHING_FOUND, isChosen: false, unreadable: message };
        setRead(next);
        onRead(next);
      },
    );
  const choose = (chosen: ColumnChoices): void => {
    const { file, rows } = read!;
    const { found } = readBy(file, rows, chosen);
    if (found.problem === null) remember(rows, found.header, chosen.fields);
  };
  const view = read !== null && read.unreadable === null && (
    <>
      {(read.isChosen || read.found.problem !== null) && (
        <HeaderSelect
          rows={read.rows}
          header={read.found.header}
          onChoose={(header) => choose({ header, fields: new Map() })}
        />
      )}
      <UploadColumnsView
        rows={read.rows}
        found={read.found}
        fields={fields}
        isLocked={false}
        onChoose={(chosen) => choose({ ...choices, fields: chosen })}
      />
    </>
  );
  return { file: read?.file ?? null, take, view };
}

/** Makes the file for the service, which recognizes columns itself unless a person chose them; null: something has to be chosen. */
export function fileToSend({ file, rows, found, isChosen }: ReadFile): File | null {
  if (found.problem !== null) return null;
  if (!isChosen) return file;
  return new File([fileByColumns(rows, found)], file.name, { type: 'text/csv' });
}
