import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inSnapshot } from '../../../platform/database/transaction.js';
import {
  PostingSumsRepository,
  totalOf,
  type PostingSum,
  type WalletTotals,
} from '../../ledger/sums/posting-sums.repository.js';
import { monthPeriod } from '../../../platform/days/shop-days.js';
import { zonedDay, type Period } from '../../../platform/days/zoned-day.js';

/** The movements of all wallets in a period; in minor units. */
export interface PeriodReport extends WalletTotals {
  period: Period;
  /** Sums of the postings to wallets. */
  movements: PostingSum[];
  /** Sums of the postings to the account of payouts that wait. */
  waiting: PostingSum[];
  /** The closing balance less the opening balance and the movements; 0 unless the ledger is wrong. */
  differenceMinor: number;
}

/** Closings of days and months: incoming money, payments and payouts, and whether they add up. */
@Injectable()
export class DayReportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sums: PostingSumsRepository,
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
      const sums = await this.sums.list(manager, period, { areSealed: false });
      const movements = sums.filter(({ account }) => account === 'client_wallet');
      const totals = await this.sums.getWalletTotals(manager, period);
      const { creditMinor, debitMinor } = totalOf(movements);
      const differenceMinor = totals.closingMinor - totals.openingMinor - creditMinor + debitMinor;
      const waiting = sums.filter(({ account }) => account === 'payouts_waiting');
      return { period, movements, waiting, ...totals, differenceMinor };
    });
  }
}
