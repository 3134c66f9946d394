import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inSnapshot } from '../../../platform/database/transaction.js';
import { DayReportRepository, type Movement, type WalletTotals } from './day-report.repository.js';
import { monthPeriod } from '../../../platform/days/shop-days.js';
import { zonedDay, type Period } from '../../../platform/days/zoned-day.js';

/** The movements of all wallets in a period; in minor units. */
export interface PeriodReport extends WalletTotals {
  period: Period;
  movements: Movement[];
  /** The closing balance less the opening balance and the movements; 0 unless the ledger is wrong. */
  differenceMinor: number;
}

/** Closings of days and months: incoming money, payments and payouts, and whether they add up. */
@Injectable()
export class DayReportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: DayReportRepository,
  ) {}

  async getReport(date: string, timeZone: string): Promise<PeriodReport> {
    return this.getPeriod(zonedDay(date, timeZone));
  }

  /** Computes the report of a month in India. @param month accepted by isMonth */
  async getMonth(month: string): Promise<PeriodReport> {
    return this.getPeriod(monthPeriod(month));
  }

  private async getPeriod(period: Period): Promise<PeriodReport> {
    return inSnapshot(this.dataSource, async (manager) => {
      const movements = await this.repository.listMovements(manager, period);
      const totals = await this.repository.getTotals(manager, period);
      const movedMinor = movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      const differenceMinor = totals.closingMinor - totals.openingMinor - movedMinor;
      return { period, movements, ...totals, differenceMinor };
    });
  }
}
