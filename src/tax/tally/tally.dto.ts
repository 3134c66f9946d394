import {
  flag,
  integer,
  money,
  parts,
  percent,
  responseDto,
  text,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import type { RateSums } from '../india/gstr1/placing.js';
import { TALLY_PROBLEMS, type TallyMonth } from './tally-month.service.js';

class TallyRateDto extends responseDto<RateSums>()({
  rate: [percent({ description: 'In percent', example: 18 }), ({ rateBp }) => rateBp],
  taxable: money(),
  cgst: money(),
  sgst: money('Also UTGST'),
  igst: money(),
}) {}

class TallyProblemDto extends responseDto<TallyMonth['problems'][number]>()({
  code: word(
    TALLY_PROBLEMS,
    'shipments_without_invoice: their sales are in no voucher; documents_after_closing: issued after the month was closed',
  ),
  count: integer(),
}) {}

export class TallyMonthDto extends responseDto<TallyMonth>()({
  month: text({ example: '2026-11' }),
  with_sales: flag('true: vouchers of sales; false: journals for auditors'),
  from_month: text({ description: 'First month with vouchers of sales; null: none' }).orNull(),
  running: flag('The month is not over'),
  rates: parts(TallyRateDto, 'Supplies less credit notes, as in the GST return'),
  paid_not_invoiced: money(
    'What clients paid for orders and no document has, at the end of the month; in Tally it is their credit',
  ),
  problems: parts(TallyProblemDto),
}) {}
