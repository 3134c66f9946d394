import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { inSnapshot } from '../../platform/database/transaction.js';
import { DayReportRepository, type Movement, type WalletTotals } from './day-report.repository.js';
import { monthPeriod } from './shop-days.js';
import { zonedDay, type Period } from './zoned-day.js';

/** What happened to all wallets in a period; in minor units. */
export interface PeriodReport extends WalletTotals {
  period: Period;
  movements: Movement[];
  /** By how much the movements do not explain the closing balance; 0 unless the ledger is wrong. */
  differenceMinor: number;
}

/** Closes days and months: what came in, what it paid, what went out, and whether it adds up. */
@Injectable()
export class DayReportService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly repository: DayReportRepository,
  ) {}

  /** Returns the report of a date in a time zone. */
  async getReport(date: string, timeZone: string): Promise<PeriodReport> {
    return this.getPeriod(zonedDay(date, timeZone));
  }

  /** Returns the report of a month in India. @param month that isMonth accepts */
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
