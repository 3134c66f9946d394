import { readFile } from 'node:fs/promises';
import { batchesOf } from '../../../platform/file-reading/batches.js';
import { FILE_WORKERS } from '../../../platform/file-reading/file-workers.js';
import { AppError } from '../../../platform/http/errors.js';
import { UnreadableFile } from '../../../platform/table-file/limits.js';
import { readTable } from '../../../platform/table-file/read-table.js';
import { STATEMENT_LIMITS, statementOf, type StatementOptions } from './statement-of.js';
import type { Statement } from './types.js';

const LISTS = ['lines', 'ignoredRows', 'unreadableRows'] as const;
type RespondsPage = Pick<Statement, (typeof LISTS)[number]>;

/**
 * Reads the file of a bank in a process. Columns that were given and do not fit are ignored, because banks change their
 * formats.
 *
 * @throws AppError import_refused (it is not a statement), file_unreadable, rate_limited, date_order_unclear,
 *   date_cells_unclear
 */
export async function readStatementFile(
  path: string,
  options: StatementOptions,
): Promise<Statement> {
  const lists: RespondsPage = { lines: [], ignoredRows: [], unreadableRows: [] };
  const input = { path, options };
  const rest = await FILE_WORKERS.readAtOnce<typeof statementParts>('statement', input, (part) => {
    for (const list of LISTS) lists[list].push(...((part[list] ?? []) as never[]));
  });
  return { ...rest, ...lists };
}

function isRefused(error: unknown): boolean {
  return error instanceof AppError && error.code === 'import_refused';
}

/** Yields the lists of a statement in batches, and returns the rest of it. @throws as readStatement */
export async function* statementParts({
  path,
  options,
}: {
  path: string;
  options: StatementOptions;
}): AsyncGenerator<Partial<RespondsPage>, Omit<Statement, keyof RespondsPage>> {
  const bytes = await readFile(path);
  const { mapping, ...others } = options;
  const statement = await readStatement(bytes, options).catch((error: unknown) => {
    if (mapping === undefined || !isRefused(error)) throw error;
    return readStatement(bytes, others);
  });
  const { lines, ignoredRows, unreadableRows, ...rest } = statement;
  for (const [list, rows] of Object.entries({ lines, ignoredRows, unreadableRows })) {
    for await (const batch of batchesOf<unknown>(rows)) yield { [list]: batch };
  }
  return rest;
}

/**
 * Reads the file of a bank: CSV, text between tabs, or an Excel workbook. The format is recognized from the bytes, not from
 * the name.
 *
 * @throws UnreadableFile (it is not a table, or too large)
 * @throws AppError import_refused (it is not a statement)
 */
export async function readStatement(
  bytes: Buffer,
  options: StatementOptions = {},
): Promise<Statement> {
  const { rows } = await readTable(new Uint8Array(bytes), {}, STATEMENT_LIMITS);
  try {
    return statementOf(rows, options);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new AppError('import_refused', { message: error.message });
  }
}
