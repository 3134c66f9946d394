import { amountCsv } from '../../platform/csv/csv-response.js';
import type { MovementDto, PeriodReportDto } from './day-report.dto.js';

/** Returns a closing as a CSV file: the amounts of its lines add up to the closing balance. */
export function periodReportCsv(report: PeriodReportDto): string {
  const { receipts, wallets } = report;
  const movement = (name: string, { count, amount }: MovementDto): string[] => [
    name,
    String(count),
    amount.toFixed(2),
  ];
  return amountCsv([
    ['line', 'count', 'amount'],
    ['opening balance', '', wallets.opening.toFixed(2)],
    movement('receipts: bank', receipts.bank),
    movement('receipts: cash', receipts.cash),
    movement('receipts: other', receipts.other),
    movement('receipts: gateway', receipts.gateway),
    movement('receipts reversed', report.reversals),
    movement('orders paid', report.settles),
    movement('refunds of orders', report.refunds),
    movement('payouts', report.payouts),
    movement('adjustments', report.adjustments),
    movement('taken over', report.openings),
    movement('disputes', report.disputes),
    movement('debts', report.debts),
    movement('credits', report.credits),
    ['difference', '', report.difference.toFixed(2)],
    ['closing balance', '', wallets.closing.toFixed(2)],
  ]);
}
