import { amountCsv, csvParts } from '../../platform/csv/csv-response.js';
import { toDecimalText } from '../../platform/money.js';
import { creditedMinorOf } from './receipts.dto.js';
import type { ReceiptRow } from './receipts.repository.js';

const COLUMNS = ['id', 'client_id', 'source', 'method', 'reference', 'amount', 'credited', 'paid'];

/** Returns a file of receipts. */
export function receiptsCsv(pages: AsyncIterable<readonly ReceiptRow[]>): AsyncIterable<string> {
  const names = [...COLUMNS, 'received_at', 'created_at', 'reversed_at', 'tax_deducted'];
  return csvParts(names, pages, cellsOf, amountCsv);
}

function cellsOf(receipt: ReceiptRow): string[] {
  return [
    String(receipt.id),
    String(receipt.clientId),
    receipt.source,
    receipt.method,
    receipt.reference ?? '',
    toDecimalText(receipt.amountMinor),
    toDecimalText(creditedMinorOf(receipt)),
    receipt.paid.join(' '),
    receipt.receivedAt.toISOString(),
    receipt.createdAt.toISOString(),
    receipt.reversedAt?.toISOString() ?? '',
    toDecimalText(receipt.taxDeductedMinor),
  ];
}
