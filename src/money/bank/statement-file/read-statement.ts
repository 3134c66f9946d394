import { AppError } from '../../../platform/http/errors.js';
import { UnreadableFile } from '../../../platform/table-file/limits.js';
import { readTable } from '../../../platform/table-file/read-table.js';
import { STATEMENT_LIMITS, statementOf, type StatementOptions } from './statement-of.js';
import type { Statement } from './types.js';

/**
 * Reads the file of a bank: CSV, text between tabs, or an Excel workbook. The format is recognized from the bytes, not from
 * the name.
 *
 * @throws AppError import_refused (it is not a statement, or too large)
 */
export async function readStatement(
  bytes: Buffer,
  options: StatementOptions = {},
): Promise<Statement> {
  try {
    const { rows } = await readTable(new Uint8Array(bytes), {}, STATEMENT_LIMITS);
    return statementOf(rows, options);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new AppError('import_refused', { message: error.message });
  }
}
