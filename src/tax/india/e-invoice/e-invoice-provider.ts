import type { CsvRow } from '../../../platform/csv/csv-reader.js';
import type { DocumentContent } from '../../documents/document-content.js';
import type { EInvoiceResult } from './e-invoice-result.js';

/** A row of a provider's results. */
export interface ReceivedRow {
  /** Line in the file, from 1. */
  line: number;
  result: EInvoiceResult;
}

/** A way to the tax office's portal that registers invoices, such as a file or a company that forwards them. */
export interface EInvoiceProvider {
  /** Yields the submission for documents, in parts. @param pages of documents without problems */
  submission(pages: AsyncIterable<readonly DocumentContent[]>): AsyncGenerator<string, void>;

  /** Yields the results that came back, from the rows of a file. @throws CsvFault after the rows before it */
  results(rows: readonly CsvRow[]): AsyncGenerator<ReceivedRow, void>;
}
