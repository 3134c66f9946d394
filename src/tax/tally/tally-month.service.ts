import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { JournalExportService } from '../../money/books/export/journal-export.service.js';
import { SalesVouchersService } from '../../money/books/sales-vouchers.service.js';
import { ClosedMonthsService } from '../../money/ledger/closings/closed-months.service.js';
import { allowLongStatements, inSnapshot } from '../../platform/database/transaction.js';
import { daysOfMonth, monthPeriod } from '../../platform/days/shop-days.js';
import { dateInShop } from '../../platform/time-zone.js';
import { DocumentsService } from '../documents/documents.service.js';
import { Gstr1Service } from '../india/gstr1/gstr1.service.js';
import type { RateSums } from '../india/gstr1/placing.js';
import { IssuingService } from '../issuing/issuing.service.js';

/**
 * What makes a month's file incomplete.
 * - shipments_without_invoice: shipments of the month whose sales are in no voucher
 * - documents_after_closing: documents of the month that were issued after it was closed
 */
export const TALLY_PROBLEMS = [
  ...(['shipments_without_invoice', 'documents_after_closing'] as const),
];

interface TallyProblem {
  code: (typeof TALLY_PROBLEMS)[number];
  count: number;
}

/** What a month's file for Tally has, and what joins it to documents and the GST return. */
export interface TallyMonth {
  month: string;
  /** True: vouchers of sales; false: journals for auditors. */
  isWithSales: boolean;
  /** The first month with vouchers of sales; null: none. */
  fromMonth: string | null;
  /** True if the month is not over. */
  isRunning: boolean;
  /** Supplies less credit notes, as the GST return has them, the lowest rate first. */
  rates: RateSums[];
  /** What clients paid for orders and no document has, at the end of the month, in minor units; in Tally it is their credit. */
  paidNotInvoicedMinor: number;
  problems: TallyProblem[];
}

@Injectable()
export class TallyMonthService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly closings: ClosedMonthsService,
    private readonly documents: DocumentsService,
    private readonly gstr1: Gstr1Service,
    private readonly issuing: IssuingService,
    private readonly journals: JournalExportService,
    private readonly salesVouchers: SalesVouchersService,
  ) {}

  /** @param month that isMonth accepts  @throws AppError tax_profile_missing */
  async get(month: string): Promise<TallyMonth> {
    const { rates } = await this.gstr1.check(month);
    const period = monthPeriod(month);
    const closing = await this.closings.find(month);
    const { fromMonth } = await this.salesVouchers.get();
    return inSnapshot(this.dataSource, async (manager) => {
      await allowLongStatements(manager);
      const sold = await this.journals.sumSales(manager, period.to);
      const invoiced = await this.documents.sumTotals(manager, daysOfMonth(month).next);
      const uninvoiced = await this.issuing.countUninvoiced(manager, period);
      const late =
        closing === null
          ? 0
          : await this.documents.countIssuedAfter(manager, month, closing.closedAt);
      const problems: TallyProblem[] = [
        { code: 'shipments_without_invoice', count: uninvoiced },
        { code: 'documents_after_closing', count: late },
      ];
      return {
        month,
        isWithSales: fromMonth !== null && month >= fromMonth,
        fromMonth,
        isRunning: isRunning(month),
        rates: rates.map(({ tables }) => tables),
        paidNotInvoicedMinor: sold - invoiced,
        problems: problems.filter(({ count }) => count > 0),
      };
    });
  }
}

/** Returns true if a month is not over in the shop. */
export function isRunning(month: string): boolean {
  return month >= dateInShop(new Date()).slice(0, 7);
}
