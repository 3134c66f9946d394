import type { CsvRow } from '../../../platform/csv/csv-reader.js';
import { readNamedRows } from '../../../platform/csv/named-rows.js';
import { uploadField } from '../../../platform/table-file/columns.js';
import type { DocumentContent } from '../../documents/document-content.js';
import type { EInvoiceProvider, ReceivedRow } from './e-invoice-provider.js';
import { normalized, RESULT_COLUMNS, type EInvoiceResult } from './e-invoice-result.js';
import { toInv01 } from './inv01.js';

export const RESULT_ROWS_MAX = 2_000;
const RESULT_FIELDS = RESULT_COLUMNS.map((column) => uploadField(column, column, '', true));

/** Files that people carry to the portal's bulk upload and back. */
export const FILE_PROVIDER: EInvoiceProvider = {
  async *submission(
    pages: AsyncIterable<readonly DocumentContent[]>,
  ): AsyncGenerator<string, void> {
    let separator = '[';
    for await (const page of pages) {
      for (const content of page) {
        yield separator + JSON.stringify(toInv01(content));
        separator = ',\n';
      }
    }
    yield separator === '[' ? '[]\n' : ']\n';
  },

  async *results(rows: readonly CsvRow[]): AsyncGenerator<ReceivedRow, void> {
    for await (const { line, cells } of readNamedRows(rows, RESULT_FIELDS, RESULT_ROWS_MAX)) {
      yield { line, result: normalized(cells as unknown as EInvoiceResult) };
    }
  },
};
