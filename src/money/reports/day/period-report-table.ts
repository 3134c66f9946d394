import { toMinorUnits } from '../../../platform/money.js';
import { columns, integer, money, text } from '../../../platform/http/response-dto/response-dto.js';
import type { Table } from '../../../platform/table-export/table.js';
import type { MovementDto, PeriodReportDto } from './day-report.dto.js';

/** A line of a closing. Balances and the difference have no count. */
interface Line {
  name: string;
  count: number | null;
  amount: number;
}

/** Writes a closing as a table. The amounts of its lines add up to the closing balance. */
export function periodReportTable(report: PeriodReportDto): Table<Line> {
  const { receipts, wallets } = report;
  const movement = (name: string, { count, amount }: MovementDto): Line => ({
    name,
    count,
    amount,
  });
  const balance = (name: string, amount: number): Line => ({ name, count: null, amount });
  return {
    hasSums: false,
    columns: columns<Line>()({
      line: [text(), 'name'],
      count: integer().orNull(),
      amount: [money(), ({ amount }) => toMinorUnits(amount)],
    }),
    pages: [
      [
        balance('opening balance', wallets.opening),
        movement('receipts: bank', receipts.bank),
        movement('receipts: cash', receipts.cash),
        movement('receipts: other', receipts.other),
        movement('receipts: gateway', receipts.gateway),
        movement('receipts reversed', report.reversals),
        movement('orders paid', report.settles),
        movement('refunds of orders', report.refunds),
        movement('payouts', report.payouts),
        movement('set aside for payouts', report.set_aside),
        movement('adjustments', report.adjustments),
        movement('taken over', report.openings),
        movement('disputes', report.disputes),
        movement('debts', report.debts),
        movement('credits', report.credits),
        balance('difference', report.difference),
        balance('closing balance', wallets.closing),
      ],
    ],
  };
}
