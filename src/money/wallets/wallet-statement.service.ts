import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inSnapshot } from '../../platform/database/transaction.js';
import { type NewestFirst, type Page, readPage } from '../../platform/http/paging/page.js';
import { columns, money, text, time } from '../../platform/http/response-dto/response-dto.js';
import type { Table } from '../../platform/table-export/table.js';
import { monthPeriod } from '../../platform/days/shop-days.js';
import { entryName } from './entry-name.js';
import {
  WalletEntriesRepository,
  type PeriodSums,
  type WalletEntry,
} from './wallet-entries.repository.js';

const PAGE_ROWS = 1_000;

/** A line of a statement: a balance, or an entry. */
export type StatementLine = Omit<
  WalletEntry,
  'id' | 'kind' | 'receiptId' | 'amountMinor' | 'isReversal'
> & {
  name: string;
  /** null: a balance. */
  amountMinor: number | null;
};

const COLUMNS = columns<StatementLine>()({
  at: time(),
  entry: [text(), 'name'],
  order_number: text().orNull(),
  reference: text().orNull(),
  note: text().orNull(),
  amount: money().orNull(),
  balance: money(),
});

/** A month of a wallet: `openingMinor` and its entries make `closingMinor`; in minor units. */
export interface MonthSums extends PeriodSums {
  closingMinor: number;
}

/** The statements of wallets, by month. */
@Injectable()
export class WalletStatementService {
  constructor(
    private readonly dataSource: DataSource,
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
    page: NewestFirst,
  ): Promise<Page<WalletEntry>> {
    const { manager } = this.dataSource;
    const period = month === null ? null : monthPeriod(month);
    return readPage(page, (range) => this.repository.list(manager, clientId, range, period));
  }

  /** Writes a month as a table from one snapshot: the opening balance, the entries from the oldest on, and the closing balance. */
  async exportMonth(clientId: number, month: string): Promise<Table<StatementLine>> {
    return inSnapshot(this.dataSource, async (manager) => {
      const period = monthPeriod(month);
      const { openingMinor, inMinor, outMinor } = await this.repository.sum(
        manager,
        clientId,
        period,
      );
      const lines = [balanceLine(period.from, 'opening balance', openingMinor)];
      for (let afterId: number | null = 0; afterId !== null;) {
        const range = { afterId, limit: PAGE_ROWS };
        const rows = await this.repository.listOldestFirst(manager, clientId, range, period);
        lines.push(...rows.map(entryLine));
        afterId = rows.length < PAGE_ROWS ? null : rows.at(-1)!.id;
      }
      lines.push(balanceLine(period.to, 'closing balance', openingMinor + inMinor - outMinor));
      return { columns: COLUMNS, pages: [lines], hasSums: false };
    });
  }
}

function balanceLine(at: Date, name: string, balanceMinor: number): StatementLine {
  return {
    at,
    name,
    orderNumber: null,
    reference: null,
    note: null,
    amountMinor: null,
    balanceMinor,
  };
}

function entryLine({ kind, isReversal, ...entry }: WalletEntry): StatementLine {
  return { ...entry, name: entryName(kind, entry.amountMinor, isReversal) };
}
