import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { columns, integer, money, text } from '../../../platform/http/answer/answer.js';
import type { Table } from '../../../platform/table-export/table.js';
import { inSnapshot } from '../../../platform/database/transaction.js';
import {
  everyPage,
  type Page,
  type PageRequest,
  readPage,
} from '../../../platform/http/paging/page.js';
import { monthPeriod } from '../../../platform/days/shop-days.js';
import { MonthReportRepository, type ClientMonth } from './month-report.repository.js';

const COLUMNS = columns<ClientMonth>()({
  client_id: [integer(), 'id'],
  name: text(),
  gstin: text().orNull(),
  opening: money(),
  received: money(),
  orders_paid: [money(), 'settledMinor'],
  refunds: [money(), 'refundedMinor'],
  payouts: [money(), 'paidOutMinor'],
  adjustments: [money(), 'adjustedMinor'],
  owed: money(),
  closing: money(),
});

/** The wallets of all clients in a month, for the accountant. */
@Injectable()
export class MonthReportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: MonthReportRepository,
  ) {}

  /** Clients that have a wallet, by id. @param month that isMonth accepts */
  async listClients(month: string, page: PageRequest): Promise<Page<ClientMonth>> {
    const { manager } = this.dataSource;
    return readPage(page, (range) =>
      this.repository.listClients(manager, monthPeriod(month), range),
    );
  }

  /** Writes the wallets of all clients as a table, as of one moment. */
  async exportClients(month: string): Promise<Table<ClientMonth>> {
    return inSnapshot(this.dataSource, async (manager) => {
      const period = monthPeriod(month);
      const rows: ClientMonth[] = [];
      const pages = everyPage((request) =>
        readPage(request, (range) => this.repository.listClients(manager, period, range)),
      );
      for await (const page of pages) rows.push(...page);
      return { columns: COLUMNS, pages: [rows] };
    });
  }
}
