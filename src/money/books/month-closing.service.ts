import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ClosedMonth } from '../ledger/closings/closed-month.entity.js';
import { ClosedMonthsService } from '../ledger/closings/closed-months.service.js';
import { type NewestFirst, type Page, readPage } from '../../platform/http/paging/page.js';
import { monthPeriod } from '../../platform/days/shop-days.js';
import {
  ReceivedEarlierRepository,
  type EarlierEntry,
  type EntrySums,
} from './received-earlier.repository.js';

/** The closing of a month, and the entries that were booked later than the bank's month. */
export interface MonthClosing {
  /** null: the month is open. */
  closing: ClosedMonth | null;
  receivedEarlier: EntrySums;
  /** Entries of later months whose money moved in this one. */
  bookedLater: EntrySums;
}

/** Closes months, which begin and end in Indian time. Every method takes a month that isMonth accepts. */
@Injectable()
export class MonthClosingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly months: ClosedMonthsService,
    private readonly repository: ReceivedEarlierRepository,
  ) {}

  async get(month: string): Promise<MonthClosing> {
    const period = monthPeriod(month);
    return {
      closing: await this.months.find(month),
      receivedEarlier: await this.repository.sum(this.dataSource.manager, period),
      bookedLater: await this.repository.sumLater(this.dataSource.manager, period),
    };
  }

  /** @throws AppError validation_failed (the month is not over), month_unsettled */
  async close(month: string): Promise<ClosedMonth & { isReplay: boolean }> {
    return this.months.close(month, monthPeriod(month));
  }

  /** Lists the entries of a month whose money moved before it, the latest first. */
  async listReceivedEarlier(month: string, page: NewestFirst): Promise<Page<EarlierEntry>> {
    const { manager } = this.dataSource;
    return readPage(page, (range) => this.repository.list(manager, monthPeriod(month), range));
  }
}
