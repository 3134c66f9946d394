import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { inSnapshot } from '../../platform/database/transaction.js';
import { toPage, type NewestFirst, type Page } from '../../platform/http/paging/page.js';
import { toDecimalText } from '../../platform/money.js';
import { amountCsv } from '../../platform/csv/csv-response.js';
import { monthPeriod } from '../../platform/days/shop-days.js';
import {
  WalletEntriesRepository,
  type PeriodSums,
  type WalletEntry,
} from './wallet-entries.repository.js';

const PAGE_ROWS = 1_000;
const COLUMNS = ['at', 'entry', 'order_number', 'reference', 'note', 'amount', 'balance'];

/** A month of a wallet: `openingMinor` and its entries make `closingMinor`; in minor units. */
export interface MonthSums extends PeriodSums {
  closingMinor: number;
}

/** The statements of wallets, by month. */
@Injectable()
export class WalletStatementService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly repository: WalletEntriesRepository,
  ) {}

  /** @param month that isMonth accepts */
  async getSums(clientId: number, month: string): Promise<MonthSums> {
    const { manager } = this.dataSource;
    const sums = await this.repository.sum(manager, clientId, monthPeriod(month));
    return { ...sums, closingMinor: sums.openingMinor + sums.inMinor - sums.outMinor };
  }

  /** Lists the latest entries first; of one month, or all of them. */
  async listEntries(
    clientId: number,
    month: string | null,
    { beforeId, limit }: NewestFirst,
  ): Promise<Page<WalletEntry>> {
    const { manager } = this.dataSource;
    const period = month === null ? null : monthPeriod(month);
    const range = { beforeId, limit: limit + 1 };
    return toPage(await this.repository.list(manager, clientId, range, period), limit);
  }

  /**
   * Writes a month as a CSV file, oldest first, between its opening and its closing balance, as of one moment. A cell
   * that a spreadsheet would run as a formula has a `'` in front.
   */
  async exportMonth(clientId: number, month: string): Promise<string> {
    return inSnapshot(this.dataSource, async (manager) => {
      const period = monthPeriod(month);
      const { openingMinor, inMinor, outMinor } = await this.repository.sum(
        manager,
        clientId,
        period,
      );
      const lines = [COLUMNS, balanceLine(period.from, 'opening balance', openingMinor)];
      for (let afterId: number | null = 0; afterId !== null;) {
        const range = { afterId, limit: PAGE_ROWS };
        const rows = await this.repository.listOldestFirst(manager, clientId, range, period);
        lines.push(...rows.map(entryLine));
        afterId = rows.length < PAGE_ROWS ? null : rows.at(-1)!.id;
      }
      lines.push(balanceLine(period.to, 'closing balance', openingMinor + inMinor - outMinor));
      return amountCsv(lines);
    });
  }
}

function balanceLine(at: Date, name: string, balanceMinor: number): string[] {
  return [at.toISOString(), name, '', '', '', '', toDecimalText(balanceMinor)];
}

function entryLine(entry: WalletEntry): string[] {
  return [
    entry.at.toISOString(),
    entry.isReversal ? `${entry.kind} reversed` : entry.kind,
    entry.orderNumber ?? '',
    entry.reference ?? '',
    entry.note ?? '',
    toDecimalText(entry.amountMinor),
    toDecimalText(entry.balanceMinor),
  ];
}
