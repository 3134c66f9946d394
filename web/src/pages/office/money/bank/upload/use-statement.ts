import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import {
  findLayout,
  mappingProblem,
} from '../../../../../../../src/money/bank/statement-file/layout.js';
import {
  STATEMENT_FIELDS,
  type StatementField,
} from '../../../../../../../src/money/bank/statement-file/fields.js';
import { PRESETS } from '../../../../../../../src/money/bank/statement-file/presets.js';
import { columnsOf } from '../../../../../../../src/platform/table-file/header.js';
import {
  mappedColumns,
  type ColumnChoice,
} from '../../../../../../../src/platform/table-file/columns.js';
import type { Table } from '../../../../../../../src/platform/table-file/read-table.js';
import type {
  BankAccountRecordDto,
  StatementReportDto,
  WaitingDto,
} from '../../../../../api/generated/admin-types';
import { matchStatementMutation } from '../../../../../api/generated/admin';
import { readInWorker } from '../../../../../table-file/read-in-worker';

/** The columns of a statement and what each is. */
export interface StatementColumns {
  table: Table;
  header: number;
  columns: readonly ColumnChoice<StatementField>[];
  /** The bank whose form it is; null: no known one. */
  bank: string | null;
  /** Reason why the file cannot be read with these columns; null: it can. */
  problem: string | null;
}

/** What is asked about a file, each time that it is sent. */
interface Reading {
  file: File;
  /** Columns that the person has chosen, as the service reads them; undefined: as they are remembered or recognized. */
  columns: string | undefined;
  dates: DateAnswers;
}

/** What the person says about the dates of the file. */
export interface DateAnswers {
  day_first?: 'true' | 'false';
  exchange_date_cells?: 'true' | 'false';
}

/** The report of a statement, or the approval that it waits for. */
export interface StatementAnswer {
  data: StatementReportDto | WaitingDto;
}

/** A statement from its choice to its lines. */
interface StatementState {
  file: File | null;
  /** null: the page cannot read the file, the service says why. */
  columns: StatementColumns | null;
  reading: UseMutationResult<StatementAnswer, Error, Reading>;
  storing: UseMutationResult<StatementAnswer, Error, Reading & { acceptsGap: boolean }>;
  choose: (file: File) => void;
  /** Reads the file again with the answer to a question about its dates. */
  answer: (dates: DateAnswers) => void;
  setColumns: (chosen: ReadonlyMap<string, string>) => void;
  /** Reads the file again by the chosen columns. Once its lines are stored, they are remembered for the account. */
  readAgain: () => void;
  /** Stores the lines as they were read. */
  store: (acceptsGap: boolean) => void;
}

/** Reads the statement that the person chooses, and stores its lines once they agree. */
export function useStatement(account: BankAccountRecordDto): StatementState {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [table, setTable] = useState<Table | null>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string> | null>(null);
  const [dates, setDates] = useState<DateAnswers>({});
  const columns = table === null ? null : understand(table, account.column_mapping, chosen);
  const reading = useMutation({
    mutationFn: (request: Reading) => send(account.id, request, { dry_run: 'true' }),
  });
  const storing = useMutation({
    mutationFn: ({ acceptsGap, ...request }: Reading & { acceptsGap: boolean }) =>
      send(account.id, request, acceptsGap ? { accept_gap: 'true' } : {}),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const read = (given: DateAnswers): void => {
    storing.reset();
    const isChosen = chosen !== null && columns !== null;
    const names = isChosen ? namesOf(columns) : undefined;
    if (file !== null) reading.mutate({ file, columns: names, dates: given });
  };
  return {
    file,
    columns,
    reading,
    storing,
    choose: (next) => {
      setFile(next);
      setTable(null);
      setChosen(null);
      setDates({});
      storing.reset();
      readInWorker(next, {}).then(setTable, () => setTable(null));
      reading.mutate({ file: next, columns: undefined, dates: {} });
    },
    answer: (next) => {
      const answered = { ...dates, ...next };
      setDates(answered);
      read(answered);
    },
    setColumns: setChosen,
    readAgain: () => read(dates),
    store: (acceptsGap) => {
      const { variables } = reading;
      if (variables !== undefined) storing.mutate({ ...variables, acceptsGap });
    },
  };
}

function understand(
  table: Table,
  remembered: BankAccountRecordDto['column_mapping'],
  chosen: ReadonlyMap<string, string> | null,
): StatementColumns {
  const { header, mapping } = layoutOf(table.rows, remembered);
  const fieldOf = new Map(mapping.columns.map(({ header: name, column }) => [name, column]));
  const columns = columnsOf(table.rows, header).map((source) => {
    const column = chosen?.get(source.name) ?? fieldOf.get(source.name);
    const field = STATEMENT_FIELDS.find((known) => known.column === column);
    return { ...source, field, isNew: false };
  });
  const { preset } = mapping;
  const bank = chosen === null && preset !== null ? PRESETS[preset].label : null;
  return { table, header, columns, bank, problem: mappingProblem(mappedColumns(columns)) };
}

/** Finds the columns as the service does: by the account's last statement, or else by their names. */
function layoutOf(
  rows: Table['rows'],
  remembered: BankAccountRecordDto['column_mapping'],
): ReturnType<typeof findLayout> {
  if (remembered !== null) {
    try {
      return findLayout(rows, remembered as Parameters<typeof findLayout>[1]);
    } catch {
      // Another form than the last one.
    }
  }
  return findLayout(rows, undefined);
}

/** Writes the chosen columns as the service reads them: `date=When&debit=Took`. */
function namesOf({ columns }: StatementColumns): string {
  const chosen = columns.flatMap(({ name, field }) => (field ? [[field.column, name]] : []));
  return new URLSearchParams(chosen).toString();
}

async function send(
  accountId: number,
  { file, columns, dates }: Reading,
  flags: { dry_run?: 'true'; accept_gap?: 'true' },
): Promise<StatementAnswer> {
  return matchStatementMutation().mutationFn({
    query: {
      bank_account_id: accountId,
      file_name: file.name,
      ...dates,
      ...(columns !== undefined && { columns }),
      ...flags,
    },
    // The service recognizes text and workbooks by their bytes. The client sends a file as it is.
    body: file as unknown as string,
  });
}
