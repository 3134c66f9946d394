import {
  forPeople,
  id,
  time,
  summed,
  text,
  type Table,
} from '../../platform/table-export/table.js';
import { creditedMinorOf } from './receipts.dto.js';
import type { NamedReceipt } from './receipts.service.js';

/** Returns receipts as a table. */
export function receiptsTable(pages: AsyncIterable<readonly NamedReceipt[]>): Table<NamedReceipt> {
  return {
    pages,
    columns: [
      id('id', (receipt) => receipt.id),
      id('client_id', (receipt) => receipt.clientId),
      forPeople('client', (receipt) => receipt.clientName),
      text('source', (receipt) => receipt.source),
      text('method', (receipt) => receipt.method),
      text('reference', (receipt) => receipt.reference),
      summed('amount', (receipt) => receipt.amountMinor),
      summed('credited', creditedMinorOf),
      text('paid', (receipt) => receipt.paid.join(' ')),
      time('received_at', (receipt) => receipt.receivedAt),
      time('created_at', (receipt) => receipt.createdAt),
      time('reversed_at', (receipt) => receipt.reversedAt),
      summed('tax_deducted', (receipt) => receipt.taxDeductedMinor),
    ],
  };
}
