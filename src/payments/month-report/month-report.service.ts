import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { amountCsv } from '../../platform/csv/csv-response.js';
import { inSnapshot } from '../../platform/database/transaction.js';
import { everyPage, toPage, type Page, type PageRequest } from '../../platform/http/paging/page.js';
import { toDecimalText } from '../../platform/money.js';
import { monthPeriod } from '../../platform/days/shop-days.js';
import { MonthReportRepository, type ClientMonth } from './month-report.repository.js';

const COLUMNS = ['client_id', 'name', 'gstin', 'opening', 'received', 'orders_paid', 'refunds'];

/** The wallets of all clients in a month, for the accountant. */
@Injectable()
export class MonthReportService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly repository: MonthReportRepository,
  ) {}

  /** Clients that have a wallet, by id. @param month that isMonth accepts */
  async listClients(month: string, { afterId, limit }: PageRequest): Promise<Page<ClientMonth>> {
    const range = { afterId, limit: limit + 1 };
    const { manager } = this.dataSource;
    return toPage(await this.repository.listClients(manager, monthPeriod(month), range), limit);
  }

  /** Returns the wallets of all clients as a CSV file, as of one moment. */
  async exportClients(month: string): Promise<string> {
    return inSnapshot(this.dataSource, async (manager) => {
      const period = monthPeriod(month);
      const lines = [[...COLUMNS, 'payouts', 'adjustments', 'owed', 'closing']];
      const pages = everyPage(async ({ afterId, limit }) => {
        const range = { afterId, limit: limit + 1 };
        return toPage(await this.repository.listClients(manager, period, range), limit);
      });
      for await (const page of pages) lines.push(...page.map(cellsOf));
      return amountCsv(lines);
    });
  }
}

function cellsOf(month: ClientMonth): string[] {
  const amounts = [
    month.openingMinor,
    month.receivedMinor,
    month.settledMinor,
    month.refundedMinor,
    month.paidOutMinor,
    month.adjustedMinor,
    month.owedMinor,
    month.closingMinor,
  ];
  return [String(month.id), month.name, month.gstin ?? '', ...amounts.map(toDecimalText)];
}
