import {
  columns,
  integer,
  money,
  text,
  time,
} from '../../platform/http/response-dto/response-dto.js';
import { creditedMinorOf } from './receipts.dto.js';
import type { NamedReceipt } from './receipts.service.js';

export const RECEIPT_COLUMNS = columns<NamedReceipt>()({
  id: integer(),
  client_id: integer(),
  client: [text().forPeople(), 'clientName'],
  source: text(),
  method: text(),
  reference: text().orNull(),
  amount: money(),
  credited: [money(), creditedMinorOf],
  paid: [text(), ({ paid }) => paid.join(' ')],
  received_at: time(),
  created_at: time(),
  reversed_at: time().orNull(),
  tax_deducted: money(),
});
