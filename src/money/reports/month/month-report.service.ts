import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Table } from '../../../platform/table-export/table.js';
import { inSnapshot } from '../../../platform/database/transaction.js';
import {
  everyPage,
  type Page,
  type PageRequest,
  readPage,
} from '../../../platform/http/paging/page.js';
import { monthPeriod } from '../../../platform/days/shop-days.js';
import {
  PostingSumsRepository,
  type ClientPeriod,
} from '../../ledger/sums/posting-sums.repository.js';
import { ClientMonthDto } from './month-report.dto.js';

const COLUMNS = ClientMonthDto.columns(
  'client_id name gstin opening received orders_paid refunds payouts adjustments owed closing',
);

/** The wallets of all clients in a month, for the accountant. */
@Injectable()
export class MonthReportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sums: PostingSumsRepository,
  ) {}

  /** Lists the clients that have a wallet, by id. @param month that isMonth accepts */
  async listClients(month: string, page: PageRequest): Promise<Page<ClientPeriod>> {
    const { manager } = this.dataSource;
    return readPage(page, (range) => this.sums.listWallets(manager, monthPeriod(month), range));
  }

  /** Writes the wallets of all clients as a table, from one snapshot. */
  async exportClients(month: string): Promise<Table<ClientPeriod>> {
    return inSnapshot(this.dataSource, async (manager) => {
      const period = monthPeriod(month);
      const rows: ClientPeriod[] = [];
      const pages = everyPage((request) =>
        readPage(request, (range) => this.sums.listWallets(manager, period, range)),
      );
      for await (const page of pages) rows.push(...page);
      return { columns: COLUMNS, pages: [rows] };
    });
  }
}
